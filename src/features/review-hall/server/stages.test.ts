import { beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { commitmentOf } from '#contract/draw.ts'
import { commitToDraw, ownDraws, revealForDraw, sourceOf } from '#contract/draw-calls.ts'
import { forfeits, steppedProblems } from '#contract/draw-steps.ts'
import { drawn as drawnOf } from '#demo/play/drawn.ts'
import { doc, paragraph } from '#features/procurement/rules/rich-text.ts'
import { inContext } from '#server/context.ts'
import { DEMO_PASSWORD } from '#server/testing/test-system.ts'
import * as e from '../contract/expert.ts'
import * as p from '../contract/purchaser.ts'
import { expertReads, purchaserReads } from '../contract/reads.ts'
import * as r from '../contract/reports.ts'
import type { Bundle } from '../rules/bundle.ts'
import { replay } from '../rules/replay.ts'
import { firstStage } from './public.ts'
import type { ReportContent } from './report-content.ts'
import { refused } from './testing/beside.ts'
import {
  begin,
  MEMBERS,
  report,
  reportsMade,
  reviewWorld,
  run,
  type Say,
  type SeededOrder,
  seedOrder,
  signAll,
  wayId,
  type World,
} from './testing/review-world.ts'
import { endOffers, startOffers } from './testing/second-opening.ts'

let world: World
beforeAll(async () => {
  world = await reviewWorld()
})

const marks: Say = (bidder, item) => (item === '业绩' ? '8' : String(9 - bidder))

describe('two envelopes', () => {
  let order: SeededOrder
  const begun = () => world.buyer.call(r.createProcess, { params: order.params, body: { processType: 4 } })
  const stage = () =>
    inContext(world.t.kernel, { tenantId: 1, actor: null }, (ctx) => firstStage(ctx, order.orderId, { lock: true }))

  beforeAll(async () => {
    order = await seedOrder(world, { quotes: ['900000', '1000000', '1100000', '950000'], reviewModel: 2 })
    await begin(world, order)
  })

  test('the first stage ends without any price, and stands', async () => {
    const { params } = order
    const seen = await world.buyer.call(p.purchaserProject, { params })
    expect(seen.bidders.map((b) => b.quote)).toEqual([null, null, null, null])
    expect(seen.wayList.map((w) => w.stage)).toEqual([1, 1, 1, 1, 2])
    expect((await stage()).done).toBe(false)
    await expect(begun()).rejects.toThrow('第一阶段评审结果尚未确定')
    await run(world, order, { way: '资格评审', say: (bidder) => bidder !== 2 })
    await run(world, order, { way: '符合性评审', say: () => true })
    for (const way of ['技术评分', '商务评分']) await run(world, order, { way, say: marks })
    expect(await stage()).toEqual({ done: true, passedTradeIds: [0, 1, 3].map((i) => order.bidders[i]) })
    const after = await world.buyer.call(p.purchaserProject, { params })
    expect(after.wayList.at(-1)!.status).toBe(0)
    expect(after.firstStage!.passedBidderIds).toHaveLength(3)
    await expect(
      world.as('expert1').call(e.summariseWay, { params: { ...params, wayId: after.wayList.at(-1)!.wayId } }),
    ).rejects.toEqual(refused('wrongState'))
  })

  test('once offers are being opened the first stage cannot be undone', async () => {
    // Nor before they are all open is there a report between the stages.
    await expect(begun()).rejects.toThrow('报价开标结束后方可编制第一阶段评审报告')
    await startOffers(world, order)
    await expect(begun()).rejects.toEqual(refused('wrongState'))
    const id = await wayId(world, order, '技术评分')
    await expect(
      world.as('expert1').call(e.reReview, {
        params: { ...order.params, wayId: id },
        body: { reason: '重新评分' },
      }),
    ).rejects.toEqual(refused('wrongState'))
  })

  test('after the offer opening who could not open is out', async () => {
    const { params } = order
    await endOffers(world, order, [
      [0, 2],
      [1, 2],
      [3, 4],
    ])
    const seen = await world.buyer.call(p.purchaserProject, { params })
    expect(seen.bidders.map((b) => [b.quote, b.rejection === null])).toEqual([
      ['900000.00', true],
      ['1000000.00', true],
      // Failed in the first stage: its quotation stays sealed.
      [null, false],
      [null, false],
    ])
  })

  test('its report knows no price and is signed by all', async () => {
    const { params } = order
    // Two at the same instant: one begins it, the other is told so.
    const tries = await Promise.allSettled([begun(), begun()])
    const step = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))[0]!
    const late = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
    expect(late).toEqual([refused('wrongState')])
    expect(late[0]!.message).toContain('第一阶段评审报告已在编制')
    const { processes: steps } = await world.buyer.call(p.purchaserProject, { params })
    expect(steps.filter((one) => one.processType === 4)).toHaveLength(1)
    const { reportId } = await world.as('expert1').call(e.writeReport, { params, body: { processType: 4 } })
    await reportsMade(world)
    const made = await world.buyer.call(purchaserReads.lastReport, {
      params: { ...params, processId: step.processId },
    })
    expect(made).toMatchObject({ reportId, state: 3, processType: 4 })
    const parts = await world.buyer.call(r.purchaserReportReads.catalogs, { params: { ...params, reportId } })
    // The quotation of one who passed did not open: that came later, and is no part of it.
    const { rows } = await world.t.owner.query('select content from review_report where id = $1', [reportId])
    const { bidders, rejections } = (rows[0] as { content: ReportContent }).content
    expect(bidders.map((b) => [b.quote, b.rejection === null])).toEqual([
      [null, true],
      [null, true],
      [null, false],
      [null, true],
    ])
    expect(rejections).toHaveLength(1)
    expect(parts.map((c) => c.type)).toEqual([41, 2, 3, 4, 5, 6, 7, 9, 10, 12, 14])
    // It ends nothing but itself, and the purchaser is told so.
    expect(made!.actions.find((one) => one.action === 'signComplete')).toMatchObject({ label: '签署完成' })
    for (const member of MEMBERS)
      await world.as(member).call(e.signReport, {
        params: { ...params, reportId },
        body: { password: DEMO_PASSWORD, sha256: made!.sha256! },
      })
    await world.buyer.call(p.signComplete, { params: { ...params, reportId } })
    const { processes, projectStatus } = await world.buyer.call(p.purchaserProject, { params })
    expect(processes.find((x) => x.processType === 4)!.processStatus).toBe(2)
    expect(projectStatus).toBe(5)
  })

  test('prices are judged and the review is concluded', async () => {
    const { params } = order
    // Two are left: the committee decides whether there is still competition.
    const [motion] = (await world.as('expert2').call(e.expertProject, { params })).motions
    for (const member of MEMBERS.slice(0, 3))
      await world.as(member).call(e.voteMotion, {
        params: { ...params, motionId: motion!.motionId },
        body: { agree: true },
      })
    const price = await wayId(world, order, '价格评分')
    await world.as('expert1').call(e.summariseWay, { params: { ...params, wayId: price } })
    const result = await world.buyer.call(purchaserReads.summaryResult, { params })
    expect(result.concluded).toBe(true)
    expect(result.rows.filter((x) => x.rank !== null)).toHaveLength(2)
  })
})

