import { beforeAll, expect, test } from 'vitest'
import { commitmentOf } from '#contract/draw.ts'
import { commitToDraw, ownDraws, revealForDraw, sourceOf } from '#contract/draw-calls.ts'
import { closedHash, namedHash, steppedProblems } from '#contract/draw-steps.ts'
import { drawn as drawnOf } from '#demo/play/drawn.ts'
import { SETTINGS } from '#demo/play/plan.ts'
import { inContext } from '#server/context.ts'
import { findAlterations } from '#server/integrity.ts'
import { FEATURES } from '#server/features.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { logRecords } from '#features/sealed-bids/contract-log.ts'
import * as compare from '../contract-compare.ts'
import * as c from '../contract.ts'
import { digitalHost } from '../contract-host.ts'
import { publicHall } from '../contract-portal.ts'
import { drawnParams } from './public.ts'
import { type Hall, type Seat, THREE } from '#demo/play/hall.ts'
import { type HallWorld, hallWorld } from './testing/hall.ts'

/*
 * Around the read-out: parameters drawn in the open, the reference price, comparing, the digital host, the public's view.
 */

let world: HallWorld
let hall: Hall
let plain: Hall
let byPlatform: Hall

beforeAll(async () => {
  const price = { ...SETTINGS.price!, draw: { percentage: ['95', '96', '97'], floatRate: [] } }
  const drawing = { bidders: THREE, settings: { price } }
  const made = await hallWorld([drawing, { bidders: THREE }, drawing])
  world = made.world
  ;[hall, plain, byPlatform] = made.halls as [Hall, Hall, Hall]
  await world.t.advanceTo(hall.openAt)
})

const drawn = () =>
  inContext(world.t.kernel, { tenantId: 1, actor: null, readOnly: true }, async (ctx) =>
    drawnParams(ctx, await orderRow(ctx, hall.orderId)),
  )
const draw = (value: string) => ({
  params: hall.params,
  body: { params: { percentage: value }, how: '投标人代表摇号' },
})

test('the public sees an opening where the tenant allows, and before the start only its date', async () => {
  const visitor = world.t.client()
  const params = { orderId: hall.orderId }
  const before = await visitor.call(publicHall, { params })
  expect(before).toMatchObject({ bidders: [], startedAt: null })
  await world.start(hall)
  const started = await visitor.call(publicHall, { params })
  expect(started.bidders.map((b) => [b.no, b.quote])).toEqual([
    [1, null],
    [2, null],
    [3, null],
  ])
  const off = `update tenant set config = jsonb_set(config, '{funcList}', (config->'funcList') - 'publicOpening') where id = 1`
  const on = `update tenant set config = jsonb_set(config, '{funcList}', (config->'funcList') || '["publicOpening"]') where id = 1`
  await world.t.owner.query(off)
  expect(await visitor.refused(publicHall, { params })).toMatchObject({ status: 404 })
  await world.t.owner.query(on)
})

test('parameters are drawn only as the documents say: after the quotes, from their values, once', async () => {
  const host = await world.host(hall)
  const ways = await host.call(compare.reviewWays, { params: hall.params })
  expect(ways.drawable).toEqual([{ name: 'percentage', label: '百分比 P', options: ['95', '96', '97'] }])
  expect(await host.refused(compare.submitScoreParams, draw('96'))).toMatchObject({ code: 10002 })
  const reference = { params: hall.params, body: { price: '3150000', basis: '' } }
  expect(
    await host.refused(compare.submitControlPrice, { ...reference, body: { price: '9000000', basis: '' } }),
  ).toMatchObject({ code: 10001 })
  await host.call(compare.submitControlPrice, reference)
  expect((await world.detail('buyer', hall)).referencePrice).toMatchObject({ price: '3150000.00' })
  for (const account of THREE) expect((await world.detail(account, hall)).referencePrice).toBeNull()
  for (const seat of hall.seats) await world.release(seat)
  await host.call(c.openMarks, { params: hall.params })
  expect(await host.refused(compare.submitControlPrice, reference)).toMatchObject({ code: 10002 })
  expect((await world.detail('supplier1', hall)).referencePrice).toMatchObject({ price: '3150000.00' })
  expect(await drawn()).toBeNull()
  expect((await world.detail('supplier1', hall)).drawn).toBeNull()
  expect(await host.refused(compare.submitScoreParams, draw('98'))).toMatchObject({ code: 10001 })
  for (const seat of hall.seats) await host.call(c.readOut, { params: seat.params })
  expect(await host.refused(c.endOpening, { params: hall.params })).toMatchObject({
    message: '招标文件约定的评分参数尚未抽取',
  })
  const both = await Promise.all(
    [0, 1].map(() =>
      host.call(compare.submitScoreParams, draw('96.0')).then(
        () => 0,
        (error: { body: { code: number } }) => error.body.code,
      ),
    ),
  )
  expect(both.toSorted((a, b) => a - b)).toEqual([0, 10002])
  expect(await drawn()).toEqual({ percentage: '96' })
  // Everybody in the hall sees what was drawn, not the host alone.
  for (const account of ['buyer', ...THREE] as const)
    expect((await world.detail(account, hall)).drawn).toEqual({
      params: [{ label: '百分比 P', value: '96' }],
      how: '投标人代表摇号',
    })
  expect((await world.facts(hall)).filter((fact) => fact === 'opening.draw')).toHaveLength(1)
  // What was published stays as it was published.
  const { rows } = await world.t.owner.query(
    `select settings->'price'->>'percentage' as p from purchase_order where id = $1`,
    [hall.orderId],
  )
  expect(rows).toEqual([{ p: '100' }])
  await world.start(plain)
  const other = { ...draw('96'), params: plain.params }
  expect(await host.refused(compare.submitScoreParams, other)).toMatchObject({
    message: '招标文件未约定开标时抽取评分参数，不能变更评标办法',
  })
})

