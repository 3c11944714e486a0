import type { BodyOf } from '#contract/endpoint.ts'
import { DAY, formatDate } from '#contract/time.ts'
import * as a from '#features/appraisals/contract/appraisals.ts'
import * as hall from '#features/appraisals/contract/hall.ts'
import { createIndicator, createTemplate } from '#features/appraisals/contract/indicators.ts'
import * as own from '#features/appraisals/contract/supplier.ts'
import { supplierPage } from '#features/suppliers/contract/library.ts'
import { addDays } from '#features/suppliers/rules/days.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Cast } from './cast.ts'
import { COMPANIES } from './companies.ts'
import { PEOPLE } from './people.ts'

const JUDGES = ['buyer', 'buyer2', 'newbie'] as const

/** What each of the hospital's three suppliers is given, by who gives it: service and quality. */
const MARKS: Readonly<Record<string, Record<(typeof JUDGES)[number], readonly [string, string]>>> = {
  [COMPANIES.supplier1.name]: { buyer: ['95', '92'], buyer2: ['96', '95'], newbie: ['90', '94'] },
  [COMPANIES.supplier2.name]: { buyer: ['82', '85'], buyer2: ['88', '80'], newbie: ['70', '84'] },
  [COMPANIES.supplier3.name]: { buyer: ['70', '72'], buyer2: ['75', '68'], newbie: ['66', '74'] },
}

/** Appraisals of the hospital's suppliers in every state: a draft, one that waits for marks, one to be published, two that were, one given up. */
export async function playAppraisals(cast: Cast, now: Date): Promise<void> {
  const play = new Play(cast, await cast.as('buyer'), now)
  const templateId = await play.rules()
  await play.draft({ templateId, title: '下一年度供应商考核（草稿）' })
  const scoring = await play.start({ templateId, title: '第四季度供应商考核' })
  await play.judge(scoring, ['buyer2'])
  const scored = await play.start({ templateId, title: '影像设备类供应商专项考核' })
  await play.judge(scored, JUDGES)
  const given = await play.start({ templateId, title: '第二季度供应商考核' })
  await play.cancelled(given)

  const objected = await play.published({ templateId, title: '上半年供应商考核' })
  await play.object('supplier3', objected, '报名后未递交系因采购单流标前已书面说明原因，请求复核该项得分。')
  const corrected = await play.published({ templateId, title: '年度供应商考核' })
  await play.object('supplier2', corrected, '服务质量评分与验收单评价不符，请求对照验收记录复核。')
  await play.correct(corrected)
}

class Play {
  readonly #cast: Cast
  readonly #buyer: HttpClient
  readonly #now: Date
  #indicators: Record<string, string> = {}

  constructor(cast: Cast, buyer: HttpClient, now: Date) {
    this.#cast = cast
    this.#buyer = buyer
    this.#now = now
  }

  /** Indicators of both kinds, and a template of them; its id. */
  async rules(): Promise<string> {
    const rows: (BodyOf<typeof createIndicator> & { weight: string })[] = [
      subjective('服务质量', '响应是否及时，问题是否一次解决，人员是否稳定', '25'),
      subjective('产品质量', '到货验收情况，使用科室反馈', '25'),
      objective('邀请答复率', 'invitations', { weight: '10' }),
      objective('报名后应答率', 'offers', { weight: '15' }),
      objective('报价水平', 'price', { weight: '10', step: '2' }),
      objective('放弃成交', 'abandoned', { weight: '5', step: '50' }),
      objective('异议不成立', 'objections', { weight: '5', step: '20' }),
      objective('资质有效', 'certificates', { weight: '5', step: '50' }),
    ]
    const items = []
    for (const { weight, ...body } of rows) {
      const { indicatorId } = await this.#buyer.call(createIndicator, { body })
      this.#indicators[body.name] = indicatorId
      items.push({ indicatorId, weight })
    }
    const body = { name: '货物类供应商考核模板', items, note: '按《供应商管理办法》制定' }
    const { templateId } = await this.#buyer.call(createTemplate, { body })
    const facts = items.slice(2, 4).map((one) => ({ ...one, weight: '50' }))
    await this.#buyer.call(createTemplate, { body: { name: '参与度考核模板', items: facts, note: '仅按平台记录' } })
    return templateId
  }

  async draft({ templateId, title }: { templateId: string; title: string }): Promise<string> {
    const { rows } = await this.#buyer.call(supplierPage, { query: { pageSize: 100 } })
    const today = formatDate(this.#now)
    const { appraisalId } = await this.#buyer.call(a.createAppraisal, {
      body: {
        title,
        templateId,
        from: addDays(today, -180),
        until: today,
        deadline: new Date(this.#now.getTime() + 7 * DAY).toISOString(),
        scope: {
          supplierIds: rows
            .filter(({ name, state }) => name in MARKS || state === 'paused')
            .map(({ supplierId }) => supplierId),
          category: '',
          grade: null,
        },
        appraisers: JUDGES.map((one) => PEOPLE[one].id),
      },
    })
    return appraisalId
  }

  async start(given: { templateId: string; title: string }): Promise<string> {
    const appraisalId = await this.draft(given)
    await this.#buyer.call(a.startAppraisal, { params: { appraisalId } })
    return appraisalId
  }

  async judge(appraisalId: string, people: readonly (typeof JUDGES)[number][]): Promise<void> {
    const params = { appraisalId }
    for (const person of people) {
      const client = await this.#cast.as(person)
      const { rows, items } = await client.call(hall.sheetDetail, { params })
      const marks = rows.flatMap(({ supplierId, name }) =>
        items.map(({ indicatorId }, i) => ({ supplierId, indicatorId, marks: MARKS[name]![person][i]!, remark: '' })),
      )
      await client.call(hall.saveMarks, { params, body: { marks } })
      await client.call(hall.handInMarks, { params })
    }
  }

  async cancelled(appraisalId: string): Promise<void> {
    const body = { reason: '与半年度考核合并进行' }
    await this.#buyer.call(a.cancelAppraisal, { params: { appraisalId }, body })
  }

  async published(given: { templateId: string; title: string }): Promise<string> {
    const appraisalId = await this.start(given)
    await this.judge(appraisalId, JUDGES)
    const body = { until: addDays(formatDate(this.#now), 365) }
    await this.#buyer.call(a.publishAppraisal, { params: { appraisalId }, body })
    return appraisalId
  }

  async object(account: 'supplier2' | 'supplier3', appraisalId: string, content: string): Promise<void> {
    const client = await this.#cast.as(account)
    await client.call(own.objectToResult, { params: { appraisalId }, body: { content, files: [] } })
  }

  async correct(appraisalId: string): Promise<void> {
    const { results } = await this.#buyer.call(a.appraisalDetail, { params: { appraisalId } })
    const { objectionId } = results.find(({ objection }) => objection !== null)!.objection!
    await this.#buyer.call(a.answerObjection, {
      params: { appraisalId, objectionId },
      body: {
        outcome: 'upheld',
        answer: '经对照验收记录，服务质量一项更正为 90 分。',
        corrections: [{ indicatorId: this.#indicators['服务质量']!, marks: '90' }],
        liftsVeto: false,
      },
    })
  }
}

function subjective(name: string, source: string, weight: string) {
  return { name, kind: 'subjective', source, fullMarks: '100', direction: 'more', step: null, weight } as const
}

function objective(name: string, source: string, { weight, step = null }: { weight: string; step?: string | null }) {
  return { name, kind: 'objective', source, fullMarks: '100', direction: 'more', step, weight } as const
}