describe('dual random (method 7)', () => {
  test('parameters are drawn from the committed seed before the price', async () => {
    const order = await seedOrder(world, { quotes: ['900000', '1000000', '1100000'], reviewMethod: 7 })
    await begin(world, order)
    const { params } = order
    const [before] = await world.as('expert2').call(expertReads.draws, { params })
    expect(before).toMatchObject({
      purpose: 'price-params',
      steps: { stage: 'prepared', operatorSeed: null },
      result: [],
    })
    const at = { params: { ...params, drawId: before!.drawId } }
    // Two members take part, of whom one will not reveal; the other's second browser is told so.
    const value = 'ab'.repeat(32)
    const commitment = commitmentOf(value)
    const part = { params: { drawId: before!.drawId }, body: { commitment } }
    for (const member of ['expert1', 'expert1', 'expert2'] as const) await world.as(member).call(commitToDraw, part)
    const other = { ...part, body: { commitment: commitmentOf('ef'.repeat(32)) } }
    expect(await world.as('expert1').refused(commitToDraw, other)).toMatchObject({ code: 10003 })
    expect(await world.buyer.refused(commitToDraw, part)).toMatchObject({ status: 404 })
    expect(await world.as('expert3').refused(commitToDraw, part)).toMatchObject({ status: 404 })
    const own = await world.as('expert2').call(ownDraws, { query: { subject: order.orderId } })
    expect(own.map((one) => [one.stage, one.commitment])).toEqual([
      ['prepared', null],
      ['prepared', commitment],
    ])
    expect(await world.as('expert3').call(ownDraws, { query: { subject: order.orderId } })).toEqual([])
    await expect(world.as('expert1').call(r.drawParams, at)).rejects.toEqual(refused('wrongState'))
    for (const way of ['资格评审', '符合性评审']) await run(world, order, { way, say: () => true })
    for (const way of ['技术评分', '商务评分']) await run(world, order, { way, say: marks })
    const price = await wayId(world, order, '价格评分')
    const summarise = () => world.as('expert1').call(e.summariseWay, { params: { ...params, wayId: price } })
    await expect(summarise()).rejects.toEqual(refused('wrongState'))
    await expect(world.as('expert2').call(r.drawParams, at)).rejects.toEqual(refused('notFound'))
    const twice = await Promise.allSettled([1, 2].map(() => world.as('expert1').call(r.drawParams, at)))
    expect(twice.filter((x) => x.status === 'fulfilled')).toHaveLength(1)
    // Frozen: nothing can be added, and until the beacon has spoken there is no result.
    const { drawId } = before!
    expect(await world.as('expert7').refused(commitToDraw, { params: { drawId }, body: { commitment } })).toMatchObject(
      { code: 10002 },
    )
    const wrong = { params: { drawId }, body: { value: 'cd'.repeat(32) } }
    expect(await world.as('expert1').refused(revealForDraw, wrong)).toMatchObject({ code: 10001 })
    await expect(summarise()).rejects.toEqual(refused('wrongState'))
    const reveals = [1, 2].map(() => world.as('expert1').call(revealForDraw, { params: { drawId }, body: { value } }))
    await Promise.all(reveals)
    const [waiting] = await world.buyer.call(purchaserReads.draws, { params })
    expect(waiting!.steps).toMatchObject({ stage: 'revealing', result: [] })
    await drawnOf(world.t, order.orderId)
    expect(await world.as('expert2').refused(revealForDraw, wrong)).toMatchObject({ code: 10001 })
    const [drawn] = await world.buyer.call(purchaserReads.draws, { params })
    const { operatorSeed, participants } = drawn!.steps!
    expect(commitmentOf(operatorSeed!)).toBe(before!.steps!.operatorHash)
    expect(participants.map(({ role, value }) => [role, value === null])).toEqual([
      ['评标委员会成员', false],
      ['评标委员会成员', true],
    ])
    const source = sourceOf(drawn!.steps!)!
    expect(steppedProblems({ parts: drawn!.parts, source, result: drawn!.result })).toEqual([])
    expect(forfeits(source)).toHaveLength(1)
    expect((await summarise()).concluded).toBe(true)
    const file = await world.buyer.file(purchaserReads.replayBundle, { params })
    const bundle = JSON.parse(file.content.toString()) as Bundle
    expect(replay(bundle, { expect: bundle.hash })).toMatchObject({ hash: bundle.hash, problems: [] })
    expect(replay(bundle, { expect: '0'.repeat(64) }).problems.map(({ path }) => path)).toEqual(['hash'])
    expect(bundle.draws).toHaveLength(1)
  })
})

