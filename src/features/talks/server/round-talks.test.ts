import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import { holdTalk, answerTalk } from '#demo/play/round-talks.ts'
import { fromState } from '#demo/states/from-state.ts'
import { startRound } from '#features/inquiry/contract.ts'
import { messagePage } from '#features/messages/contract.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { tenderDetail } from '#features/procurement/contract/supplier.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract-round.ts'

/* Talks between two rounds of a negotiation: who may hold them, who signs, and that nobody else learns of them. */

const NOT_FOUND = { status: 404, code: 404 }
const SECRET = '夜间增派一人'

let t: TestSystem
let buyer: HttpClient
let first: HttpClient
let second: HttpClient
let params: { orderId: string }
let trades: Record<'supplier1' | 'supplier2', string>

beforeAll(async () => {
  const state = await fromState('negotiating')
  t = state.t
  trades = state.facts.trades
  params = { orderId: state.facts.orderId }
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  first = await t.login('supplier1', { workbench: 'supplier' })
  second = await t.login('supplier2', { workbench: 'supplier' })
})

const now = () => t.kernel.clock.now()
const plan = (tradeId: string) =>
  buyer.call(c.planRoundTalk, {
    params,
    body: { tradeId, plannedAt: now().toISOString(), place: '三楼会议室', subject: '服务方案' },
  })
const view = () => buyer.call(c.roundTalks, { params })
const people = [
  { side: 'buyer' as const, name: '张晓', unit: '江州市第一人民医院', title: '' },
  { side: 'supplier' as const, name: '王工', unit: '供应商', title: '' },
]
const minutesOf = (content: string) => ({ endedAt: now().toISOString(), people, content })
const ofTalk = (talkId: string) => ({ params: { ...params, talkId } })

let talkId: string

test('an arranged talk is its owner’s alone until the supplier is called', async () => {
  expect(await view()).toMatchObject({ blocked: null, isHost: true, round: { roundNo: 1 }, talks: [] })
  ;({ talkId } = await plan(trades.supplier1))
  expect((await first.call(c.ownRoundTalks, { params })).talks).toEqual([])
  expect((await first.call(tenderDetail, { params })).actions.map(({ action }) => action)).not.toContain('holdTalk')
  await buyer.call(c.callToTalk, ofTalk(talkId))
  expect((await first.call(c.ownRoundTalks, { params })).talks).toMatchObject([{ talkId, state: 'called' }])
  expect((await first.call(tenderDetail, { params })).actions.map(({ action }) => action)).toContain('holdTalk')
})

test('one supplier at a time, and nothing else goes on meanwhile', async () => {
  const { talkId: other } = await plan(trades.supplier2)
  await buyer.call(c.callToTalk, ofTalk(other))
  await buyer.call(c.beginRoundTalk, ofTalk(talkId))
  expect(await buyer.refused(c.beginRoundTalk, ofTalk(other))).toMatchObject({ code: 10002 })
  const body = { tradeIds: Object.values(trades), deadline: new Date(now().getTime() + DAY).toISOString() }
  const held = await buyer.refused(startRound, { params, body: { ...body, isFinal: false, note: '' } })
  expect(held.message).toContain('谈判尚未结束')
  const { actions } = await buyer.call(orderDetail, { params })
  expect(actions.find(({ action }) => action === 'award')?.reason).toContain('谈判尚未结束')
  await buyer.call(c.dropRoundTalk, { ...ofTalk(other), body: { reason: '时间冲突' } })
  const { suppliers } = await view()
  // Same chances: whoever was not talked to is named by the page.
  expect(suppliers.map((one) => [one.tradeId, one.talks])).toEqual(
    expect.arrayContaining([
      [trades.supplier1, 1],
      [trades.supplier2, 0],
    ]),
  )
})

