import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { fromState } from '#demo/states/from-state.ts'
import { platformRefund } from '#features/payment/contract/finance.ts'
import { placeOrder } from '#features/payment/contract/order.ts'
import { PRODUCTS } from '#features/payment/rules/catalogue.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract/meetings.ts'
import * as o from '../contract/online.ts'
import { OVERRUN_MS, SILENCE_MS } from '../rules/meeting.ts'
import { checkBills } from './check.ts'
import { buysMinutes, holds, toldTo } from './testing/world.ts'

/* Online meetings: what is billed of them while the host is present, and what happens when nobody is heard of or nothing is left. */

let t: TestSystem
let buyer: HttpClient
let colleague: HttpClient
beforeAll(async () => {
  ;({ t } = await fromState('people'))
  buyer = await t.login('buyer', { workbench: 'purchaser' })
  colleague = await t.login('finance1', { workbench: 'purchaser' })
})
beforeEach(async () => {
  await t.settle()
  await t.owner.query(
    `delete from meeting_charge; delete from meeting_run; delete from service_lot where product = 'meeting';
     delete from timer where kind like 'meeting.%'`,
  )
})

const of = (meetingId: string) => ({ params: { meetingId } })
const beat = (meetingId: string) => buyer.call(o.hostBeat, of(meetingId))
const detail = (meetingId: string) => buyer.call(c.meetingDetail, of(meetingId))
const pass = (ms: number) => t.advanceTo(new Date(t.kernel.clock.now().getTime() + ms))
/** A meeting that begins within the next minutes. */
const meets = (client: HttpClient = buyer, more: object = {}) => {
  const from = (Math.floor(t.kernel.clock.now().getTime() / MINUTE) + 2) * MINUTE
  const span = { from: new Date(from).toISOString(), until: new Date(from + 30 * MINUTE).toISOString() }
  return holds(client, { title: '线上沟通会', ...span, online: 'platform', ...more })
}
const lot = async () => {
  const { rows } = await t.owner.query<{ used: number; held: number }>(
    `select sum(used)::int as used, sum(held)::int as held from service_lot where product = 'meeting'`,
  )
  return rows[0]!
}
const runs = async (meetingId: string) => {
  const { rows } = await t.owner.query<{ minutes: number; seconds: number; reason: string; isAtSeen: boolean }>(
    `select minutes, extract(epoch from seen_at - from_at)::float as seconds, end_reason as reason,
       coalesce(ended_at = seen_at, false) as "isAtSeen"
     from meeting_run where meeting_id = $1 order by from_at`,
    [meetingId],
  )
  return rows
}
/** Bills, packages and signs of life agree. */
const agrees = async (meetingId: string) => {
  const billed = await runs(meetingId)
  const minutes = billed.reduce((sum, run) => sum + Math.max(1, Math.ceil(run.seconds / 60)), 0)
  expect((await detail(meetingId)).bill?.minutes).toBe(minutes)
  expect(await lot()).toEqual({ used: minutes, held: 0 })
  expect(await checkBills(t.kernel, 1)).toEqual([])
  return minutes
}

