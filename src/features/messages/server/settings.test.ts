import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { enterCompany } from '#features/passport/contract.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { messagePage } from '../contract.ts'
import * as c from '../contract-settings.ts'
import { type Channel, OUTSIDE } from '../rules.ts'
import { type Notice, notify } from './public.ts'
import { blind } from '#server/testing/sealed.ts'

let system: TestSystem
let supplier: HttpClient
const { id: userId } = PEOPLE.supplier1
const supplierQuery = { query: { identity: 'supplier' as const } }

beforeAll(async () => {
  system = await testSystem({ from: 'people' })
  supplier = await system.login('supplier1', { workbench: 'supplier' })
  await verify(supplier, 'shen@example.com')
  await system.owner.query(`update app_user set wx_openid = 'o-1' where id = $1`, [userId])
  for (const channel of OUTSIDE) await setMode(channel, 'now')
})
beforeEach(async () => {
  await system.owner.query(
    'delete from message_delivery; delete from channel_outbox; delete from message_choice; delete from message',
  )
})

const tell = (more: Partial<Notice> = {}) =>
  inContext(system.kernel, { tenantId: 1, actor: null }, (ctx) =>
    notify(ctx, {
      to: { userIds: [userId] },
      identity: 'supplier',
      kind: 'order.bid-reminder',
      title: '标题',
      content: '内容',
      ...more,
    }),
  )
const setMode = (channel: (typeof OUTSIDE)[number], mode: 'now' | 'daily' | 'weekly', more = {}) =>
  supplier.call(c.setRhythm, {
    params: { channel },
    body: { mode, hour: 8, weekday: 1, quietFrom: null, quietTo: null, ...more },
  })
const turn = (kind: string, channel: Channel, on: boolean) =>
  supplier.call(c.chooseMessages, { body: { identity: 'supplier', choices: [{ kind, channel, on }] } })

async function verify(client: HttpClient, email: string): Promise<void> {
  await client.call(c.askEmailCode, { body: { email } })
  await client.call(c.confirmEmail, { body: { code: await codeFor(email) } })
}

async function codeFor(email: string): Promise<string> {
  const { rows } = await system.owner.query<{ body: string }>(
    'select body from channel_outbox where recipient_hash = $1 order by id desc limit 1',
    [blind('channel_outbox.recipient', email)],
  )
  return /\d{6}/.exec(rows[0]!.body)![0]
}

/** Channels that the newest message went by, the inbox among them. */
async function wentBy(): Promise<string[]> {
  const { rows } = await system.owner.query<{ channel: string }>(
    'select channel from message_delivery where outbox_id is not null order by channel',
  )
  const shown = (await supplier.call(messagePage, supplierQuery)).total > 0
  return [...(shown ? ['inbox'] : []), ...rows.map((row) => row.channel)]
}

const ALL = ['inbox', 'email', 'sms', 'wechat']
test.each<[what: string, kind: string, choices: [Channel, boolean][], by: string[]]>([
  ['an urgent kind, nothing chosen', 'order.bid-reminder', [], ALL],
  ['one without text messages', 'order.bid-reminder', [['sms', false]], ['inbox', 'email', 'wechat']],
  [
    'for the pocket only',
    'order.bid-reminder',
    [
      ['inbox', false],
      ['email', false],
      ['wechat', false],
    ],
    ['sms'],
  ],
  ['nothing at all', 'order.bid-reminder', ALL.map((channel) => [channel as Channel, false]), []],
  ['a kind by letter', 'objection.answered', [], ['inbox', 'email']],
  ['by letter and by text', 'objection.answered', [['sms', true]], ['inbox', 'email', 'sms']],
  ['a kind that nobody declared', 'nobody.knows', [], ['inbox']],
])('%s', async (_, kind, choices, by) => {
  for (const [channel, on] of choices) await turn(kind, channel, on)
  expect(await tell({ kind, eventId: 1 })).toBe(1)
  expect(await wentBy()).toEqual(by)
  // However often the event is delivered, and whatever was chosen.
  expect(await tell({ kind, eventId: 1 })).toBe(0)
  expect(await wentBy()).toEqual(by)
})

