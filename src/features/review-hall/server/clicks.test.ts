import { beforeAll, expect, test } from 'vitest'
import { drawn } from '#demo/play/drawn.ts'
import { type Endpoint, type InputOf, pathOf } from '#contract/endpoint.ts'
import { newId } from '#contract/id.ts'
import { HttpError, type HttpClient } from '#server/testing/http-client.ts'
import { DEMO_PASSWORD } from '#server/testing/test-system.ts'
import * as a from '../contract/asks.ts'
import * as e from '../contract/expert.ts'
import * as o from '../contract/offers.ts'
import * as p from '../contract/purchaser.ts'
import { expertReads } from '../contract/reads.ts'
import * as r from '../contract/reports.ts'
import { reviewHall } from './routes.ts'
import { worldWithBidders } from './testing/beside.ts'
import { bodiesOf, uploadForm } from './testing/bodies.ts'
import {
  choose,
  declareAll,
  elect,
  expertId,
  judge,
  MEMBERS,
  report,
  reportsMade,
  type SeededOrder,
  seedOrder,
  wayId,
  WAYS,
  type World,
} from './testing/review-world.ts'

/*
 * Everything in a review that cannot be taken back, clicked by two at the same instant: it happens once.
 */

let world: World
let order: SeededOrder
let hosts: [HttpClient, HttpClient]
let leaders: [HttpClient, HttpClient]
let suppliers: HttpClient[]

beforeAll(async () => {
  ;({ world, suppliers } = await worldWithBidders())
  const { t } = world
  hosts = [world.buyer, await t.login('newbie', { workbench: 'purchaser' })]
  leaders = [world.as('expert1'), await t.login('expert1', { workbench: 'expert' })]
  order = await seedOrder(world, {
    quotes: ['900000', '1000000', '1100000'],
    settings: { ways: WAYS, offerRounds: 1 },
  })
})

/** How many of the calls made at once go through; the others are refused as being in a wrong state. */
async function atOnce<E extends Endpoint>(clients: readonly HttpClient[], call: E, input: InputOf<E>): Promise<number> {
  const done = clients.map((client) =>
    client.call(call, input).then(
      () => 1,
      (error: unknown) => {
        // Whoever comes second is told why, in words.
        if (error instanceof HttpError && error.status === 409 && /[一-鿿]{3}/.test(error.message)) return 0
        throw error
      },
    ),
  )
  return sum(await Promise.all(done))
}
const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)

/** How often a fact of the order is on record. */
async function count(action: string): Promise<number> {
  await world.t.settle()
  const { rows } = await world.t.owner.query<{ n: number }>(
    `select count(*)::int as n from audit_entry where body->>'entityId' = $1 and body->>'action' like '%.' || $2`,
    [order.orderId, action],
  )
  return rows[0]!.n
}
/** Signatures on a report that count. */
async function signatures(reportId: string): Promise<number | null> {
  const { rowCount } = await world.t.owner.query(
    'select 1 from review_signature where report_id = $1 and revoked_at is null',
    [reportId],
  )
  return rowCount
}
const twice = (client: HttpClient): [HttpClient, HttpClient] => [client, client]

test('the review begins once, and a member is replaced once', async () => {
  const { params } = order
  await choose(world, order)
  expect(await atOnce(hosts, p.startReview, { params })).toBe(1)
  const { members } = await world.buyer.call(p.committee, { params })
  const old = members.find((m) => m.expertId === expertId('expert8'))!
  const body = { reviewerId: old.reviewerId, expertId: expertId('expert9'), reason: '因病不能继续' }
  expect(await atOnce(hosts, p.replaceReviewer, { params, body })).toBe(1)
  const { rows } = await world.t.owner.query('select 1 from reviewer where order_id = $1 and replaces is not null', [
    order.orderId,
  ])
  expect(rows).toHaveLength(1)
})

