import { newId } from '#contract/id.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { DAY } from '#contract/time.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { createDemand, demandDetail, publishDemand } from '../../contract/demand.ts'
import { answerSurvey, signUpSurvey, surveyDetail } from '../../contract/supplier.ts'
import { decideTrade } from '../../contract/survey.ts'

export type DemandBody = InputOf<typeof createDemand>['body']
export type AnswerBody = InputOf<typeof answerSurvey>['body']

export const QUESTION = newId()

/** A demand for monitors: two parameters that must be met, one that is wished, one question. */
export function demandBody(t: TestSystem, change: Partial<DemandBody> = {}): DemandBody {
  return {
    title: '病房监护设备采购需求',
    category: 'goods',
    purpose: '更新内科病房监护设备，满足三级医院评审要求。',
    regime: 'enterprise',
    region: '江州市',
    funds: '自筹资金',
    budget: '800000.00',
    mode: 'open',
    endsAt: new Date(t.kernel.clock.now().getTime() + 5 * DAY).toISOString(),
    items: [
      { lotNo: 1, name: '床旁监护仪', spec: '12 英寸', unit: '台', quantity: '20' },
      { lotNo: 2, name: '中央监护站', spec: '32 床位', unit: '套', quantity: '1' },
    ],
    parameters: [
      { name: '屏幕尺寸', unit: '英寸', wished: '≥ 12', isMust: true, weight: 40 },
      { name: '电池续航', unit: '小时', wished: '≥ 4', isMust: true, weight: 30 },
      { name: '无线传输', wished: '支持', isMust: false, weight: 30 },
    ],
    questions: [
      { questionId: QUESTION, kind: 'choice', title: '是否提供试用', options: ['是', '否'], isRequired: true },
    ],
    ...change,
  }
}

export async function published(t: TestSystem, buyer: HttpClient, change: Partial<DemandBody> = {}): Promise<string> {
  const { demandId } = await buyer.call(createDemand, { body: demandBody(t, change) })
  await buyer.call(publishDemand, { params: { demandId }, body: {} })
  return demandId
}

/** An answer to it: by parameter met, partly or not. */
export async function answerBody(
  client: HttpClient,
  demandId: string,
  { met = ['yes', 'yes', 'yes'], ...change }: Partial<AnswerBody> & { met?: ('yes' | 'partly' | 'no')[] } = {},
): Promise<AnswerBody> {
  const { parameters } = await client.call(surveyDetail, { params: { demandId } })
  return { ...filled(parameters, met), ...change }
}

export function filled(
  parameters: readonly { parameterId: string }[],
  met: readonly ('yes' | 'partly' | 'no')[],
): AnswerBody {
  return {
    solution: '提供全套监护方案，含安装与培训。',
    price: '650000.00',
    lines: parameters.map(({ parameterId }, i) => ({ parameterId, met: met[i] ?? 'yes', value: '见样本', remark: '' })),
    answers: [{ questionId: QUESTION, text: '是' }],
  }
}

/** Signs up, is let in, answers. */
export async function answered(
  { buyer, supplier }: { buyer: HttpClient; supplier: HttpClient },
  demandId: string,
  change: Parameters<typeof answerBody>[2] = {},
): Promise<string> {
  const params = { demandId }
  const { tradeId } = await supplier.call(signUpSurvey, { params, body: { contact: '沈瑶' } })
  await buyer.call(decideTrade, { params: { demandId, tradeId }, body: { pass: true } })
  await supplier.call(answerSurvey, { params, body: await answerBody(supplier, demandId, change) })
  return tradeId
}

export const detailOf = (client: HttpClient, demandId: string) => client.call(demandDetail, { params: { demandId } })