test('the platform draws instead of a hand: frozen first, then by reveals and the beacon, once', async () => {
  const host = await world.host(byPlatform)
  const { params, orderId } = byPlatform
  expect(await host.refused(compare.drawScoreParams, { params })).toMatchObject({ code: 10002 })
  await world.start(byPlatform)
  for (const seat of byPlatform.seats) await world.release(seat)
  // Two in the hall take part before anything is frozen; whoever is not in it cannot.
  const bidder = await world.as('supplier1')
  const value = '7a'.repeat(32)
  const [own] = await bidder.call(ownDraws, { query: { subject: orderId } })
  const at = { params: { drawId: own!.drawId } }
  for (const client of [host, bidder])
    await client.call(commitToDraw, { ...at, body: { commitment: commitmentOf(value) } })
  const stranger = await world.as('supplier6')
  expect(await stranger.refused(commitToDraw, { ...at, body: { commitment: commitmentOf(value) } })).toMatchObject({
    status: 404,
  })
  await host.call(c.openMarks, { params })
  await host.call(compare.drawScoreParams, { params })
  expect(await host.refused(compare.drawScoreParams, { params })).toMatchObject({ code: 10002 })
  expect(await host.refused(compare.submitScoreParams, { ...draw('96'), params })).toMatchObject({
    message: '抽取事项已冻结，结果即将产生',
  })
  expect((await world.detail('supplier2', byPlatform)).draw).toMatchObject({ stage: 'revealing', result: [] })
  await host.call(revealForDraw, { ...at, body: { value } })
  await drawnOf(world.t, orderId)
  const seen = await world.detail('supplier2', byPlatform)
  expect(seen.drawn).toMatchObject({ how: '由系统抽取' })
  expect(['95', '96', '97']).toContain(seen.drawn!.params[0]!.value)
  const { parts, closed, named, result, participants } = seen.draw!
  expect(steppedProblems({ parts, source: sourceOf(seen.draw!)!, result })).toEqual([])
  // What was closed stands in a published head at once, and not at the next tick; the first that holds it names the round.
  const visitor = world.t.client()
  const [record] = await visitor.call(logRecords, { params: { hash: closedHash(closed!) } })
  expect(record).toMatchObject({ record: { type: 'draw', subject: orderId }, head: { checkpoint: expect.any(String) } })
  const first = await world.t.owner.query(
    `select note, at from bid_checkpoint where size > $1 order by size, at limit 1`,
    [record!.leaf!.index],
  )
  expect(first.rows).toEqual([{ note: named!.head, at: new Date(named!.at) }])
  const [naming] = await visitor.call(logRecords, { params: { hash: namedHash(named!) } })
  expect(naming!.record).toMatchObject({ type: 'draw', subject: orderId })
  const { rows: heads } = await world.t.owner.query(
    `select from bid_checkpoint where at >= $1 and at < $1::timestamptz + interval '5 seconds'`,
    [closed!.closedAt],
  )
  expect(heads.length).toBeGreaterThan(0)
  expect(participants.map((one) => [one.role, one.value !== null])).toEqual([
    ['主持人', true],
    ['投标人', false],
  ])
})

