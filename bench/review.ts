import { Cast } from '#demo/cast.ts'
import * as expert from '#features/review-hall/contract/expert.ts'
import { documentPdf } from '#features/review-hall/server/document.ts'
import type { ReportContent } from '#features/review-hall/server/report-content.ts'
import { mainDocument } from '#features/review-hall/server/report-main.ts'
import { catalogDocument } from '#features/review-hall/server/report-tables.ts'
import { catalogPlan } from '#features/review-hall/rules/report-plan.ts'
import { bigReview, SIZE } from './big-review.ts'
import type { Line } from './line.ts'
import { quantile } from './load.ts'
import type { BenchWorld } from './world.ts'

const REVIEWERS = 12
const SAVES = 200
const AT = new Date('2026-11-21T06:00:00Z')

/** One mark entered after another in a review of sixty bidders, and the documents of a report of that size. */
export async function review(world: BenchWorld): Promise<Line[]> {
  const cast = new Cast(world.product)
  const orderId = await bigReview(world.owner, cast)
  const client = await cast.as('expert1')
  const { wayList } = await client.call(expert.expertProject, { params: { projectId: orderId } })
  const params = { projectId: orderId, wayId: wayList[0]!.wayId }
  const sheet = await client.call(expert.ownScores, { params })
  const took: number[] = []
  for (let i = 0; i < SAVES; i++) {
    const { bidderId } = sheet.bidders[i % sheet.bidders.length]!
    const { itemId } = sheet.items[i % sheet.items.length]!
    const began = performance.now()
    await client.call(expert.saveScores, {
      params: { ...params, bidderId },
      body: { scores: [{ itemId, score: '0.5' }] },
    })
    took.push(performance.now() - began)
  }
  const p95 = quantile(took, 0.95)
  const { seconds, documents } = await reportOfThatSize()
  return [
    {
      what: `a mark entered, ${SIZE.bidders} bidders × ${SIZE.items} items`,
      figures: `p50 ${quantile(took, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms to saved`,
      target: 'p95 ≤ 200 ms',
      holds: p95 <= 200,
    },
    {
      what: `report of ${SIZE.bidders} × ${REVIEWERS} × ${SIZE.items}`,
      figures: `${seconds.toFixed(1)} s, ${documents} documents`,
      target: '≤ 30 s',
      holds: seconds <= 30,
    },
  ]
}

/** Every document of a report of sixty bidders, twelve members and eighty items, made one after the other. */
export async function reportOfThatSize(): Promise<{ seconds: number; documents: number }> {
  const content = bigContent()
  const types = catalogPlan({
    processType: 3,
    scope: 0,
    wayTypes: content.ways.map((w) => w.type),
    hasAsks: false,
    hasOffers: false,
    hasMarks: true,
  })
  const began = performance.now()
  for (const type of types.slice(1)) await documentPdf(catalogDocument(content, type), AT)
  await documentPdf(mainDocument(content, { at: AT }), AT)
  return { seconds: (performance.now() - began) / 1000, documents: types.length }
}

function bigContent(): ReportContent {
  const at = AT.toISOString()
  const items = Array.from({ length: SIZE.items }, (_, i) => ({
    itemId: `i${i}`,
    name: `评审项${i + 1}`,
    standard: '方案完整、针对性强、可操作',
    fullMark: '1',
    isObjective: false,
  }))
  const bidders = Array.from({ length: SIZE.bidders }, (_, i) => ({
    tradeId: `t${i}`,
    no: i + 1,
    name: `第${i + 1}投标有限公司`,
    creditCode: '91310000MA1FL0000X',
    quote: String(900_000 + i * 1000),
    evaluatedPrice: String(900_000 + i * 1000),
    marks: [{ name: '工期（日历天）', value: '40' }],
    rejection: null,
  }))
  const lines = [
    { label: '平均分', expression: '(70 + 71 + 72 + 73) ÷ 4', value: '71.5' },
    { label: '得分', expression: '四舍五入，保留两位小数', value: '71.50' },
  ]
  const member = (i: number) => `评委${i + 1}`
  return {
    version: 'review-report/2',
    processType: 3,
    scope: 0,
    template: 'default',
    asks: [],
    corrections: [],
    rounds: [],
    draws: [],
    order: {
      code: 'ZB1',
      title: '六十家投标人的标段',
      purchaser: '采购人',
      owner: '采购人',
      method: '综合评分法',
      controlPrice: null,
      openAt: at,
      startedAt: at,
      concludedAt: at,
    },
    committee: Array.from({ length: REVIEWERS }, (_, i) => ({
      name: member(i),
      role: '技术专家',
      employer: '单位',
      isLeader: i === 0,
      out: null,
      declaredAt: at,
      noConflict: true,
      commitmentHash: null,
    })),
    bidders,
    ways: [
      {
        wayId: 'w',
        type: 4,
        name: '技术评分',
        isScoring: true,
        isAutomatic: false,
        fullMark: '80',
        aggregation: '算术平均',
        items,
        results: bidders.map((b) => ({ tradeId: b.tradeId, name: b.name, score: '71.50', passed: null, lines })),
        judgements: bidders.flatMap((b) =>
          Array.from({ length: REVIEWERS }, (_, i) => ({
            tradeId: b.tradeId,
            name: b.name,
            reviewer: member(i),
            total: '71.5',
            dropped: false,
            scores: items.map(({ itemId }) => ({ itemId, score: '0.9', passed: null, reason: '' })),
          })),
        ),
      },
    ],
    rejections: [],
    motions: [],
    ranking: bidders.map((b, i) => ({
      tradeId: b.tradeId,
      rank: i + 1,
      name: b.name,
      quote: b.quote,
      total: '71.50',
      lot: null,
      lines,
    })),
    candidates: bidders.slice(0, 3).map((b, i) => ({ rank: i + 1, name: b.name, quote: b.quote, total: '71.50' })),
    allRejected: false,
    conclusion: '',
    replayHash: null,
    digest: 'a'.repeat(64),
  }
}
