import { beforeAll, expect, test } from 'vitest'
import { TENANT_HEADER } from '#contract/workbench.ts'
import { DAY, formatDate, HOUR, MINUTE } from '#contract/time.ts'
import { PEOPLE } from '#demo/people.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { DEMO_PASSWORD, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract/meetings.ts'
import * as o from '../contract/online.ts'
import * as r from '../contract/rooms.ts'
import { REMINDER_MS } from '../rules/meeting.ts'
import { holds, keepsRoom, later, toldTo } from './testing/world.ts'

/* Rooms and what is booked of them: who may, when, and what others learn of it. */

let t: TestSystem
let buyer: HttpClient
let colleague: HttpClient
let agent: HttpClient
let supplier: HttpClient
let elsewhere: HttpClient
let orderId: string
beforeAll(async () => {
  const from = await fromState('published')
  t = from.t
  orderId = from.facts.orderId
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  colleague = await t.login('finance1', { workbench: 'purchaser' })
  agent = await t.login('agent', { workbench: 'agency' })
  supplier = await t.login('supplier1', { workbench: 'supplier' })
  elsewhere = t.client()
  const login = { mode: 'password', account: 'bj-buyer', password: DEMO_PASSWORD }
  await elsewhere.raw('POST', '/api/login', login, { headers: { [TENANT_HEADER]: '3' } })
  elsewhere.workbench = 'purchaser'
})

const at = (clock: string) => later(t, clock)
const of = (meetingId: string) => ({ params: { meetingId } })
const detail = (client: HttpClient, meetingId: string) => client.call(c.meetingDetail, of(meetingId))
const day = () => formatDate(at('10:00'))
const spansOf = async (client: HttpClient, roomId: string) => {
  const { rooms } = await client.call(r.roomDay, { query: { day: day() } })
  return rooms.find((room) => room.roomId === roomId)?.spans ?? []
}

test('a room is kept by the administrator, and seen by the people of its company alone', async () => {
  const roomId = await keepsRoom(buyer, '评标一室')
  const { rooms, isKeeper } = await colleague.call(r.rooms, {})
  expect(isKeeper).toBe(false)
  expect(rooms.map(({ name }) => name)).toContain('评标一室')
  const room = { name: '评标一室', kind: 2, place: '', seats: 8, equipment: '', hours: rooms[0]!.hours }
  const params = { roomId }
  expect((await colleague.refused(r.updateRoom, { params, body: room })).status).toBe(403)
  for (const stranger of [agent, elsewhere]) {
    expect((await stranger.refused(r.updateRoom, { params, body: room })).status).toBe(404)
    expect((await stranger.call(r.rooms, {})).rooms.map(({ roomId: id }) => id)).not.toContain(roomId)
    const body = { title: '借用', roomId, from: at('10:00'), until: at('11:00') }
    expect((await stranger.refused(c.createMeeting, { body })).status).toBe(404)
  }
  expect((await supplier.refused(r.rooms, {})).status).toBe(403)
  expect((await supplier.refused(r.roomDay, { query: { day: day() } })).status).toBe(403)
  expect(await buyer.refused(r.createRoom, { body: { ...room, kind: 2 } })).toMatchObject({
    code: 10001,
    message: expect.stringContaining('已有名为') as string,
  })
})

test('times that touch are allowed, times that meet are refused with who has the room', async () => {
  const roomId = await keepsRoom(buyer, '二层会议室')
  await holds(buyer, { title: '上午例会', roomId, from: at('10:00'), until: at('11:00') })
  await holds(colleague, { title: '紧接着', roomId, from: at('11:00'), until: at('12:00') })
  for (const [from, until] of [
    ['10:59', '11:30'],
    ['09:00', '10:01'],
    ['10:15', '10:30'],
    ['09:00', '13:00'],
  ] as const) {
    const body = { title: '冲突', roomId, from: at(from), until: at(until) }
    const refusal = await colleague.refused(c.createMeeting, { body })
    expect(refusal).toMatchObject({ code: 10003, message: expect.stringContaining('已被占用') as string })
    expect(refusal.message).toContain(PEOPLE.buyer.name)
    expect(refusal.message).not.toContain('上午例会')
  }
})