const NOW = [...MEMBERS.filter((m) => m !== 'expert8'), 'expert9' as const]

test('whoever states the same again is on record once', async () => {
  for (const member of NOW) await declareAll(world, order, member)
  await declareAll(world, order, NOW[0]!)
  expect(await count('avoidance')).toBe(NOW.length * order.bidders.length)
})

test('a question goes out once; a correction is decided once', async () => {
  await elect(world, order, { leader: 'expert1', voters: NOW })
  const { params, bidders } = order
  const ask = { kind: 1 as const, title: '质保期', content: '请说明质保期', minutes: 30, bidderIds: [bidders[0]!] }
  const { askIds } = await world.as('expert2').call(a.createAsks, { params, body: ask })
  const askId = askIds[0]!
  expect(await atOnce(leaders, a.sendAsk, { params: { ...params, askId }, body: {} })).toBe(1)
  const answer = { params, body: { askId, content: '自验收合格之日起算' } }
  expect(await atOnce(twice(suppliers[0]!), a.replyAsk, answer)).toBe(1)
  const { correctionId } = await world.as('expert1').call(a.proposeCorrection, {
    params,
    body: { bidderId: bidders[0]!, kind: 1, basis: '大小写金额不一致', total: '890000' },
  })
  const [shown] = await suppliers[0]!.call(a.supplierCorrections, { params: { ...params, bidderId: bidders[0]! } })
  const sign = { password: DEMO_PASSWORD, sha256: shown!.sha256 }
  const at = { ...params, correctionId }
  // Confirmed and refused at once: one of the two stands.
  const both = await Promise.all([
    atOnce([suppliers[0]!], a.decideCorrection, { params: at, body: { confirm: true, ...sign } }),
    atOnce([suppliers[0]!], a.decideCorrection, { params: at, body: { confirm: false, reason: '无误', ...sign } }),
  ])
  expect(sum(both)).toBe(1)
  expect((await count('correction-confirmed')) + (await count('correction-refused'))).toBe(1)
  // Where refusing came first the committee has a motion to settle; it must not hold up the rest.
  const { motions } = await world.as('expert2').call(e.expertProject, { params })
  for (const { motionId } of motions)
    for (const member of NOW.slice(0, 3))
      await world
        .as(member)
        .call(e.voteMotion, { params: { ...params, motionId }, body: { agree: false, opinion: '予以保留' } })
})

test('a round is made, begun, quoted in and closed once', async () => {
  const { params, bidders } = order
  const leader = world.as('expert1')
  expect(await atOnce(leaders, o.createRound, { params, body: { mode: 1, minutes: 20 } })).toBe(1)
  const [round] = await leader.call(o.expertOfferReads.rounds, { params })
  const { roundId } = round!
  expect(await atOnce(leaders, o.startRound, { params: { ...params, roundId } })).toBe(1)
  for (const [i, client] of suppliers.entries()) {
    const own = { ...params, bidderId: bidders[i]!, roundId }
    expect(await atOnce(twice(client), o.submitOffer, { params: own, body: { total: '800000' } })).toBe(1)
  }
  expect(await atOnce(leaders, o.closeRound, { params: { ...params, roundId } })).toBe(1)
  expect(await count('round-closed')).toBe(1)
})