describe('minutes', () => {
  test('name both sides, and end behind their beginning', async () => {
    const alone = { ...minutesOf(SECRET), people: people.map((one) => ({ ...one, side: 'buyer' as const })) }
    expect(await buyer.refused(c.writeRoundTalk, { ...ofTalk(talkId), body: alone })).toMatchObject({ status: 400 })
    const early = { ...minutesOf(SECRET), endedAt: new Date(now().getTime() - HOUR).toISOString() }
    expect(await buyer.refused(c.writeRoundTalk, { ...ofTalk(talkId), body: early })).toMatchObject({ status: 400 })
  })

  test('are signed by the buyer, refused with a reason, written anew and signed by the supplier', async () => {
    expect(await buyer.call(c.writeRoundTalk, { ...ofTalk(talkId), body: minutesOf('遗漏') })).toEqual({ version: 1 })
    await first.call(c.refuseRoundTalk, { ...ofTalk(talkId), body: { version: 1, reason: '遗漏夜间人员' } })
    expect(await buyer.call(c.writeRoundTalk, { ...ofTalk(talkId), body: minutesOf(SECRET) })).toEqual({ version: 2 })
    // What was read is what is signed.
    expect(await first.refused(c.signRoundTalk, { ...ofTalk(talkId), body: { version: 1 } })).toMatchObject({
      code: 10002,
    })
    await first.call(c.signRoundTalk, { ...ofTalk(talkId), body: { version: 2 } })
    const [own] = (await first.call(c.ownRoundTalks, { params })).talks
    expect(own).toMatchObject({
      state: 'signed',
      actions: [],
      minutes: [
        { version: 2, agreed: true, content: SECRET },
        { version: 1, agreed: false, reason: '遗漏夜间人员' },
      ],
    })
    expect(own!.minutes[0]!.hash).toMatch(/^[0-9a-f]{64}$/)
    const pdf = await first.file(c.ownRoundTalkMinutes, { params: { ...params, talkId, version: 2 } })
    expect(pdf.mime).toBe('application/pdf')
  })

  test('never change', async () => {
    const { rows } = await t.owner.query(
      `select has_column_privilege(r.rolname, 'round_talk_minutes', 'content', 'update') as may
       from pg_roles r where r.rolname = 'kaibiao_app'`,
    )
    expect(rows).toEqual([{ may: false }])
  })
})

test('another supplier of the same order learns nothing of a talk', async () => {
  await t.settle()
  expect((await second.call(c.ownRoundTalks, { params })).talks).toMatchObject([{ state: 'dropped', minutes: [] }])
  for (const refused of [
    await second.refused(c.signRoundTalk, { ...ofTalk(talkId), body: { version: 2 } }),
    await second.refused(c.refuseRoundTalk, { ...ofTalk(talkId), body: { version: 2, reason: '不同意' } }),
    await second.refused(c.ownRoundTalkMinutes, { params: { ...params, talkId, version: 2 } }),
  ])
    expect(refused).toMatchObject(NOT_FOUND)
  // Neither its order, its messages nor what it may call of the buyer's side tell of it.
  const seen = JSON.stringify([
    await second.call(tenderDetail, { params }),
    await second.call(messagePage, { query: { identity: 'supplier', pageSize: 100 } }),
  ])
  expect(seen).not.toContain(SECRET)
  expect(seen).not.toContain(talkId)
  for (const call of [c.roundTalks, c.callToTalk, c.beginRoundTalk] as const)
    expect([403, 404]).toContain((await second.refused(call, ofTalk(talkId))).status)
  // The one that was talked to is told of its own alone.
  const { rows } = await first.call(messagePage, { query: { identity: 'supplier', pageSize: 100 } })
  expect(rows.filter(({ title }) => title.startsWith('谈判：'))).toHaveLength(3)
})

test('strangers find nothing, and an open round holds talks up', async () => {
  const agent = await t.login('agent', { workbench: 'agency' })
  expect(await agent.refused(c.roundTalks, { params })).toMatchObject(NOT_FOUND)
  const outsider = await t.login('supplier3', { workbench: 'supplier' })
  expect(await outsider.refused(c.ownRoundTalks, { params })).toMatchObject(NOT_FOUND)
  // One that was only arranged is given up without a word to the supplier.
  const { talkId: untold } = await plan(trades.supplier2)
  await buyer.call(c.dropRoundTalk, { ...ofTalk(untold), body: { reason: '改期' } })
  expect((await second.call(c.ownRoundTalks, { params })).talks.map((one) => one.talkId)).not.toContain(untold)
  await holdTalk(buyer, params.orderId, { tradeId: trades.supplier2, now: now() })
  await answerTalk(second, params.orderId)
  await buyer.call(startRound, {
    params,
    body: {
      tradeIds: Object.values(trades),
      deadline: new Date(now().getTime() + DAY).toISOString(),
      isFinal: false,
      note: '',
    },
  })
  expect((await view()).blocked).toContain('本轮报价尚未结束')
  const refused = await buyer.refused(c.planRoundTalk, {
    params,
    body: { tradeId: trades.supplier1, plannedAt: now().toISOString(), place: '三楼', subject: '价格' },
  })
  expect(refused).toMatchObject({ code: 10002 })
})
