import { beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#demo/record/bending-rows.ts'
import { drawn } from '#demo/play/drawn.ts'
import { inContext } from '#server/context.ts'
import type { Actor } from '#server/actor.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { PEOPLE } from '#demo/people.ts'
import * as e from '../contract/expert.ts'
import * as p from '../contract/purchaser.ts'
import { expertReads, purchaserReads } from '../contract/reads.ts'
import { recheck } from './recheck.ts'
import {
  begin,
  judge,
  report,
  reviewWorld,
  run,
  type Say,
  type SeededOrder,
  seedOrder,
  signAll,
  wayId,
  WAYS,
  type World,
} from './testing/review-world.ts'

let world: World
beforeAll(async () => {
  world = await reviewWorld()
})
const yes: Say = () => true
const flat: Say = (_, item) => ({ 方案: '20', 进度: '10', 业绩: '8', 服务: '15' })[item] ?? true
const QUOTES = ['900000', '1000000', '1200000']
const fresh = (quotes: readonly string[] = QUOTES, rest: object = {}) => seedOrder(world, { quotes, ...rest })

describe('rejection', () => {
  const reject = { reason: '报价明显低于成本且不能说明', rule: '《招标投标法实施条例》第五十一条第五项' }

  test('a proposal is decided by the majority', async () => {
    const order = await fresh(['900000', '1000000', '1200000', '500000'])
    const { params, bidders } = order
    await begin(world, order)
    const place = { ...params, bidderId: bidders[3]! }
    const { motionId } = await world.as('expert2').call(e.proposeWaste, { params: place, body: reject })
    expect((await world.as('expert7').refused(e.proposeWaste, { params: place, body: reject })).code).toBe(10003)
    // The purchaser's side hears of it when it is decided; votes are sealed until then.
    expect((await world.buyer.call(p.purchaserProject, { params })).motions).toEqual([])
    const seen = await world.as('expert1').call(e.expertProject, { params })
    expect(seen.motions[0]).toMatchObject({ voted: 1, voters: 5, votes: null })
    const ballot = { params: { ...params, motionId } }
    expect((await world.as('expert1').refused(e.voteMotion, { ...ballot, body: { agree: false } })).status).toBe(400)
    expect(
      await world.as('expert1').call(e.voteMotion, { ...ballot, body: { agree: false, opinion: '可以说明' } }),
    ).toEqual({ state: 0 })
    expect(await world.as('expert7').call(e.voteMotion, { ...ballot, body: { agree: true } })).toEqual({ state: 0 })
    expect(await world.as('expert8').call(e.voteMotion, { ...ballot, body: { agree: true } })).toEqual({ state: 1 })
    expect((await world.as('buyer2').refused(e.voteMotion, { ...ballot, body: { agree: true } })).status).toBe(409)
    const { rows } = await world.buyer.call(purchaserReads.wastePage, { params })
    expect(rows[0]).toMatchObject({ bidderId: bidders[3], byVote: true, rule: reject.rule })
  })

  test('fewer than three: the committee may go on', async () => {
    const order = await fresh()
    const { params } = order
    await begin(world, order)
    await run(world, order, { way: '资格评审', say: (bidder) => bidder !== 2 })
    const { motions, wayList } = await world.as('expert1').call(e.expertProject, { params })
    expect(motions[0]).toMatchObject({ kind: 'go-on', state: 0 })
    expect(motions[0]!.rule).toContain('第二十七条')
    expect(wayList[1]!.status).toBe(0)
    for (const member of ['expert1', 'expert2', 'expert7'] as const)
      await world
        .as(member)
        .call(e.voteMotion, { params: { ...params, motionId: motions[0]!.motionId }, body: { agree: true } })
    for (const way of ['符合性评审', '技术评分', '商务评分', '价格评分'])
      await run(world, order, { way, say: flat, ...(way === '价格评分' ? { members: [] } : {}) })
    const result = await world.buyer.call(purchaserReads.summaryResult, { params })
    expect(result.rows.map((r) => r.rank)).toEqual([1, 2, null])
  })

  test('or reject all: no candidates, and the order can be declared abortive', async () => {
    const order = await fresh()
    const { params } = order
    await begin(world, order)
    await run(world, order, { way: '资格评审', say: (bidder) => bidder !== 2 })
    const { motions } = await world.as('expert1').call(e.expertProject, { params })
    for (const member of ['expert1', 'expert2', 'expert7'] as const)
      await world.as(member).call(e.voteMotion, {
        params: { ...params, motionId: motions[0]!.motionId },
        body: { agree: false, opinion: '明显缺乏竞争' },
      })
    const project = await world.buyer.call(p.purchaserProject, { params })
    expect(project).toMatchObject({ projectStatus: 6, conclusion: { allRejected: true } })
    expect(project.actions.map((a) => a.action)).toContain('declareAbortive')
    await world.as('expert1').call(e.writeReport, { params })
    const reportId = await signAll(world, order)
    await world.buyer.call(p.signComplete, { params: { ...params, reportId } })
    const { rows } = await world.t.owner.query('select 1 from candidate_in_force where order_id = $1', [order.orderId])
    expect(rows).toEqual([])
  })

  test('a quote above the ceiling must be voted out first', async () => {
    const order = await fresh(['900000', '1000000', '1200000', '1100000'], { controlPrice: '1150000' })
    const { params, bidders } = order
    await begin(world, order)
    for (const way of ['资格评审', '符合性评审', '技术评分', '商务评分']) await run(world, order, { way, say: flat })
    const price = { ...params, wayId: await wayId(world, order, '价格评分') }
    expect(await world.as('expert1').refused(e.summariseWay, { params: price })).toMatchObject({ code: 10019 })
    const { motionId } = await world
      .as('expert1')
      .call(e.proposeWaste, { params: { ...params, bidderId: bidders[2]! }, body: reject })
    for (const member of ['expert2', 'expert7'] as const)
      await world.as(member).call(e.voteMotion, { params: { ...params, motionId }, body: { agree: true } })
    expect(await world.as('expert1').call(e.summariseWay, { params: price })).toEqual({ rejected: 0, concluded: true })
  })
})

describe('results', () => {
  test('a way can be judged again before the review is concluded', async () => {
    const order = await fresh()
    const { params } = order
    await begin(world, order)
    await run(world, order, { way: '资格评审', say: (bidder) => bidder !== 2 })
    const id = await wayId(world, order, '资格评审')
    await world
      .as('expert1')
      .call(e.reReview, { params: { ...params, wayId: id }, body: { reason: '对资格条件理解有误' } })
    const { bidders, motions } = await world.as('expert1').call(e.expertProject, { params })
    expect(bidders.every((b) => b.rejection === null)).toBe(true)
    expect(motions[0]!.state).toBe(3)
    const bound = ['leader_vote', 'review_motion', 'review_motion_vote', 'review_rejection']
    expect(await faultsOf(world.t, bound)).toEqual([])
    await run(world, order, { way: '资格评审', say: yes })
    const open = await world.as('expert1').call(e.expertProject, { params })
    expect(open.wayList.map((w) => w.status)).toEqual([2, 1, 0, 0, 0])
  })

  test('reviewers must agree on objective items', async () => {
    const order = await fresh()
    const { params } = order
    await begin(world, order)
    for (const way of ['资格评审', '符合性评审']) await run(world, order, { way, say: yes })
    const differs: Say = (bidder, item, member) =>
      item === '业绩' && member === 'expert2' && bidder === 0 ? '7' : flat(bidder, item, member)
    const id = await judge(world, order, { way: '商务评分', say: differs })
    const refused = await world.as('expert1').refused(e.summariseWay, { params: { ...params, wayId: id } })
    expect(refused.code).toBe(10019)
    expect(refused.message).toContain('“业绩”')
    const reviewers = await world.as('expert1').call(expertReads.reviewers, { params })
    const two = reviewers.find((r) => r.name === PEOPLE.expert2.name)!.reviewerId
    await world
      .as('expert1')
      .call(e.reReview, { params: { ...params, wayId: id }, body: { reason: '客观分不一致', reviewerIds: [two] } })
    await judge(world, order, { way: '商务评分', say: flat, members: ['expert2'] })
    await world.as('expert1').call(e.summariseWay, { params: { ...params, wayId: id } })
  })

  test('what the rules leave equal is drawn by lot, on record; the result can be computed again', async () => {
    const order = await fresh(['1000000', '1000000', '1000000', '1100000'])
    await concluded(order)
    const { rows } = await world.t.owner.query<{ trade_id: string; rank: number; lot: number | null; total: string }>(
      'select trade_id, rank, lot, total from review_ranking where order_id = $1 order by rank',
      [order.orderId],
    )
    expect(rows.map((r) => [r.rank, r.lot])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, null],
    ])
    expect(await checked(order)).toEqual([])
    // Whoever changes a stored mark is found out, and no report is written.
    await world.t.owner.query(`update review_score set score = score - 1 where trade_id = $1 and score is not null`, [
      order.bidders[3],
    ])
    expect((await checked(order)).length).toBeGreaterThan(0)
    expect((await world.as('expert1').refused(e.writeReport, { params: order.params })).code).toBe(10023)
  })

  test('the report can be given back until it is complete', async () => {
    const order = await fresh()
    const { params } = order
    await concluded(order)
    await world.as('expert1').call(e.writeReport, { params })
    const reportId = await signAll(world, order, ['expert1', 'expert2'])
    const { signs } = await report(world, order)
    expect(signs.map((s) => s.signState).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 2, 2])
    const again = signs.find((s) => s.signState === 2)!.reviewerId
    await world.buyer.call(p.againSign, { params: { ...params, reportId }, query: { reviewerId: again }, body: {} })
    expect((await report(world, order)).signs.filter((s) => s.signState === 2)).toHaveLength(1)
    await world.buyer.call(p.signBack, { params: { ...params, reportId }, body: {} })
    await world.t.settle()
    const back = await world.t.owner.query<{ summary: string }>(
      `select body->>'summary' as summary from audit_entry where body->>'entityId' = '${order.orderId}' and body->>'action' in ('review.again-sign', 'review.sign-back') order by seq`,
    )
    expect(back.rows.map((row) => row.summary)).toEqual(['退回一名评委的签署：未说明原因', '退回全部签署：未说明原因'])
    await world.buyer.call(p.backToInit, { params: { ...params, reportId }, body: { reason: '项目名称有误' } })
    expect(await report(world, order)).toMatchObject({ state: 0, backReason: '项目名称有误' })
    await world.as('expert1').call(e.writeReport, { params })
    const next = await report(world, order)
    expect(next).toMatchObject({ state: 3 })
    expect(next.signs.every((s) => s.signState === 1)).toBe(true)
    const old = await world.as('expert2').refused(e.signReport, {
      params: { ...params, reportId },
      body: { password: 'Kaibiao2026', sha256: next.sha256! },
    })
    expect(old.status).toBe(409)
    await signAll(world, order)
    await world.buyer.call(p.signComplete, { params: { ...params, reportId: next.reportId } })
  })

  test('a member who refuses to sign without a word in writing counts as agreeing, and may sign after all', async () => {
    const order = await fresh()
    const { params } = order
    await concluded(order)
    await world.as('expert1').call(e.writeReport, { params })
    const reportId = await signAll(world, order, ['expert1', 'expert2'])
    const at = { ...params, reportId }
    const unsigned = async () => (await report(world, order)).signs.filter((s) => s.signState === 1)
    const body = { reason: '经通知未到场签署，也未书面说明' }
    const deem = (reviewerId: string) => ({ params: at, query: { reviewerId }, body })
    const [first] = await unsigned()
    // Not while the committee itself has not signed by majority, not by the committee, not for nobody.
    expect(await world.buyer.refused(p.deemAgreed, deem(first!.reviewerId))).toMatchObject({
      status: 409,
      message: '半数以上成员签署后方可办理',
    })
    await signAll(world, order, ['expert7'])
    const [refuser, other] = await unsigned()
    expect((await world.as('expert1').refused(p.deemAgreed, deem(refuser!.reviewerId))).status).toBeGreaterThan(400)
    expect((await world.buyer.refused(p.deemAgreed, deem(reportId))).status).toBe(404)
    const none = { ...deem(refuser!.reviewerId), body: { reason: '' } }
    expect((await world.buyer.refused(p.deemAgreed, none)).message).toBe('请填写原因')
    await world.buyer.call(p.deemAgreed, deem(refuser!.reviewerId))
    expect((await world.buyer.refused(p.deemAgreed, deem(refuser!.reviewerId))).message).toBe('该成员已签署')
    await world.buyer.call(p.deemAgreed, deem(other!.reviewerId))
    const { signs, actions } = await report(world, order)
    expect(signs.filter((s) => s.deemed === body.reason).map((s) => s.signState)).toEqual([2, 2])
    expect(actions.filter((a) => a.action === 'deemAgreed' && a.reason === undefined)).toEqual([])
    // Whoever was taken as agreeing may sign: that is what counts then.
    await signAll(world, order, ['expert8'])
    const after = (await report(world, order)).signs.filter((s) => s.deemed !== '')
    expect(after).toHaveLength(1)
    expect((await report(world, order)).signs.every((s) => s.signState === 2)).toBe(true)
    await world.buyer.call(p.signComplete, { params: at })
    expect((await world.buyer.refused(p.deemAgreed, deem(after[0]!.reviewerId))).status).toBe(409)
  })

  test('lowest price: no marks, the quotes decide', async () => {
    const order = await fresh(['1000000', '900000', '950000'], {
      reviewMethod: 3,
      settings: { ways: WAYS.slice(0, 2) },
    })
    await begin(world, order)
    await run(world, order, { way: '资格评审', say: yes })
    expect(await run(world, order, { way: '符合性评审', say: yes })).toEqual({ rejected: 0, concluded: true })
    const { rows } = await world.buyer.call(purchaserReads.summaryResult, { params: order.params })
    expect(rows.map((r) => [r.bidderId, r.total])).toEqual([1, 2, 0].map((i) => [order.bidders[i], null]))
    expect(await checked(order)).toEqual([])
  })

  test('without a plan the usual ways are used', async () => {
    const order = await fresh(QUOTES, { settings: {} })
    await begin(world, order)
    const { wayList } = await world.buyer.call(p.purchaserProject, { params: order.params })
    const marks = Object.fromEntries(wayList.map((w) => [w.name, w.fullMark]))
    expect(marks).toEqual({ 资格评审: '0', 符合性评审: '0', 技术评分: '40', 商务评分: '20', 价格评分: '40' })
  })
})

async function concluded(order: SeededOrder): Promise<void> {
  await begin(world, order)
  for (const way of ['资格评审', '符合性评审', '技术评分', '商务评分']) await run(world, order, { way, say: flat })
  await run(world, order, { way: '价格评分', say: flat, members: [] })
  await drawn(world.t, order.orderId)
}

const checked = (order: SeededOrder) =>
  inContext(world.t.kernel, { tenantId: 1, actor: null, readOnly: true }, async (ctx) =>
    recheck(ctx as typeof ctx & { actor: Actor }, await orderRow(ctx, order.orderId)),
  )
