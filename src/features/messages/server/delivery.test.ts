import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PEOPLE } from '#demo/people.ts'
import { inbox } from '#features/home/contract.ts'
import { sendSms } from '#features/passport/contract.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract-settings.ts'
import { RETRY_MS } from '../rules.ts'
import { notify } from './public.ts'
import { type Gateway, gateway, mailServer, type MailServer } from './testing/carriers.ts'

let system: TestSystem
let mail: MailServer
let sms: Gateway
let admin: HttpClient
const { id: userId, mobile } = PEOPLE.supplier3

beforeAll(async () => {
  ;[mail, sms] = await Promise.all([mailServer(), gateway()])
  system = await testSystem({ from: 'people' })
  admin = await system.login('admin', { workbench: 'admin' })
  const email = { tenant_id: 1, address: 'lu@example.com' }
  await system.owner.query('insert into message_email (tenant_id, user_id, address) values ($1, $2, $3)', [
    email.tenant_id,
    userId,
    email.address,
  ])
})
afterAll(() => {
  mail.close()
  sms.close()
  carriers(false)
})
beforeEach(async () => {
  carriers(true)
  Object.assign(mail, { refusing: false, received: [] })
  Object.assign(sms, { status: 200, requests: [] })
  await system.owner.query('delete from message_delivery; delete from channel_outbox; delete from message')
})

/** The environment of a system with a mail server and a text gateway, or without. */
function carriers(on: boolean): void {
  const env = { SMTP_URL: mail.url, SMTP_FROM: 'kb@example.com', SMS_URL: sms.url, SMS_KEY: 'k' }
  for (const [name, value] of Object.entries(env)) {
    if (on) process.env[name] = value
    else delete process.env[name]
  }
}

const tell = (title = '开标时间已到', kind = 'order.open-time') =>
  inContext(system.kernel, { tenantId: 1, actor: null }, (ctx) =>
    notify(ctx, {
      to: { userIds: [userId] },
      identity: 'supplier',
      kind,
      title,
      content: '请进入开标大厅。',
      link: '/supplier/bid/orders/1/info',
    }),
  )
const texts = (query: object = {}) => admin.call(c.textPage, { query })
const later = (ms: number) => system.advanceTo(new Date(system.kernel.clock.now().getTime() + ms))
/** To a time at which nobody is asleep. */
const toDaytime = () => {
  const noon = new Date(system.kernel.clock.now())
  noon.setUTCHours(28, 0, 0, 0)
  return system.advanceTo(noon)
}

test('a message reaches mailbox and telephone, once each', async () => {
  await toDaytime()
  await tell()
  await system.settle()
  expect(mail.received).toHaveLength(1)
  expect(mail.received[0]).toContain('To: lu@example.com')
  expect(mail.received[0]).toContain(Buffer.from('【开标云采】开标时间已到').toString('base64').slice(0, 20))
  expect(sms.requests.map((r) => JSON.parse(r.body) as object)).toMatchObject([
    { mobile, text: '【开标云采】开标时间已到：请进入开标大厅。' },
  ])
  await later(3 * 60_000)
  expect([mail.received.length, sms.requests.length]).toEqual([1, 1])
  const { rows, counts } = await texts()
  expect(rows.map((r) => `${r.state} ${r.attempts} ${r.recipient}`).toSorted()).toEqual([
    'sent 1 138****0113',
    'sent 1 l***@example.com',
  ])
  expect(counts).toMatchObject({ all: 2, sent: 2, failed: 0 })
})

test('a refusal is tried again, ever later, at last it is shown as failed and can be sent again', async () => {
  await toDaytime()
  Object.assign(mail, { refusing: true })
  await tell()
  await system.settle()
  const row = async () => (await texts({ channel: 'email' })).rows[0]!
  expect(await row()).toMatchObject({ state: 'waiting', attempts: 1, doneAt: null })
  expect((await row()).failure).toContain('451')
  for (const [n, wait] of RETRY_MS.entries()) {
    await later(wait / 2)
    expect((await row()).attempts).toBe(n + 1)
    await later(wait / 2 + 1000)
    expect((await row()).attempts).toBe(n + 2)
  }
  expect(await row()).toMatchObject({ state: 'failed', attempts: RETRY_MS.length + 1 })
  const supplier = await system.login('supplier3', { workbench: 'supplier' })
  const { channels } = await supplier.call(c.messageSettings, { query: { identity: 'supplier' } })
  expect(channels.map((ch) => ch.failedAt !== null)).toEqual([true, false, false])
  const { rows: todos } = await admin.call(inbox, {})
  expect(todos).toMatchObject([{ label: '处理发送失败', link: '/admin/message-texts?state=failed' }])

  Object.assign(mail, { refusing: false })
  const { textId } = await row()
  await admin.call(c.sendAgain, { params: { textId } })
  await system.settle()
  expect(await row()).toMatchObject({ state: 'sent', failure: '' })
  expect(mail.received).toHaveLength(1)
  expect(await admin.refused(c.sendAgain, { params: { textId } })).toMatchObject({ code: 10002 })
  expect((await admin.call(inbox, {})).rows).toEqual([])
})

test('at night the telephone is silent; in the morning there is one text', async () => {
  await toDaytime()
  await later(12 * 3_600_000)
  for (const title of ['第一条', '第二条']) await tell(title, 'notice.published')
  await system.settle()
  expect([mail.received.length, sms.requests.length]).toEqual([2, 0])
  await later(10 * 3_600_000)
  expect(sms.requests.map((r) => (JSON.parse(r.body) as { text: string }).text)).toEqual([
    expect.stringMatching(/^【开标云采】您有2条新消息：(第一条；第二条|第二条；第一条)。请登录平台查看。$/) as string,
  ])
  // What is useless when late wakes people up.
  await later(14 * 3_600_000)
  await tell()
  await system.settle()
  expect(sms.requests).toHaveLength(2)
})

test('texts are for whoever runs the platform; what they say is shown by a demonstration without carriers only', async () => {
  const supplier = await system.login('supplier3', { workbench: 'supplier' })
  expect(await supplier.refused(c.textPage, {})).toMatchObject({ code: 10008 })
  expect(await system.client().refused(c.textPage, {})).toMatchObject({ status: 401 })
  const nobody = { params: { textId: '0195a000-0000-7000-8000-000000000000' } }
  expect(await admin.refused(c.sendAgain, nobody)).toMatchObject({ status: 404 })
  expect(await supplier.refused(c.sendAgain, nobody)).toMatchObject({ code: 10008 })

  // What a carrier takes is not shown to passers-by.
  await system.client().call(sendSms, { body: { mobile } })
  await system.settle()
  expect((await system.client().call(c.demoOutbox, {})).rows).toEqual([])
  carriers(false)
  await later(61_000)
  await system.client().call(sendSms, { body: { mobile } })
  const { rows, total } = await system.client().call(c.demoOutbox, { query: { keyword: mobile } })
  expect(total).toBe(1)
  expect(rows).toMatchObject([{ channel: 'sms', recipient: mobile, person: '陆遥' }])
  expect(rows[0]!.body).toMatch(/验证码\d{6}/)
})

test('another tenant sees nothing of it', async () => {
  await tell()
  const { rows } = await system.owner.query<{ tenant_id: number }>('select distinct tenant_id from channel_outbox')
  expect(rows).toEqual([{ tenant_id: 1 }])
  const outbox = await inContext(system.kernel, { tenantId: 3, actor: null }, (ctx) =>
    ctx.tx.selectFrom('channel_outbox').select('id').execute(),
  )
  expect(outbox).toEqual([])
})
