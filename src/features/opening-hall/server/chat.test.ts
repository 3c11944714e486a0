import { beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '#demo/people.ts'
import { newId } from '#contract/id.ts'
import * as c from '../contract.ts'
import * as talk from '../contract-talk.ts'
import { PRESENCE_MS } from '../rules.ts'
import { type Hall, type Seat, THREE } from '#demo/play/hall.ts'
import { eventually, type HallWorld, hallWorld, listen } from './testing/hall.ts'

/*
 * Talk, presence and live pages in the hall: who hears what.
 */

let world: HallWorld
let hall: Hall
let other: Hall
const seats = () => hall.seats as [Seat, Seat, Seat]

beforeAll(async () => {
  const made = await hallWorld([
    { bidders: THREE, joined: ['supplier4'], by: 'agent' },
    { bidders: THREE, joined: ['supplier5'] },
  ])
  world = made.world
  ;[hall, other] = made.halls as [Hall, Hall]
  await world.t.advanceTo(hall.openAt)
})

const ask = async (seat: Seat, query = {}) =>
  (await world.as(seat.account)).call(talk.bidderMessages, { params: seat.params, query })
const texts = (page: { rows: readonly { content: string }[] }) => page.rows.map((m) => m.content)
const say = async (seat: Seat, content: string, toHostOnly = false) =>
  (await world.as(seat.account)).call(talk.bidderSend, { params: seat.params, body: { content, toHostOnly } })
const hosts = async (query = {}) => (await world.as('agent')).call(talk.hostMessages, { params: hall.params, query })

async function hears(account: Account, topic: string): Promise<boolean> {
  const heard = await listen(await world.as(account), topic).catch((error: { status: number }) => {
    if (error.status !== 404) throw error
    return null
  })
  await heard?.close()
  return heard !== null
}

describe('when the door is open and nobody has started', () => {
  test('the host may speak to all, a bidder to the host alone: names would tell who bids (A-107)', async () => {
    const host = await world.as('agent')
    await host.call(talk.hostSend, { params: hall.params, body: { content: '请各位稍候' } })
    const [first, second] = seats()
    // The host cannot know whom to listen to, and hears whoever asks.
    const heard = await listen(host, `hall-host:${hall.orderId}`)
    const client = await world.as(first.account)
    const loud = { params: first.params, body: { content: '我们在' } }
    expect(await client.refused(talk.bidderSend, loud)).toMatchObject({ code: 10002 })
    await say(first, '请问何时开始', true)
    await eventually(() => heard.frames.some((frame) => frame.includes('请问何时开始')))
    await heard.close()
    expect(texts(await ask(second))).toEqual(['请各位稍候'])
    expect(texts(await ask(first))).toEqual(['请问何时开始', '请各位稍候'])
    await host.call(talk.hostSend, { params: hall.params, body: { content: '马上', bidderId: first.tradeId } })
    expect(texts(await ask(first))).toEqual(['马上', '请问何时开始', '请各位稍候'])
  })

  test('who is there is not counted for anybody', async () => {
    for (const seat of seats()) {
      const client = await world.as(seat.account)
      expect(await client.call(c.onlineRefresh, { params: seat.params })).toEqual({ onlineCnt: 0 })
    }
    for (const account of ['agent', 'buyer', 'supplier1'] as const)
      expect((await world.detail(account, hall)).onlineCnt).toBe(0)
    const online = await (await world.as('agent')).call(c.onlineBidders, { params: hall.params })
    expect(online).toEqual({ onlineCnt: 0, bidderIds: [] })
    const { rows } = await world.t.owner.query(`select 1 from outbox where kind = 'hall.presence'`)
    expect(rows).toEqual([])
  })

  test('only who has bid takes part; an approved supplier without a bid is a stranger', async () => {
    const client = await world.as('supplier4')
    const { tradeId } = hall.joined[0]!
    const params = { projectId: hall.orderId, bidderId: tradeId }
    expect((await client.refused(c.hallDetail, { params: { id: hall.orderId } })).status).toBe(404)
    expect((await client.refused(talk.bidderMessages, { params })).status).toBe(404)
    const body = { content: '我也在', toHostOnly: true }
    expect((await client.refused(talk.bidderSend, { params, body })).status).toBe(404)
    expect(await hears('supplier4', `hall:${hall.orderId}`)).toBe(false)
    expect(await hears('supplier4', `hall-bidder:${tradeId}`)).toBe(false)
  })
})

describe('in a running opening', () => {
  test('live topics are heard by exactly those in the hall, private ones by host and that bidder', async () => {
    await world.start(hall)
    await world.start(other)
    const [first] = seats()
    const accounts = ['agent', 'buyer', ...THREE, 'supplier4', 'supplier5', 'buyer2', 'expert1', 'bj-buyer'] as const
    const asked = async (topic: string) => {
      const yes: Account[] = []
      for (const account of accounts) if (await hears(account, topic)) yes.push(account)
      return yes
    }
    expect(await asked(`hall:${hall.orderId}`)).toEqual(['agent', 'buyer', ...THREE])
    expect(await asked(`hall:${other.orderId}`)).toEqual(['buyer', ...THREE])
    expect(await asked(`hall-bidder:${first.tradeId}`)).toEqual(['agent', 'supplier1'])
    expect(await asked(`hall-host:${hall.orderId}`)).toEqual(['agent'])
    expect(await asked(`hall-host:${other.orderId}`)).toEqual(['buyer'])
    expect(await asked(`hall-host:${first.tradeId}`)).toEqual([])
    expect(await asked(`hall-bidder:${newId()}`)).toEqual([])
    expect(await asked(`hall:${first.tradeId}`)).toEqual([])
    await expect(listen(world.t.client(), `hall:${hall.orderId}`)).rejects.toMatchObject({ status: 404 })
  })

  test('a public message reaches all, a private one host and bidder; on live pages as in the lists', async () => {
    const [first, second] = seats()
    const everybody = [`hall:${hall.orderId}`]
    // One topic for the talk with all bidders: a hall may have more of them than a page may have topics.
    const host = await listen(await world.as('agent'), [...everybody, `hall-host:${hall.orderId}`].join())
    const one = await listen(await world.as('supplier1'), [...everybody, `hall-bidder:${first.tradeId}`].join())
    const two = await listen(await world.as('supplier2'), [...everybody, `hall-bidder:${second.tradeId}`].join())
    const observer = await listen(await world.as('buyer'), everybody.join())
    await say(first, '公开提问')
    await say(first, '悄悄话', true)
    const answer = { content: '单独答复', bidderId: first.tradeId }
    await (await world.as('agent')).call(talk.hostSend, { params: hall.params, body: answer })
    await (await world.as('agent')).call(talk.hostSend, { params: hall.params, body: { content: '答复全体' } })
    for (const heard of [host, one, two, observer])
      await eventually(() => heard.frames.some((f) => f.includes('答复全体')))
    const heardBy = (heard: typeof host) =>
      heard.frames.flatMap((f) => (f.includes('"hall.message"') ? [/"content":"([^"]+)"/.exec(f)![1]] : []))
    expect(heardBy(host)).toEqual(['公开提问', '悄悄话', '单独答复', '答复全体'])
    expect(heardBy(one)).toEqual(['公开提问', '悄悄话', '单独答复', '答复全体'])
    expect(heardBy(two)).toEqual(['公开提问', '答复全体'])
    expect(heardBy(observer)).toEqual(['公开提问', '答复全体'])
    for (const heard of [host, one, two, observer]) await heard.close()

    expect(texts(await ask(second))).toEqual(['答复全体', '公开提问', '请各位稍候'])
    expect(texts(await ask(first)).slice(0, 4)).toEqual(['答复全体', '单独答复', '悄悄话', '公开提问'])
    const watching = await (await world.as('buyer')).call(talk.hostMessages, { params: hall.params, query: {} })
    expect(texts(watching)).toEqual(['答复全体', '公开提问', '请各位稍候'])
    expect(watching.total).toBe(3)
  })

  test('channels and pages: the total is of what is listed, each message once', async () => {
    const [first, second] = seats()
    const priv = await hosts({ channel: 'private', bidderId: first.tradeId })
    expect(texts(priv)).toEqual(['单独答复', '悄悄话', '马上', '请问何时开始'])
    expect(priv.total).toBe(4)
    // A bidder who names another one sees its own talk all the same.
    expect(await ask(second, { channel: 'private', bidderId: first.tradeId })).toMatchObject({ rows: [], total: 0 })
    expect(texts(await ask(first, { channel: 'all' }))).toEqual(['答复全体', '公开提问', '请各位稍候'])
    const page1 = await ask(first, { pageSize: 4 })
    const page2 = await ask(first, { pageSize: 4, cursor: page1.next! })
    const jumped = await ask(first, { pageSize: 4, pageNo: 2 })
    expect(page1).toMatchObject({ total: 7 })
    expect(texts(page2)).toEqual(texts(jumped))
    const all = [...page1.rows, ...page2.rows].map((m) => m.messageId)
    expect(new Set(all).size).toBe(7)
    expect(page2.next).toBeNull()
    const call = (await world.as(first.account)).refused(talk.bidderMessages, {
      params: first.params,
      query: { cursor: 'nonsense' },
    })
    expect((await call).status).toBe(400)
  })

  test('unread is what others said since one looked; twice asked is not twice counted', async () => {
    const [first, second] = seats()
    const client = await world.as(second.account)
    const total = () => client.call(talk.bidderMessageTotal, { params: second.params })
    expect(await total()).toMatchObject({ total: 3, unread: 3 })
    expect(await total()).toMatchObject({ total: 3, unread: 3 })
    await client.call(talk.bidderMessagesRead, { params: second.params })
    expect(await total()).toMatchObject({ total: 3, unread: 0 })
    await client.call(talk.bidderMessagesRead, { params: second.params })
    await say(second, '我方收到')
    await say(first, '只给主持人', true)
    expect(await total()).toMatchObject({ total: 4, unread: 0 })
    await say(first, '大家好')
    expect(await total()).toMatchObject({ total: 5, unread: 1 })
    const host = await world.as('agent')
    const before = await host.call(talk.hostMessageTotal, { params: hall.params })
    // What it said itself is not unread for the host: 2 to all, 2 to one.
    expect(before.unread).toBe(before.total - 4)
    await host.call(talk.hostMessagesRead, { params: hall.params })
    expect((await host.call(talk.hostMessageTotal, { params: hall.params })).unread).toBe(0)
    expect(await total()).toMatchObject({ total: 5, unread: 1 })
  })

  test('the host speaks only to bidders of this opening', async () => {
    const host = await world.as('agent')
    for (const bidderId of [other.seats[0]!.tradeId, hall.joined[0]!.tradeId, newId()]) {
      const refused = await host.refused(talk.hostSend, { params: hall.params, body: { content: '喂', bidderId } })
      expect(refused.status).toBe(404)
    }
  })

  test('presence: there within a ping, gone some seconds after the last', async () => {
    const [first, second] = seats()
    const here = async (seat: Seat) =>
      (await (await world.as(seat.account)).call(c.onlineRefresh, { params: seat.params })).onlineCnt
    const heard = await listen(await world.as('buyer'), `hall:${hall.orderId}`)
    await world.t.advanceTo(new Date(world.now().getTime() + PRESENCE_MS + 1000))
    expect(await here(first)).toBe(1)
    expect(await here(first)).toBe(1)
    expect(await here(second)).toBe(2)
    const host = await world.as('agent')
    expect(await host.call(c.onlineBidders, { params: hall.params })).toEqual({
      onlineCnt: 2,
      bidderIds: [first.tradeId, second.tradeId],
    })
    expect((await world.detail('supplier3', hall)).bidders.map((b) => b.isOnline)).toEqual([true, true, false])
    await eventually(() => heard.kinds().filter((k) => k === 'hall.presence').length >= 2)
    expect(heard.kinds().filter((k) => k === 'hall.presence')).toHaveLength(2)
    await heard.close()
    await world.t.advanceTo(new Date(world.now().getTime() + PRESENCE_MS - 5000))
    expect((await world.detail('agent', hall)).onlineCnt).toBe(2)
    expect(await here(second)).toBe(2)
    await world.t.advanceTo(new Date(world.now().getTime() + 6000))
    expect((await world.detail('agent', hall)).onlineCnt).toBe(1)
    await world.t.advanceTo(new Date(world.now().getTime() + PRESENCE_MS))
    expect((await world.detail('agent', hall)).onlineCnt).toBe(0)
  })
})