test('every kind of a workbench is listed with what is on; what is chosen in one workbench leaves the others alone', async () => {
  const before = await supplier.call(c.messageSettings, supplierQuery)
  expect(before.kinds.map((k) => k.kind)).toEqual([
    'account.security',
    'notice.published',
    'order.awarded',
    'order.result-fell',
    'bond.decided',
    'saved-search.match',
    'follow.order',
    'follow.company',
    'trade.decided',
    'order.invited',
    'order.bid-reminder',
    'order.open-time',
    'order.key-reminder',
    'objection.complained',
    'objection.answered',
    'demand.invited',
    'demand.decided',
    'demand.moved',
    'demand.round',
    'demand.ended',
    'demand.withdrawn',
    'demand.reminder',
    'workflow.arrived',
    'workflow.reminded',
    'workflow.copied',
    'workflow.ended',
    'workflow.delegated',
    'joint-key.step',
    'joint-key.care',
    'joint-key.invitation',
    'opening.jointAnswerWanted',
    'opening.outage',
    'opening.offerStarted',
    'opening.bond-fault',
    'auction.started',
    'auction.paused',
    'auction.resumed',
    'auction.outage',
    'auction.ended',
    'auction.abortive',
    'price-talk',
    'talk.recorded',
    'round-talk',
    'inquiry.round',
    'inquiry.release',
    'inquiry.answer',
    'light-review.ask',
    'panel.asked',
    'payment.paid',
    'payment.refunded',
    'payment.withdrawn',
    'payment.corrected',
    'service.released',
    'notice-export.done',
    'charge.sent',
    'invoice.result',
    'invoice.red',
    'invoice.asked',
    'sale.opened',
    'sale.due',
    'sale.overdue',
    'sale.paid',
    'sale.weighed',
    'sale.settled',
    'sale.defaulted',
    'meeting.invited',
    'meeting.moved',
    'meeting.cancelled',
    'meeting.soon',
    'meeting.low',
    'certificate.opened',
    'ca-application.rejected',
    'certificate.due',
    'e-sign.decided',
    'e-sign.asked',
    'e-sign.person',
    'sign-task.asked',
    'sign-task.ended',
    'bond.state',
    'recruit.invited',
    'recruit.changed',
    'recruit.decided',
    'recruit.result',
    'supplier.state',
    'supplier.list',
    'supplier.certificate',
    'appraisal.result',
    'contract.signing',
    'contract.order',
    'contract.payment',
    'contract.late',
    'frame.signing',
    'frame.competition',
    'frame.soon',
    'expert.application-decided',
    'review.ask',
    'review.correction',
    'review.round',
    'enterprise.audit.decided',
    'enterprise.service.decided',
    'enterprise.brand.decided',
    'enterprise.join.requested',
    'enterprise.join.decided',
    'enterprise.card.amount',
    'association.changed',
    'employee.invited',
    'employee.declined',
    'employee.administrator',
  ])
  expect(before.channels.map((ch) => [ch.channel, ch.goes, ch.address])).toEqual([
    ['email', 'demo', 's***@example.com'],
    ['sms', 'demo', '138****0111'],
    ['wechat', 'demo', '已绑定'],
  ])
  const multi = await system.login('multi')
  const work = async (identity: 'purchaser' | 'agency') => {
    const company = identity === 'agency' ? COMPANIES.agency : COMPANIES.hospital
    await multi.call(enterCompany, { body: { companyId: company.id } })
    multi.workbench = identity
    return (await multi.call(c.messageSettings, { query: { identity } })).kinds.find(
      (k) => k.kind === 'objection.created',
    )!.on
  }
  await work('purchaser')
  const choices = [{ kind: 'objection.created', channel: 'sms' as const, on: false }]
  await multi.call(c.chooseMessages, { body: { identity: 'purchaser', choices } })
  expect(await work('agency')).toEqual(['inbox', 'email', 'sms', 'wechat'])
  expect(await work('purchaser')).toEqual(['inbox', 'email', 'wechat'])
  // A workbench that the person may not enter is not there to be set.
  expect(await multi.refused(c.messageSettings, { query: { identity: 'supplier' } })).toMatchObject({ code: 10008 })
  expect(await multi.refused(c.chooseMessages, { body: { identity: 'supplier', choices } })).toMatchObject({
    code: 10008,
  })
})

test('what has legal effect stays in the inbox; kinds of other workbenches, odd hours and strangers are refused', async () => {
  const choose = (kind: string, channel: Channel) =>
    supplier.refused(c.chooseMessages, { body: { identity: 'supplier', choices: [{ kind, channel, on: false }] } })
  expect(await choose('trade.decided', 'inbox')).toMatchObject({
    code: 10001,
    message: '“报名审核结果”具有法律效力，站内消息不能关闭',
  })
  expect(await choose('review.started', 'sms')).toMatchObject({ code: 10001, message: '没有这种消息类型' })
  const rhythm = { mode: 'now' as const, hour: 8, weekday: 1, quietFrom: 22, quietTo: 22 }
  const refused = await supplier.refused(c.setRhythm, { params: { channel: 'sms' }, body: rhythm })
  expect(refused.message).toBe('免打扰的开始和结束时间不能相同')
  const half = await supplier.refused(c.setRhythm, { params: { channel: 'sms' }, body: { ...rhythm, quietTo: null } })
  expect(half.message).toBe('请同时选择免打扰的开始和结束时间')
  const stranger = system.client()
  expect(await stranger.refused(c.messageSettings, supplierQuery)).toMatchObject({ status: 401 })
  expect(
    await stranger.refused(c.setRhythm, { params: { channel: 'sms' }, body: { ...rhythm, quietTo: 8 } }),
  ).toMatchObject({ status: 401 })
  expect(await stranger.refused(c.forgetEmail, {})).toMatchObject({ status: 401 })
})

