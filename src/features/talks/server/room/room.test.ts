import { beforeAll, expect, test } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { drawn } from '#demo/play/drawn.ts'
import { awaitTurns, beginPanel, declare, drawTurns, judgeResponses } from '#demo/play/panels.ts'
import { fromState } from '#demo/states/from-state.ts'
import { listen, openTopics } from '#demo/sweep/sweep.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as c from '../../contract-room.ts'
import * as round from '../../contract-round.ts'
import { PRESENCE_MS } from '../../rules-room.ts'

/* The room of a talk that a group holds with the supplier whose turn came first: both sides, the group, and everybody else. */

const ACCOUNTS = ['supplier1', 'supplier2', 'supplier3', 'supplier4'] as const
const WRONG_STATE = { code: 10002 }

let t: TestSystem
let orderId: string
let buyer: HttpClient
let expert: HttpClient
let ours: HttpClient
let rival: HttpClient
let rivalId: string
let params: { talkId: string }

const room = (client: HttpClient) => client.call(c.talkRoom, { params })
const say = (client: HttpClient, content: string) => client.call(c.sayInTalk, { params, body: { content } })
const refusedToSay = (client: HttpClient) => client.refused(c.sayInTalk, { params, body: { content: '我方报价' } })

beforeAll(async () => {
  const state = await fromState('responded')
  t = state.t
  ;({ orderId } = state.facts)
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  const members = await Promise.all(
    (['buyer2', 'expert1', 'expert2'] as const).map((account) =>
      t.login(account, { workbench: account === 'buyer2' ? 'purchaser' : 'expert' }),
    ),
  )
  expert = members[1]!
  await beginPanel(buyer, orderId, { representatives: ['王宁'], experts: ['何清源', '方敏'] })
  for (const member of members) await declare(member, orderId)
  for (const member of members) await judgeResponses(member, orderId)
  await drawTurns(buyer, orderId, t.kernel.clock.now())
  await drawn(t, orderId)
  await awaitTurns(buyer, orderId)
  const { talks } = await buyer.call(round.roundTalks, { params: { orderId } })
  const { talkId, tradeId } = talks.find(({ turn }) => turn === 1)!
  params = { talkId }
  const accountOf = (id: string) => ACCOUNTS.find((account) => state.facts.trades[account] === id)!
  ours = await t.login(accountOf(tradeId), { workbench: 'supplier' })
  const other = accountOf(talks.find(({ turn }) => turn === 2)!.tradeId)
  rivalId = PEOPLE[other].id
  rival = await t.login(other, { workbench: 'supplier' })
})

test('before the call the supplier finds no room, before the beginning nobody writes', async () => {
  expect(await ours.refused(c.talkRoom, { params })).toMatchObject({ status: 404 })
  await buyer.call(round.callToTalk, { params: { orderId, ...params } })
  expect((await room(ours)).blocked).toBe('谈判尚未开始')
  for (const client of [buyer, expert, ours]) expect(await refusedToSay(client)).toMatchObject(WRONG_STATE)
})

test('while it is held both sides and the group write, and each hears the other at once', async () => {
  await buyer.call(round.beginRoundTalk, { params: { orderId, ...params } })
  const heardByUs = await listen(ours, [`talk-supplier:${params.talkId}`])
  const heardByExpert = await listen(expert, [`talk-buyer:${params.talkId}`])
  await say(expert, '质保期能否延长至五年？')
  await say(ours, '可以延长，价格不变。')
  await say(buyer, '请写入重新提交的响应文件。')
  const [toUs, toExpert] = await Promise.all([heardByUs('重新提交的响应文件'), heardByExpert('重新提交的响应文件')])
  for (const text of [toUs, toExpert]) expect(text).toContain('可以延长，价格不变。')
  expect(toExpert).toContain('何清源')
  const seen = await room(expert)
  expect(seen.lines.map(({ side, content }) => [side, content])).toEqual([
    ['buyer', '质保期能否延长至五年？'],
    ['supplier', '可以延长，价格不变。'],
    ['buyer', '请写入重新提交的响应文件。'],
  ])
  expect(seen.lines[0]!.name).toBe('何清源')
  expect(Date.parse(seen.endsAt!) - Date.parse(seen.beganAt!)).toBe(30 * MINUTE)
  // Who sits in the group the supplier learns neither by the call nor by the event.
  const names = ['何清源', '方敏', '王宁', '张晓']
  for (const text of [JSON.stringify(await room(ours)), toUs])
    for (const name of names) expect(text).not.toContain(name)
  expect((await room(ours)).lines[0]).toMatchObject({ side: 'buyer', name: '采购方' })
})

test('who is there is told with names to the buyer, to the supplier without', async () => {
  for (const client of [buyer, expert, ours]) await client.call(c.hereInTalk, { params })
  expect((await room(buyer)).people.map(({ side }) => side).toSorted()).toEqual(['buyer', 'buyer', 'supplier'])
  expect((await room(ours)).people.filter(({ side }) => side === 'buyer')).toEqual([{ side: 'buyer', name: '采购方' }])
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + PRESENCE_MS + 1_000))
  expect((await room(buyer)).people).toEqual([])
})

test('is there for nobody else: rivals, people without a seat, other tenants, the wrong workbench', async () => {
  const outsider = await t.login('expert3', { workbench: 'expert' })
  const agent = await t.login('agent', { workbench: 'agency' })
  const elsewhere = await t.login('supplier5', { workbench: 'supplier' })
  for (const client of [rival, outsider, agent, elsewhere])
    for (const refusal of [
      await client.refused(c.talkRoom, { params }),
      await refusedToSay(client),
      await client.refused(c.hereInTalk, { params }),
    ])
      expect(refusal.status).toBe(404)
  const admin = await t.login('admin', { workbench: 'admin' })
  expect([403, 404]).toContain((await admin.refused(c.talkRoom, { params })).status)
  expect(await openTopics(rival, [params.talkId, rivalId])).not.toEqual(
    expect.arrayContaining([expect.stringContaining('talk')]),
  )
  expect(await openTopics(ours, [params.talkId])).toEqual([`talk-supplier:${params.talkId}`])
})

test('empty and too long lines are refused', async () => {
  for (const content of ['', '   ', 'x'.repeat(1001)])
    expect(await ours.refused(c.sayInTalk, { params, body: { content } })).toMatchObject({ code: 10001 })
})

test('once the minutes are written nobody writes any more, and both sides still read', async () => {
  const people = [
    { side: 'buyer' as const, name: '张晓', unit: COMPANIES.hospital.name, title: '' },
    { side: 'supplier' as const, name: '代表', unit: '供应商', title: '' },
  ]
  const body = { endedAt: t.kernel.clock.now().toISOString(), people, content: '质保期延长至五年' }
  await buyer.call(round.writeRoundTalk, { params: { orderId, ...params }, body })
  for (const client of [buyer, expert, ours])
    expect((await refusedToSay(client)).message).toBe('谈判已结束，不能再发言')
  for (const client of [buyer, expert, ours]) expect((await room(client)).lines.length).toBeGreaterThanOrEqual(3)
})