test('sixteen at once for one room: one has it, also where the database alone is asked', async () => {
  const roomId = await keepsRoom(buyer, '三层会议室')
  const tries = await Promise.allSettled(
    Array.from({ length: 16 }, (_, i) =>
      holds(i % 2 === 0 ? buyer : colleague, {
        title: `抢订${i}`,
        roomId,
        from: at('14:00'),
        until: at(i % 3 === 0 ? '15:00' : '15:30'),
      }),
    ),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await spansOf(buyer, roomId)).toHaveLength(1)
  const copies = await Promise.allSettled(
    Array.from({ length: 16 }, () =>
      t.owner.query(
        `insert into meeting (tenant_id, id, company_id, host_id, host_name, title, agenda, from_at, until_at, room_id, room_no, online, created_at)
         select tenant_id, gen_random_uuid(), company_id, host_id, host_name, title, agenda,
           from_at + interval '4 hours', until_at + interval '4 hours', room_id, room_no, online, created_at
         from meeting where room_id = $1 order by from_at limit 1`,
        [roomId],
      ),
    ),
  )
  expect(copies.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('outside of hours, in a closure, in the past, for too long or too far ahead nothing is booked', async () => {
  const roomId = await keepsRoom(buyer, '四层会议室')
  const refusal = async (from: string, until: string) =>
    (await buyer.refused(c.createMeeting, { body: { title: '不可预订', roomId, from, until } })).message
  expect(await refusal(at('07:30'), at('09:00'))).toContain('不开放')
  expect(await refusal(at('19:00'), at('20:01'))).toContain('不开放')
  const closed = { from: at('12:00'), until: at('14:00'), reason: '设备检修' }
  await holds(buyer, { title: '已订', roomId, from: at('13:00'), until: at('13:30') })
  const { closureId, meetings } = await buyer.call(r.closeRoom, { params: { roomId }, body: closed })
  expect(meetings).toEqual([expect.stringContaining(PEOPLE.buyer.name)])
  expect(await refusal(at('11:00'), at('12:30'))).toContain('设备检修')
  const past = new Date(Math.floor((t.kernel.clock.now().getTime() - HOUR) / MINUTE) * MINUTE)
  expect(await refusal(past.toISOString(), at('09:00'))).toMatch(/开始时间不能早于当前时间|24 小时/)
  const far = (clock: string) => new Date(Date.parse(at(clock)) + 181 * DAY).toISOString()
  expect(await refusal(far('09:00'), far('10:00'))).toContain('180 天')
  const long = new Date(Date.parse(at('09:00')) + DAY + MINUTE).toISOString()
  expect(
    await buyer.refused(c.createMeeting, { body: { title: '太长', roomId, from: at('09:00'), until: long } }),
  ).toMatchObject({
    code: 10001,
  })
  await buyer.call(r.reopenRoom, { params: { roomId, closureId } })
  await holds(buyer, { title: '可以了', roomId, from: at('11:00'), until: at('12:30') })
  const { rooms } = await buyer.call(r.rooms, {})
  const { roomId: _, closures: _closures, ...room } = rooms.find((one) => one.roomId === roomId)!
  await buyer.call(r.updateRoom, { params: { roomId }, body: { ...room, isEnabled: false } })
  expect(await refusal(at('16:00'), at('17:00'))).toContain('已停用')
  expect(await spansOf(buyer, roomId)).toHaveLength(2)
})

test('what a meeting is about is known to its own people; others of the company learn whom to ask', async () => {
  const roomId = await keepsRoom(buyer, '五层会议室')
  const body = { title: '薪酬方案讨论', roomId, from: at('10:00'), until: at('11:00'), agenda: '仅限参会人' }
  const meetingId = await holds(buyer, body)
  expect(await spansOf(colleague, roomId)).toMatchObject([
    { title: null, who: PEOPLE.buyer.name, meetingId: null, isOwn: false },
  ])
  expect(await spansOf(buyer, roomId)).toMatchObject([{ title: body.title, meetingId, isOwn: true }])
  const listed = async (keyword: string) =>
    (await colleague.call(c.meetingPage, { query: { scope: 'company', keyword } })).rows
  expect(await listed('薪酬')).toEqual([])
  expect((await listed(PEOPLE.buyer.name)).map(({ title }) => title)).toContain(null)
  for (const stranger of [colleague, agent, supplier, elsewhere]) {
    expect((await stranger.refused(c.meetingDetail, of(meetingId))).status).toBe(404)
    expect((await stranger.refused(c.answerMeeting, { ...of(meetingId), body: { answer: 'coming' } })).status).toBe(404)
    expect((await stranger.refused(c.cancelMeeting, { ...of(meetingId), body: { reason: '我要用' } })).status).toBe(404)
    expect((await stranger.refused(c.changeMeeting, { ...of(meetingId), body })).status).toBe(404)
    expect((await stranger.refused(c.writeMinutes, { ...of(meetingId), body: { minutes: '我写的' } })).status).toBe(404)
    expect((await stranger.refused(o.beginMeeting, of(meetingId))).status).toBe(404)
    expect((await stranger.refused(o.hostBeat, of(meetingId))).status).toBe(404)
    expect((await stranger.refused(o.endMeeting, of(meetingId))).status).toBe(404)
    expect((await stranger.refused(o.enterMeeting, of(meetingId))).status).toBe(404)
    expect((await stranger.refused(o.meetingRoom, of(meetingId))).status).toBe(404)
    expect((await stranger.refused(o.hereInMeeting, of(meetingId))).status).toBe(404)
    expect((await stranger.refused(o.sayInMeeting, { ...of(meetingId), body: { content: '在吗' } })).status).toBe(404)
    expect((await stranger.refused(o.invite, { ...of(meetingId), body: { guest: '我' } })).status).toBe(404)
  }
})

test('people of the own company are asked by name, those of others by a link for one of them', async () => {
  const userIds = [PEOPLE.finance1.id]
  const room = await keepsRoom(buyer, '六层会议室')
  const body = { title: '供应商交流会', roomId: room, from: at('15:00'), until: at('16:00'), userIds }
  for (const id of [PEOPLE.supplier1.id, PEOPLE.expert1.id, PEOPLE.disabled1.id, PEOPLE['bj-buyer'].id])
    expect(await buyer.refused(c.createMeeting, { body: { ...body, userIds: [id] } })).toMatchObject({ code: 10001 })
  const { people } = await buyer.call(c.colleagues, {})
  expect(people.map(({ name }) => name)).not.toContain(PEOPLE.expert1.name)
  const meetingId = await holds(buyer, body)
  await colleague.call(c.answerMeeting, { ...of(meetingId), body: { answer: 'away' } })
  expect(await colleague.refused(o.invite, { ...of(meetingId), body: { guest: '朋友' } })).toMatchObject({
    code: 10008,
  })
  expect((await colleague.refused(c.changeMeeting, { ...of(meetingId), body })).status).toBe(403)

  const { code, invitationId } = await buyer.call(o.invite, { ...of(meetingId), body: { guest: '沈瑶' } })
  const by = { params: { code } }
  expect(await supplier.call(o.invitation, by)).toMatchObject({ title: body.title, state: 'open' })
  expect((await elsewhere.refused(o.invitation, by)).status).toBe(404)
  expect((await supplier.refused(o.invitation, { params: { code: `${code.slice(1)}A` } })).status).toBe(404)
  const joined = await Promise.allSettled([supplier, agent].map((one) => one.call(o.acceptInvitation, by)))
  expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [guest, other] = joined[0]!.status === 'fulfilled' ? [supplier, agent] : [agent, supplier]
  expect(await other.refused(o.acceptInvitation, by)).toMatchObject({ code: 10002 })
  expect((await other.refused(c.meetingDetail, of(meetingId))).status).toBe(404)
  const seen = await detail(guest, meetingId)
  expect(seen).toMatchObject({
    title: body.title,
    isHost: false,
    order: null,
    bill: null,
    invitations: [],
    roomId: null,
  })
  expect((await detail(buyer, meetingId)).people.map(({ answer }) => answer).toSorted()).toEqual([
    'away',
    'coming',
    'coming',
  ])
  await buyer.call(o.withdrawInvitation, { params: { meetingId, invitationId } })
  expect((await guest.refused(c.meetingDetail, of(meetingId))).status).toBe(404)
  expect((await guest.refused(o.invitation, by)).status).toBe(404)
})

test('an order is named for those of the own company who may open it, and by nobody else', async () => {
  const userIds = [PEOPLE.finance1.id]
  const body = {
    title: '标前讨论',
    online: 'platform' as const,
    from: at('09:00'),
    until: at('10:00'),
    orderId,
    userIds,
  }
  for (const stranger of [agent, elsewhere])
    expect((await stranger.refused(c.createMeeting, { body: { ...body, userIds: [] } })).status).toBe(404)
  for (const without of [colleague, supplier])
    expect(await without.refused(c.createMeeting, { body: { ...body, userIds: [] } })).toMatchObject({
      message: '没有查看采购单的权限',
    })
  expect((await colleague.call(c.meetingOrders, {})).orders).toEqual([])
  const { orders } = await buyer.call(c.meetingOrders, {})
  expect(orders.map((order) => order.orderId)).toContain(orderId)
  const meetingId = await holds(buyer, body)
  expect((await detail(buyer, meetingId)).order).toMatchObject({ orderId })
  expect((await detail(colleague, meetingId)).order).toBeNull()
})

test('a meeting at the company’s own address is neither begun here nor billed; the address comes shortly before', async () => {
  const body = { title: '月度会', online: 'link' as const, from: at('13:00'), until: at('14:00') }
  expect(await buyer.refused(c.createMeeting, { body })).toMatchObject({ code: 10001 })
  for (const link of ['http://meet.example.com', 'https://user@meet.example.com/x', 'javascript:alert(1)'])
    expect(await buyer.refused(r.setLink, { body: { link } })).toMatchObject({ code: 10001 })
  expect((await colleague.refused(r.setLink, { body: { link: '' } })).status).toBe(403)
  await buyer.call(r.setLink, { body: { link: 'https://meet.example.com/{{room}}' } })
  const meetingId = await holds(buyer, body)
  expect(await buyer.refused(o.enterMeeting, of(meetingId))).toMatchObject({ code: 10002 })
  expect(await buyer.refused(o.beginMeeting, of(meetingId))).toMatchObject({ code: 10002 })
  await t.settle()
  await t.advanceTo(new Date(Date.parse(body.from) - 20 * MINUTE))
  const { url } = await buyer.call(o.enterMeeting, of(meetingId))
  expect(url).toMatch(/^https:\/\/meet\.example\.com\/[\da-f]{12}$/)
  expect(await detail(buyer, meetingId)).toMatchObject({ bill: null, run: 'none' })
})

test('who is asked is told when it is moved and cancelled, and shortly before it; answers are asked for anew', async () => {
  const roomId = await keepsRoom(buyer, '七层会议室')
  const body = { title: '进度会', roomId, from: at('17:00'), until: at('18:00'), userIds: [PEOPLE.finance1.id] }
  const meetingId = await holds(buyer, body)
  await colleague.call(c.answerMeeting, { ...of(meetingId), body: { answer: 'coming' } })
  await buyer.call(c.changeMeeting, { ...of(meetingId), body: { ...body, agenda: '只补充议程' } })
  expect((await detail(colleague, meetingId)).answer).toBe('coming')
  await buyer.call(c.changeMeeting, { ...of(meetingId), body: { ...body, from: at('16:00'), until: at('17:00') } })
  expect((await detail(colleague, meetingId)).answer).toBe('')
  // What it left is free again, and what it has now is not.
  await holds(colleague, { title: '补位', roomId, from: at('17:00'), until: at('18:00') })
  expect((await buyer.refused(c.changeMeeting, { ...of(meetingId), body: { ...body, from: at('16:30') } })).code).toBe(
    10003,
  )
  const other = await holds(buyer, { ...body, title: '进度会（取消）', from: at('09:00'), until: at('10:00') })
  await buyer.call(c.cancelMeeting, { ...of(other), body: { reason: '改期' } })
  expect(await buyer.refused(c.changeMeeting, { ...of(other), body })).toMatchObject({ code: 10002 })
  await holds(colleague, { title: '空出来的', roomId, from: at('09:00'), until: at('10:00') })
  await t.settle()
  await t.advanceTo(new Date(Date.parse(at('16:00')) - REMINDER_MS + 1000))
  await expect
    .poll(() => toldTo(t, colleague, { identity: 'purchaser', title: '进度会' }), PATIENT)
    .toEqual(['meeting.invited', 'meeting.moved', 'meeting.invited', 'meeting.cancelled', 'meeting.soon'])
})