test('marks are submitted once, a bid is voted out once, ways are summed up and opened again once', async () => {
  const { params } = order
  for (const way of ['资格评审', '符合性评审']) {
    const id = await judge(world, order, { way, say: () => true, members: NOW, submit: false })
    const at = { params: { ...params, wayId: id } }
    for (const member of NOW) expect(await atOnce(twice(world.as(member)), e.submitWay, at)).toBe(1)
    expect(await atOnce(leaders, e.summariseWay, at)).toBe(1)
  }
  const first = await wayId(world, order, '符合性评审')
  const again = { params: { ...params, wayId: first }, body: { reason: '发现遗漏' } }
  expect(await atOnce(leaders, e.reReview, again)).toBe(1)
  expect(await count('re-review')).toBe(1)
  const waste = {
    params: { ...params, bidderId: order.bidders[2]! },
    body: { reason: '串通投标', rule: '第五十一条第七项' },
  }
  expect(await atOnce([world.as('expert1'), world.as('expert2')], e.proposeWaste, waste)).toBe(1)
  const { motions } = await world.as('expert2').call(e.expertProject, { params })
  const motionId = motions.find((m) => m.state === 0)!.motionId
  const votes = NOW.map((member) =>
    atOnce([world.as(member)], e.voteMotion, { params: { ...params, motionId }, body: { agree: true } }),
  )
  // Three decide, one of them by having proposed it; those who come after find it decided.
  expect(sum(await Promise.all(votes))).toBeGreaterThanOrEqual(2)
  const { rows } = await world.t.owner.query('select 1 from review_rejection where order_id = $1', [order.orderId])
  expect(rows).toHaveLength(1)
})

test('a report is written and signed once', async () => {
  const { params } = order
  const open = async () =>
    (await world.as('expert2').call(e.expertProject, { params })).motions.filter((m) => m.state === 0)
  for (const { motionId } of await open())
    for (const member of NOW.slice(0, 3))
      await world.as(member).call(e.voteMotion, { params: { ...params, motionId }, body: { agree: true } })
  const done = async (way: string, say: () => string | boolean) => {
    const id = await judge(world, order, { way, say, members: NOW })
    await world.as('expert1').call(e.summariseWay, { params: { ...params, wayId: id } })
  }
  await done('符合性评审', () => true)
  await done('技术评分', () => '10')
  await done('商务评分', () => '8')
  const price = { params: { ...params, wayId: await wayId(world, order, '价格评分') } }
  expect(await atOnce(leaders, e.summariseWay, price)).toBe(1)
  // Both are left equal: their order is drawn.
  await drawn(world.t, order.orderId)
  const { rows } = await world.t.owner.query('select 1 from review_ranking where order_id = $1', [order.orderId])
  expect(rows).toHaveLength(2)
  // Written twice is written anew: the second takes the place of the first, and one is in force.
  await atOnce(leaders, e.writeReport, { params })
  await reportsMade(world)
  const { reportId, sha256 } = await report(world, order)
  const inForce = await world.t.owner.query('select 1 from review_report where order_id = $1 and state <> 5', [
    order.orderId,
  ])
  expect(inForce.rowCount).toBe(1)
  const sign = { params: { ...params, reportId }, body: { password: DEMO_PASSWORD, sha256: sha256! } }
  for (const member of NOW) expect(await atOnce(twice(world.as(member)), e.signReport, sign)).toBe(1)
  expect(await signatures(reportId)).toBe(5)
})