test('each minute that has begun is billed once, from the begin to the end, and the check finds what was altered', async () => {
  await buysMinutes(t, 'hospital', 3000)
  const meetingId = await meets(buyer, { userIds: [PEOPLE.finance1.id] })
  expect(await colleague.refused(o.beginMeeting, of(meetingId))).toMatchObject({ code: 10008 })
  expect(await colleague.refused(o.enterMeeting, of(meetingId))).toMatchObject({ code: 10002 })
  expect(await buyer.refused(o.endMeeting, of(meetingId))).toMatchObject({ code: 10002 })
  const begun = await Promise.allSettled(Array.from({ length: 4 }, () => buyer.call(o.beginMeeting, of(meetingId))))
  expect(begun.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  expect(await runs(meetingId)).toHaveLength(1)
  for (let i = 0; i < 3; i++) {
    await pass(70_000)
    expect(await beat(meetingId)).toMatchObject({ run: 'present', isLow: false })
    await agrees(meetingId)
  }
  expect(await colleague.refused(o.hostBeat, of(meetingId))).toMatchObject({ code: 10008 })
  expect(await buyer.refused(c.cancelMeeting, { ...of(meetingId), body: { reason: '不开了' } })).toMatchObject({
    code: 10002,
  })
  await pass(70_000)
  await Promise.allSettled(Array.from({ length: 4 }, () => buyer.call(o.endMeeting, of(meetingId))))
  expect(await buyer.refused(o.endMeeting, of(meetingId))).toMatchObject({ code: 10002 })
  const minutes = await agrees(meetingId)
  expect(minutes).toBeGreaterThanOrEqual(5)
  await pass(70_000)
  expect(await beat(meetingId)).toMatchObject({ run: 'ended', minutes })
  expect(await runs(meetingId)).toMatchObject([{ reason: 'ended' }])
  await buyer.call(c.writeMinutes, { ...of(meetingId), body: { minutes: '议定三项' } })
  expect(await colleague.call(c.meetingDetail, of(meetingId))).toMatchObject({ record: '议定三项', stage: 'over' })
  await expect(t.owner.query('update meeting_run set minutes = minutes + 1')).rejects.toMatchObject({ code: 'KB002' })
  await t.owner.query('update meeting_charge set minutes = minutes + 1')
  expect((await checkBills(t.kernel, 1)).map(({ what }) => what)).toEqual(['meeting-package', 'meeting-run'])
})

test('a host who is not heard of is billed to the last sign of life, by timer, and goes on when there again', async () => {
  await buysMinutes(t, 'hospital', 3000)
  const meetingId = await meets()
  await buyer.call(o.beginMeeting, of(meetingId))
  await pass(90_000)
  await beat(meetingId)
  const minutes = await agrees(meetingId)
  await t.settle()
  await pass(SILENCE_MS + 5000)
  await vi.waitFor(
    async () => expect(await runs(meetingId)).toMatchObject([{ reason: 'silent', isAtSeen: true }]),
    PATIENT,
  )
  expect(await agrees(meetingId)).toBe(minutes)
  expect(await detail(meetingId)).toMatchObject({ run: 'away' })
  expect(await beat(meetingId)).toMatchObject({ run: 'present' })
  expect(await runs(meetingId)).toMatchObject([{ reason: 'silent' }, { reason: '' }])
  // Whoever is back before the timer is not billed for the silence either.
  await t.owner.query(`delete from timer where kind = 'meeting.silent'`)
  await pass(10 * MINUTE)
  await beat(meetingId)
  expect((await runs(meetingId)).map(({ reason }) => reason)).toEqual(['silent', 'silent', ''])
  expect(await agrees(meetingId)).toBe(minutes + 2)
  await buyer.call(o.endMeeting, of(meetingId))
})

test('when nothing is left the meeting rests, its host is told once, and it goes on with another package', async () => {
  expect(await buyer.refused(o.beginMeeting, of(await meets()))).toMatchObject({ code: 41003 })
  await buysMinutes(t, 'hospital', 3)
  const told = async () =>
    (await toldTo(t, buyer, { identity: 'purchaser' })).filter((kind) => kind === 'meeting.low').length
  const before = await told()
  const meetingId = await meets()
  await buyer.call(o.beginMeeting, of(meetingId))
  await buyer.call(o.enterMeeting, of(meetingId))
  await buyer.call(o.sayInMeeting, { ...of(meetingId), body: { content: '大家好' } })
  for (let i = 0; i < 3; i++) {
    await pass(70_000)
    await beat(meetingId)
  }
  expect(await beat(meetingId)).toEqual({ run: 'away', minutes: 3, remain: 0, isLow: true })
  expect(await runs(meetingId)).toMatchObject([{ minutes: 3, reason: 'used', isAtSeen: true }])
  expect(await told()).toBe(before + 1)
  expect((await buyer.refused(o.sayInMeeting, { ...of(meetingId), body: { content: '还在吗' } })).code).toBe(10002)
  await buysMinutes(t, 'hospital', 60)
  expect(await beat(meetingId)).toMatchObject({ run: 'present', minutes: 4, remain: 59, isLow: false })
  expect(await agrees(meetingId)).toBe(4)
  await buyer.call(o.endMeeting, of(meetingId))
})

test('two hosts of a company at once share its packages, and what one has the other has not', async () => {
  await buysMinutes(t, 'hospital', 1)
  const meetings = [await meets(buyer), await meets(colleague)] as const
  const begun = await Promise.allSettled([
    buyer.call(o.beginMeeting, of(meetings[0])),
    colleague.call(o.beginMeeting, of(meetings[1])),
  ])
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await lot()).toEqual({ used: 1, held: 0 })
  expect(await checkBills(t.kernel, 1)).toEqual([])
})

test('a page that was left open ends with the meeting, two hours behind its time', async () => {
  await buysMinutes(t, 'hospital', 3000)
  const meetingId = await meets()
  await buyer.call(o.beginMeeting, of(meetingId))
  const until = Date.parse((await detail(meetingId)).until)
  await t.settle()
  await t.advanceTo(new Date(until + OVERRUN_MS - 90_000))
  expect(await beat(meetingId)).toMatchObject({ run: 'present' })
  await pass(100_000)
  expect(await beat(meetingId)).toMatchObject({ run: 'ended' })
  expect((await runs(meetingId)).at(-1)).toMatchObject({ reason: 'overrun' })
  await agrees(meetingId)
})

test('of a package that is given back the unused minutes are paid back, to the cent and no more', async () => {
  const admin = await t.login('admin', { workbench: 'admin' })
  const world = actsIn(t, buyer)
  const { skus } = PRODUCTS.find(({ code }) => code === 'meeting')!
  const made = await buyer.call(placeOrder, {
    body: { skuId: skus[0]!.id, count: 1, payMethod: PayMethod.values.wechat },
  })
  await world.isBegun(made.payCode!)
  await world.play(made.payCode!, 'pay')
  await vi.waitFor(async () => {
    const { rows } = await t.owner.query(
      `select quantity, paid from service_lot where product = 'meeting' and company_id = $1`,
      [COMPANIES.hospital.id],
    )
    expect(rows).toEqual([{ quantity: 3000, paid: '400.00' }])
  }, PATIENT)
  const meetingId = await meets()
  await buyer.call(o.beginMeeting, of(meetingId))
  await pass(61_000)
  await beat(meetingId)
  const minutes = await agrees(meetingId)
  const worth = (Math.floor((400_00 * (3000 - minutes)) / 3000) / 100).toFixed(2)
  const refund = (amount: string) => ({ body: { orderId: made.orderId, amount, reason: '不再使用' } })
  const more = (Number(worth) + 0.01).toFixed(2)
  expect(await admin.refused(platformRefund, refund(more))).toMatchObject({
    code: 10060,
    details: { available: worth },
  })
  await admin.call(platformRefund, refund(worth))
  await pass(61_000)
  expect(await beat(meetingId)).toMatchObject({ run: 'away', remain: 0 })
  expect(await checkBills(t.kernel, 1)).toEqual([])
})