describe('parts of a report', () => {
  let order: SeededOrder
  let reportId: string
  const parts = () => world.buyer.call(r.purchaserReportReads.catalogs, { params: { ...order.params, reportId } })
  beforeAll(async () => {
    order = await seedOrder(world, { quotes: ['900000', '1000000', '1100000'] })
    await begin(world, order)
    for (const way of ['资格评审', '符合性评审']) await run(world, order, { way, say: () => true })
    for (const way of ['技术评分', '商务评分']) await run(world, order, { way, say: marks })
    const price = await wayId(world, order, '价格评分')
    await world.as('expert1').call(e.summariseWay, { params: { ...order.params, wayId: price } })
    ;({ reportId } = await world
      .as('expert1')
      .call(e.writeReport, { params: order.params, body: { template: 'consult' } }))
    await reportsMade(world)
  })

  test('marks stand side by side once all have submitted', async () => {
    const consensus = await world.as('expert2').call(expertReads.consensus, {
      params: { ...order.params, wayId: await wayId(world, order, '技术评分') },
    })
    expect(consensus.bidders[0]).toMatchObject({ totals: ['18', '18', '18', '18', '18'], spread: '0' })
  })

  test('each is made, in the words of the procedure; Word too', async () => {
    const all = await parts()
    expect(all.map((c) => c.state)).toEqual(all.map(() => 3))
    expect(all[0]!.label).toBe('磋商报告')
    const place = { params: { ...order.params, reportId } }
    for (const c of all) {
      const file = await world.buyer.file(r.purchaserReportReads.catalogFile, {
        params: { ...place.params, catalogId: c.catalogId },
      })
      expect(file.content.subarray(0, 5).toString()).toBe('%PDF-')
    }
    const word = await world.as('expert2').file(r.expertReportReads.word, place)
    expect(word.content.subarray(0, 2).toString()).toBe('PK')
    for (const read of [
      r.purchaserReportReads.bidderMark,
      r.purchaserReportReads.askFile,
      r.purchaserReportReads.roundOffers,
      purchaserReads.ratingRank,
      purchaserReads.finalScore,
      purchaserReads.reviewerScore,
    ])
      expect((await world.buyer.file(read, place)).content.length).toBeGreaterThan(1000)
  })

  test('words of the purchaser and uploads make a new document; nothing after a signature', async () => {
    const place = { params: { ...order.params, reportId } }
    const [main, sheet] = await parts()
    const before = (await report(world, order)).sha256
    await world.buyer.call(r.updateContent, {
      ...place,
      body: { catalogId: sheet!.catalogId, content: doc(paragraph('开标由采购人主持。')) },
    })
    await reportsMade(world)
    const edited = await report(world, order)
    expect(edited).toMatchObject({ state: 3, progress: { done: (await parts()).length } })
    expect(edited.sha256).not.toBe(before)
    const form = new FormData()
    form.append('file', new Blob(['%PDF-1.4 scan']), 'scan.pdf')
    const path = `/api/review-hall/purchaser/kpb/projects/${order.orderId}/reports/${reportId}/catalogs/${sheet!.catalogId}/upload`
    await world.buyer.fetch('POST', path, form, { key: crypto.randomUUID() })
    expect((await report(world, order)).state).toBe(0)
    const encoded = (path: string) =>
      world.buyer.fetch('POST', path, new TextEncoder().encode('remark=ok'), {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    await encoded(`/api${pathOf(r.uploadComplete, place.params)}`)
    // Other calls take no form.
    await expect(encoded(`/api${pathOf(p.backToInit, place.params)}`)).rejects.toMatchObject({ status: 406 })
    await reportsMade(world)
    expect((await parts())[1]).toMatchObject({ isUploaded: true, state: 3 })
    await signAll(world, order)
    await expect(world.buyer.call(r.uploadComplete, place)).rejects.toEqual(refused('wrongState'))
    const body = { catalogId: main!.catalogId, content: null }
    await expect(world.buyer.call(r.updateContent, { ...place, body })).rejects.toEqual(refused('wrongState'))
  })
})