test('signatures and the report are given back once, and the review is completed once', async () => {
  const { params } = order
  const { reportId, sha256 } = await report(world, order)
  const sign = { params: { ...params, reportId }, body: { password: DEMO_PASSWORD, sha256: sha256! } }
  // One signature, then all of them, then the report itself: each by two at the same instant.
  const back = { params: { ...params, reportId }, body: { reason: '签署有误' } }
  const { reviewerId } = (await world.as('expert2').call(e.expertProject, { params })).me
  expect(await atOnce(hosts, p.againSign, { ...back, query: { reviewerId } })).toBe(1)
  expect([await signatures(reportId), await count('again-sign')]).toEqual([4, 1])
  expect(await atOnce(hosts, p.signBack, back)).toBe(1)
  expect([await signatures(reportId), await count('sign-back')]).toEqual([0, 1])
  await world.as('expert2').call(e.signReport, sign)
  // The same by one person who clicks twice.
  expect(await atOnce(twice(world.buyer), p.backToInit, back)).toBe(1)
  expect([await signatures(reportId), await count('report-back')]).toEqual([0, 1])
  await world.as('expert1').call(e.writeReport, { params })
  const last = await report(world, order)
  expect(last.reportId).not.toBe(reportId)
  const again = { params: { ...params, reportId: last.reportId }, body: { ...sign.body, sha256: last.sha256! } }
  for (const member of NOW) await world.as(member).call(e.signReport, again)
  expect(await atOnce(hosts, p.signComplete, { params: again.params })).toBe(1)
  expect(await count('endReview')).toBe(1)
  // Periods of the law run from the report.
  const { rows: reviewed } = await world.t.owner.query('select reviewed_at as at from purchase_order where id = $1', [
    order.orderId,
  ])
  expect(reviewed[0].at.getTime()).toBeLessThanOrEqual(world.t.kernel.clock.now().getTime())
  const end = (await world.buyer.call(p.purchaserProject, { params })).processes.at(-1)!
  expect(end.processStatus).toBe(2)
  const seen = await world.as('expert1').call(expertReads.lastReport, {
    params: { ...params, processId: end.processId },
  })
  expect(seen!.completedAt).not.toBeNull()
})

test('after its end nothing of the review can be changed by anybody, and nothing is', async () => {
  const { params, orderId, bidders } = order
  const bidderId = bidders[0]!
  const leader = world.as('expert1')
  const one = async (text: string) => (await world.t.owner.query<{ id: string }>(text, [orderId])).rows[0]!.id
  const of = (table: string) => one(`select id from ${table} where order_id = $1 order by id limit 1`)
  const { me } = await leader.call(e.expertProject, { params })
  const made = await report(world, order)
  const ids: Record<string, string> = {
    projectId: orderId,
    bidderId,
    wayId: await wayId(world, order, '技术评分'),
    itemId: await one(
      `select i.id from review_item i join review_way w on w.id = i.way_id where w.order_id = $1 and w.name = '技术评分' limit 1`,
    ),
    reviewerId: me.reviewerId,
    expertId: expertId('expert9'),
    reportId: made.reportId,
    motionId: await of('review_motion'),
    askId: await of('review_ask'),
    correctionId: await of('review_correction'),
    roundId: await of('quote_round'),
    catalogId: await one(
      'select c.id from review_catalog c join review_report r on r.id = c.report_id where r.order_id = $1 and r.completed_at is not null limit 1',
    ),
    drawId: await of('review_draw'),
    sha256: made.sha256!,
  }
  const bodies = bodiesOf(ids)
  const actors = { expert: leader, purchaser: world.buyer, supplier: suppliers[0]! }
  await world.t.settle()
  const facts = () => world.t.owner.query(`select 1 from audit_entry where body->>'entityId' = $1`, [orderId])
  const before = (await facts()).rowCount
  const calls = reviewHall.routes
    .map((route) => route.endpoint)
    .filter((c) => c.method !== 'GET' && c.path.includes('{projectId}'))
  const found: Record<string, number> = {}
  for (const [side, client] of Object.entries(actors))
    for (const call of calls.filter((c) => c.path.startsWith(`/review-hall/${side}/`))) {
      const name = `${call.method} ${call.path}`
      const body = call.multipart ? uploadForm() : (bodies[name] ?? { reason: '退回重写' })
      const path = `/api${pathOf(call, ids)}?reviewerId=${me.reviewerId}`
      found[name] = await client
        .fetch(call.method, path, body, call.once ? { key: newId() } : {})
        .then((answer) => answer.status)
        .catch((error) => (error as HttpError).status)
    }
  expect(Object.keys(found).length).toBeGreaterThan(35)
  // Of one envelope there is no first stage to report on.
  expect(Object.entries(found).filter(([, status]) => status !== 409)).toEqual([[`POST ${r.createProcess.path}`, 404]])
  await world.t.settle()
  expect((await facts()).rowCount).toBe(before)
})