test('items and parts are compared, the best marked at everybody who has it', async () => {
  const host = await world.host(hall)
  const [first, second, third] = hall.seats as [Seat, Seat, Seat]
  const final = await host.call(compare.finalOffer, { params: hall.params })
  expect(final.rows.map((row) => row.bidderId)).toEqual([second.tradeId, first.tradeId, third.tradeId])
  const { bidders, items } = await host.call(compare.compareItemOffer, { params: hall.params })
  expect(bidders.map((b) => [b.bidderId, b.bestLines, b.isBest])).toEqual([
    [first.tradeId, 0, false],
    [second.tradeId, 2, true],
    [third.tradeId, 0, false],
  ])
  expect(items.map((item) => item.offers.map((offer) => offer?.isBest))).toEqual([
    [false, true, false],
    [false, true, false],
  ])
  const { subs } = await host.call(compare.subOfferSummary, { params: hall.params })
  expect(subs).toHaveLength(1)
  expect(subs[0]!.offers.map((offer) => offer.amount)).toEqual(hall.seats.map((seat) => seat.quote))
  const { roundId } = await host.call(c.hallDetail, { params: { id: hall.orderId } })
  const round = (given: string) => ({ params: hall.params, query: { roundId: given } })
  expect((await host.call(compare.subOfferSummary, round(roundId))).subs).toEqual(subs)
  expect(await host.refused(compare.subOfferSummary, round('2'))).toMatchObject({ status: 404 })
  const { subId } = subs[0]!
  const elsewhere = { params: hall.params, query: { subId, roundId: '2' } }
  expect(await host.refused(compare.subOfferItems, elsewhere)).toMatchObject({ status: 404 })
  expect((await host.call(compare.subOfferItems, { params: hall.params, query: { subId } })).items).toHaveLength(2)
  expect(await host.refused(compare.subOfferItems, { params: hall.params, query: { subId: '9' } })).toMatchObject({
    status: 404,
  })
  const sheet = await host.file(compare.compareItemSheet, { params: hall.params })
  expect(sheet.content.subarray(0, 2).toString()).toBe('PK')
})

test('the digital host reads out what everybody may know', async () => {
  const bidder = await world.as('supplier1')
  const told = await bidder.call(digitalHost, { params: { id: hall.orderId } })
  expect(told.readings).toHaveLength(3)
  expect(JSON.stringify(told.lines)).not.toContain('{{')
  expect(told.readings[0]!.text).toContain('第')
  const early = await bidder.call(digitalHost, { params: { id: plain.orderId } })
  expect(early.readings).toEqual([])
})

test('a draw that was made, altered in the database, is named at the start', async () => {
  const { t } = world
  const all = () => findAlterations(t.kernel, { ownerUrl: t.ownerUrl, features: FEATURES })
  const look = async () => (await all()).filter(({ what }) => what === 'draw')
  expect(await all()).toEqual([])
  const made = `drawn_at is not null and kind = 'opening'`
  for (const [set, said] of [
    [`result = jsonb_set(result, '{0,value}', '"x"')`, '结果'],
    [`operator_seed = sha256('x')`, '平台的承诺'],
    [`closed = jsonb_set(closed, '{closedAt}', '"x"')`, '揭示截止的记录'],
    [`named = jsonb_set(named, '{round}', '1')`, '信标轮次'],
    [`frozen = jsonb_set(frozen, '{parts,0,picks}', '2')`, '冻结的事项'],
  ]) {
    await t.owner.query('create table kept as select * from draw')
    await t.owner.query('alter table draw disable trigger all')
    expect((await t.owner.query(`update draw set ${set} where ${made}`)).rowCount).toBeGreaterThan(0)
    expect((await look()).map(({ message }) => message).join()).toContain(said)
    await t.owner.query('delete from draw')
    await t.owner.query('insert into draw select * from kept')
    await t.owner.query('alter table draw enable trigger all')
    await t.owner.query('drop table kept')
  }
  await t.owner.query(`alter table draw_share disable trigger all`)
  const { rowCount } = await t.owner.query(`update draw_share set commitment = sha256('x') where value is not null`)
  expect(rowCount).toBeGreaterThan(0)
  expect((await look()).map(({ message }) => message).join()).toContain('参与方承诺或随机数')
})