test('an address counts once its code was given; wrong codes are counted, old ones void', async () => {
  const client = await system.login('supplier2', { workbench: 'supplier' })
  const address = async () =>
    (await client.call(c.messageSettings, supplierQuery)).channels.find((ch) => ch.channel === 'email')!.address
  expect(await client.refused(c.confirmEmail, { body: { code: '123456' } })).toMatchObject({
    message: '请先获取验证码',
  })
  expect(await client.refused(c.askEmailCode, { body: { email: 'no address' } })).toMatchObject({
    message: '请输入正确的邮箱地址',
  })
  await client.call(c.askEmailCode, { body: { email: 'gu@example.com' } })
  expect(await client.refused(c.askEmailCode, { body: { email: 'gu@example.com' } })).toMatchObject({ code: 10006 })
  expect(await address()).toBeNull()
  const code = await codeFor('gu@example.com')
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let i = 0; i < 5; i++)
    expect(await client.refused(c.confirmEmail, { body: { code: wrong } })).toMatchObject({ message: '验证码不正确' })
  expect(await client.refused(c.confirmEmail, { body: { code } })).toMatchObject({
    message: '验证码已失效，请重新获取',
  })
  await system.advanceTo(new Date(system.kernel.clock.now().getTime() + 61_000))
  await verify(client, 'gu@example.com')
  expect(await address()).toBe('g***@example.com')
  // The same code a second time finds nothing to confirm.
  expect(await client.refused(c.confirmEmail, { body: { code } })).toMatchObject({ code: 10002 })
  await client.call(c.forgetEmail, {})
  expect(await address()).toBeNull()
  expect(await client.refused(c.forgetEmail, {})).toMatchObject({ status: 404 })
})

test('a digest holds what came until its hour, and a rhythm that changes takes along what waits', async () => {
  await setMode('email', 'weekly', { weekday: 3 })
  for (let n = 1; n <= 3; n++) await tell({ kind: 'objection.answered', title: `消息${n}` })
  const mails = async () =>
    (await system.owner.query<{ body: string }>(`select body from channel_outbox where channel = 'email' order by id`))
      .rows
  await system.settle()
  expect(await mails()).toEqual([])
  await setMode('email', 'daily', { hour: 9 })
  await system.advanceTo(new Date(system.kernel.clock.now().getTime() + DAY))
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  for (let n = 1; n <= 3; n++) expect(mail!.body).toContain(`${n}. 消息${n}`)
  await setMode('email', 'now')
  await tell({ kind: 'objection.answered', title: '消息4' })
  expect(await mails()).toHaveLength(2)
  // An address that is taken back takes what waits for it along: it lies in the inbox.
  await setMode('email', 'daily', { hour: 9 })
  await tell({ kind: 'objection.answered', title: '消息5' })
  await supplier.call(c.forgetEmail, {})
  await system.advanceTo(new Date(system.kernel.clock.now().getTime() + DAY))
  expect(await mails()).toHaveLength(2)
  await verify(supplier, 'shen@example.com')
})

test('whatever comes when, in whatever rhythm: every message is in exactly one text', async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('tell' as const), n: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('set' as const),
        mode: fc.constantFrom('now' as const, 'daily' as const, 'weekly' as const),
        hour: fc.integer({ min: 0, max: 23 }),
      }),
    },
  )
  const wait = (hours: number) => system.advanceTo(new Date(system.kernel.clock.now().getTime() + hours * HOUR))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
      await system.owner.query('delete from message_delivery; delete from channel_outbox; delete from message')
      let told = 0
      for (const one of steps) {
        if (one.do === 'wait') await wait(one.hours)
        else if (one.do === 'set') await setMode('email', one.mode, { hour: one.hour, quietFrom: 1, quietTo: 5 })
        else
          await Promise.all(
            Array.from({ length: one.n }, () => tell({ kind: 'objection.answered', title: `〔${++told}〕` })),
          )
      }
      await wait(8 * 24 + 12)
      const { rows } = await system.owner.query<{ subject: string; body: string }>(
        `select subject, body from channel_outbox where channel = 'email'`,
      )
      // One message alone has its title in the subject.
      const named = rows.flatMap(({ subject, body }) =>
        [...`${subject}\n${body}`.matchAll(/〔(\d+)〕/g)].map((m) => Number(m[1])),
      )
      expect(named.toSorted((a, b) => a - b)).toEqual(Array.from({ length: told }, (_, i) => i + 1))
    }),
    { numRuns: 6 },
  )
})
