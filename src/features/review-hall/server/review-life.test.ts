import { beforeAll, describe, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { inContext } from '#server/context.ts'
import { readRows } from '#server/sheet/sheet.ts'
import * as e from '../contract/expert.ts'
import * as p from '../contract/purchaser.ts'
import { expertReads, purchaserReads } from '../contract/reads.ts'
import { reviewArchive } from './public.ts'
import {
  begin,
  MEMBERS,
  PDF,
  processId,
  report,
  reviewWorld,
  run,
  type Say,
  type SeededOrder,
  seedOrder,
  signAll,
  wayId,
  type World,
} from './testing/review-world.ts'

let world: World
beforeAll(async () => {
  world = await reviewWorld()
})

/** Technical marks by member and bidder; each in two items, 25 and 15. */
const TECHNICAL: Record<string, readonly [string, string][]> = {
  expert1: [
    ['20', '10'],
    ['22', '12'],
    ['18', '9'],
  ],
  expert2: [
    ['21', '11'],
    ['23', '13'],
    ['17', '8'],
  ],
  expert7: [
    ['25', '15'],
    ['20', '11'],
    ['20', '10'],
  ],
  expert8: [
    ['19.5', '10'],
    ['24', '12.5'],
    ['18.5', '9'],
  ],
  buyer2: [
    ['10', '5'],
    ['21', '12'],
    ['19', '9.5'],
  ],
}
const technical: Say = (bidder, item, member) => TECHNICAL[member]![bidder]![item === '方案' ? 0 : 1]
const business: Say = (bidder, item, member) =>
  item === '业绩'
    ? ['8', '6', '10'][bidder]!
    : String(12 + bidder + MEMBERS.indexOf(member as (typeof MEMBERS)[number]))
const yes: Say = () => true

describe('a review from start to candidates', () => {
  let order: SeededOrder
  beforeAll(async () => {
    order = await seedOrder(world, { quotes: ['900000', '1000000', '1200000', '800000'] })
    await begin(world, order)
  })

  test('the steps follow one another', async () => {
    const { wayList, processes, actions } = await world.buyer.call(p.purchaserProject, { params: order.params })
    expect(processes.map((x) => x.processStatus)).toEqual([2, 1, 0])
    expect(wayList.map((w) => w.name)).toEqual(['资格评审', '符合性评审', '技术评分', '商务评分', '价格评分'])
    expect(wayList.map((w) => w.status)).toEqual([1, 0, 0, 0, 0])
    expect(actions.map((a) => a.action)).toEqual(['declareAbortive'])
  })

  test('a bid is rejected by majority, with its ground', async () => {
    expect(await run(world, order, { way: '资格评审', say: yes })).toEqual({ rejected: 0, concluded: false })
    // Two against one bidder are not enough, three against the other are.
    const say: Say = (bidder, item, member) => {
      if (bidder === 3 && item === '签章') return !['expert1', 'expert7', 'buyer2'].includes(member)
      if (bidder === 0 && item === '实质性响应') return !['expert1', 'expert2'].includes(member)
      return true
    }
    expect(await run(world, order, { way: '符合性评审', say })).toEqual({ rejected: 1, concluded: false })
    const waste = await world.buyer.call(purchaserReads.wastePage, { params: order.params })
    expect(waste.rows).toEqual([
      expect.objectContaining({ bidderId: order.bidders[3], wayName: '符合性评审', byVote: false }),
    ])
    expect(waste.rows[0]!.reason).toContain('签章')
    expect(waste.rows[0]!.rule).toContain('第五十一条')
    const { bidders } = await world.as('expert2').call(e.ownScores, {
      params: { ...order.params, wayId: await wayId(world, order, '技术评分') },
    })
    expect(bidders.map((b) => b.bidderId)).toEqual(order.bidders.slice(0, 3))
  })

  test('marks are aggregated as the documents say', async () => {
    await run(world, order, { way: '技术评分', say: technical })
    await run(world, order, { way: '商务评分', say: business })
    const params = { ...order.params, wayId: await wayId(world, order, '技术评分') }
    const { bidders } = await world.buyer.call(purchaserReads.wayBidders, { params })
    // 30, 32, 40, 29.5, 15: without 40 and 15 the mean is 30.5.
    expect(bidders[0]!.outcome!.score).toBe('30.50')
    expect(
      bidders[0]!
        .reviewers!.filter((r) => r.dropped)
        .map((r) => r.total)
        .toSorted((a, b) => Number(a) - Number(b)),
    ).toEqual(['15', '40'])
    // 34, 36, 31, 36.5, 33: mean of 34, 36, 33.
    expect(bidders[1]!.outcome!.score).toBe('34.33')
    expect(bidders[3]!.outcome).toBeNull()
    expect(bidders[0]!.outcome!.trace.at(-1)).toMatchObject({ label: '得分', value: '30.50' })
  })

  test('the price is computed from valid quotes, the ranking follows', async () => {
    const id = await wayId(world, order, '价格评分')
    const params = { ...order.params, wayId: id }
    // Two clicks at once: one sums up, the other is told that it is done.
    const clicks = await Promise.allSettled([1, 2].map(() => world.as('expert1').call(e.summariseWay, { params })))
    expect(clicks.map((c) => c.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const price = await world.as('expert2').call(expertReads.wayBidders, { params })
    // Domain §3: ratio, lowest base, F = 30 over 90 / 100 / 120; the rejected 80 does not count.
    expect(price.bidders.map((b) => b.outcome?.score ?? null)).toEqual(['30.00', '27.00', '22.50', null])
    expect(price.bidders[1]!.outcome!.trace.map((l) => l.value)).toEqual(['900000', '27', '27.00'])
    const { rows, concluded } = await world.buyer.call(purchaserReads.summaryResult, { params: order.params })
    expect(concluded).toBe(true)
    // business: 8 + mean(12..16) = 22; 6 + 15 = 21; 10 + 16 = 26. technical: 30.5, 34.333…, 27.666….
    expect(rows.map((r) => [r.supplierName, r.rank, r.total])).toEqual([
      [COMPANIES.supplier1.name, 1, '82.50'],
      [COMPANIES.supplier2.name, 2, '82.33'],
      [COMPANIES.supplier3.name, 3, '76.17'],
      [COMPANIES.supplier4.name, null, null],
    ])
    expect(rows[0]!.trace[0]).toMatchObject({
      label: '综合得分',
      expression: '技术评分 30.5 + 商务评分 22 + 价格评分 30',
    })
    const project = await world.buyer.call(p.purchaserProject, { params: order.params })
    expect(project.projectStatus).toBe(6)
    expect(project.processes.map((x) => x.processStatus)).toEqual([2, 2, 1])
    // Nothing can be reopened now.
    const again = await world.as('expert1').refused(e.reReview, { params, body: { reason: '再看看' } })
    expect(again.status).toBe(409)
  })

  test('the report is made, signed and ends the review', async () => {
    expect((await world.as('expert2').refused(e.writeReport, { params: order.params })).status).toBe(404)
    await world.as('expert1').call(e.writeReport, { params: order.params })
    const made = await report(world, order)
    expect(made.state).toBe(3)
    const params = { ...order.params, reportId: made.reportId }
    const pdf = await world.buyer.file(purchaserReads.reportFile, { params })
    expect(pdf.mime).toBe('application/pdf')
    expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-')
    const wrong = await world
      .as('expert1')
      .refused(e.signReport, { params, body: { password: 'Wrong2026', sha256: made.sha256! } })
    expect(wrong).toMatchObject({ status: 400, code: 10010 })
    const other = await world.as('expert1').refused(e.signReport, {
      params,
      body: { password: 'Kaibiao2026', sha256: '0'.repeat(64) },
    })
    expect(other.code).toBe(10023)
    expect((await world.buyer.refused(p.signComplete, { params })).status).toBe(409)
    await signAll(world, order)
    const twice = await world.as('expert1').refused(e.signReport, {
      params,
      body: { password: 'Kaibiao2026', sha256: made.sha256! },
    })
    expect(twice.status).toBe(409)
    const rewrite = await world.as('expert1').refused(e.writeReport, { params: order.params })
    expect(rewrite.message).toContain('已有评委签署')
    for (const read of [
      purchaserReads.finalScore,
      purchaserReads.ratingRank,
      purchaserReads.reviewerScore,
      purchaserReads.reviewerSigns,
    ])
      expect((await world.buyer.file(read, { params })).content.subarray(0, 5).toString()).toBe('%PDF-')
    const final = await world.buyer.call(purchaserReads.allWayFinalScore, { params })
    expect(final.map((f) => f.total)).toEqual(['82.50', '82.33', '76.17', null])
    await world.buyer.call(p.signComplete, { params })
    const { rows } = await world.t.owner.query(
      `select rank, trade_id, price, score, (select sum((l ->> 'amount')::numeric) from jsonb_array_elements(lines) l)::text as lines
         from candidate_in_force where order_id = $1 order by rank`,
      [order.orderId],
    )
    expect(rows).toEqual([
      { rank: 1, trade_id: order.bidders[0], price: '900000.00', score: '82.5000', lines: '900000.00' },
      { rank: 2, trade_id: order.bidders[1], price: '1000000.00', score: '82.3300', lines: '1000000.00' },
      { rank: 3, trade_id: order.bidders[2], price: '1200000.00', score: '76.1700', lines: '1200000.00' },
    ])
    expect((await world.buyer.call(p.purchaserProject, { params: order.params })).projectStatus).toBe(7)
    expect((await report(world, order)).completedAt).not.toBeNull()
    const entries = await inContext(world.t.kernel, { tenantId: 1, actor: null, readOnly: true }, async (ctx) =>
      reviewArchive.entries(ctx as never, await orderRow(ctx, order.orderId)),
    )
    expect(entries.map((x) => x.path)).toEqual([
      '评审报告.pdf',
      '评审报告签字页.pdf',
      '评委评审表.pdf',
      'review/report.json',
      'review/bundle.json',
      'review/signatures.json',
    ])
    expect(entries[0]!.content).toEqual({ sha256: made.sha256 })
  })
})

describe('looking at bids', () => {
  let order: SeededOrder
  beforeAll(async () => {
    order = await seedOrder(world, { quotes: ['900000', '1000000', '800000'] })
    await begin(world, order)
  })

  test('prices are compared item by item, best ones marked', async () => {
    const { bidders, items } = await world.as('expert2').call(expertReads.comparison, { params: order.params })
    expect(bidders.map((b) => b.isBest)).toEqual([false, false, true])
    expect(items.map((i) => i.offers.map((o) => o!.unitPrice))).toEqual([
      ['270000', '300000', '240000'],
      ['90000', '100000', '80000'],
    ])
    expect(items[0]!.offers.map((o) => o!.isBest)).toEqual([false, false, true])
    const xlsx = await world.buyer.file(purchaserReads.comparisonFile, { params: order.params })
    expect(xlsx.name).toMatch(/\.xlsx$/)
    const { rows } = await readRows(xlsx.content, [
      { key: 'name', title: '名称', type: 'text' },
      { key: 'best', title: '最低单价投标人', type: 'text' },
      { key: 'price', title: `${COMPANIES.supplier3.name} 单价`, type: 'quantity' },
    ])
    expect(rows[0]!).toMatchObject({ name: '主机', best: COMPANIES.supplier3.name, price: '240000' })
  })

  test('bid files open in the browser with their type', async () => {
    const params = { ...order.params, bidderId: order.bidders[0]!, position: 1 }
    const list = await world.as('expert2').call(expertReads.bidFiles, { params })
    expect(list).toEqual([
      { position: 1, role: 'technical', name: '技术标.pdf', mime: 'application/pdf', size: PDF.length },
    ])
    const shown = await world
      .as('expert2')
      .fetch('GET', `/api/review-hall/expert/kpb/projects/${order.orderId}/bidders/${order.bidders[0]}/files/1`)
    expect(shown.headers.get('content-type')).toBe('application/pdf')
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/)
    expect(Buffer.from(await shown.arrayBuffer()).equals(PDF)).toBe(true)
    const none = await world.as('expert2').refused(expertReads.tenderFile, { params: order.params })
    expect(none.code).toBe(41004)
  })

  test('progress shows numbers, never marks', async () => {
    const id = await wayId(world, order, '资格评审')
    const tasks = await world.buyer.call(purchaserReads.taskSummary, { params: { ...order.params, wayId: id } })
    expect(tasks.map((t) => [t.filled, t.needed, t.status])).toEqual(MEMBERS.map(() => [0, 3, 0]))
    const process = await processId(world, order, 2)
    const ways = await world.buyer.call(purchaserReads.waySummaries, {
      params: { ...order.params, processId: process },
    })
    expect(ways[0]).toMatchObject({ reviewers: 5, submitted: 0, actions: [] })
  })
})
