import type { InputOf } from '#contract/endpoint.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { createSupplement, submitSupplement, supplementDetail } from '../../contract/supplement.ts'

export type RunBody = InputOf<typeof createSupplement>['body']

/** A tender of monitors that passes every check. */
export function runBody(change: Partial<RunBody> = {}): RunBody {
  return {
    title: '病房监护仪采购',
    method: 1,
    category: 'goods',
    regime: 'enterprise',
    admission: 'open',
    region: '江州市',
    funds: '自筹资金',
    budget: '1000000.00',
    ceiling: '980000.00',
    reason: '平台上线前已在市公共资源交易中心完成。',
    venue: '江州市公共资源交易中心',
    noticeOn: '2026-03-02',
    documentsFrom: '2026-03-02',
    documentsTo: '2026-03-09',
    deadlineAt: '2026-03-25T01:30:00.000Z',
    openedAt: '2026-03-25T01:30:00.000Z',
    reviewedOn: '2026-03-25',
    candidatesFrom: '2026-03-26',
    candidatesTo: '2026-03-30',
    awardedOn: '2026-04-01',
    resultOn: '2026-04-02',
    contractOn: '2026-04-20',
    participants: [
      { lotNo: 1, name: '江州康健医疗器械有限公司', price: '936000.00', rank: 1 },
      { lotNo: 1, name: '北江医疗科技有限公司', price: '948000.00', rank: 2 },
      { lotNo: 1, name: '南屏仪器有限公司', price: '962000.00', rank: 3 },
    ],
    awards: [{ lotNo: 1, name: '江州康健医疗器械有限公司', price: '936000.00' }],
    lines: [
      {
        lotNo: 1,
        name: '监护仪',
        spec: '12 英寸',
        unit: '台',
        quantity: '40',
        unitPrice: '23400',
        amount: '936000.00',
      },
    ],
    notices: [
      {
        kind: 'result',
        title: '病房监护仪采购结果公告',
        publishedOn: '2026-04-02',
        medium: '江州市公共资源交易网',
        text: '成交供应商：江州康健医疗器械有限公司。',
      },
    ],
    result: '采购人确定排名第一的候选人。',
    ...change,
  }
}

export const detailOf = (client: HttpClient, supplementId: string) =>
  client.call(supplementDetail, { params: { supplementId } })

/** Hands the working copy in as it stands. */
export async function submitted(client: HttpClient, supplementId: string) {
  const { revision } = await detailOf(client, supplementId)
  return client.call(submitSupplement, { params: { supplementId }, body: { revision } })
}

export async function registered(client: HttpClient, change: Partial<RunBody> = {}): Promise<string> {
  const { supplementId } = await client.call(createSupplement, { body: runBody(change) })
  await submitted(client, supplementId)
  return supplementId
}
