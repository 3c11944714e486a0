import { createHmac } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { inContext } from '#server/context.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { deleteMessages, markAllRead, markRead, messagePage, unreadCount } from '../contract.ts'
import { httpSms, smtp } from './carriers.ts'
import { type Notice, notify, sendMail } from './public.ts'
import { gateway, mailServer } from './testing/carriers.ts'
import { blind } from '#server/testing/sealed.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
})

const tell = (more: Partial<Notice> = {}, tenantId = 1) =>
  inContext(system.kernel, { tenantId, actor: null }, (ctx) =>
    notify(ctx, {
      to: { userIds: [PEOPLE.buyer.id] },
      identity: 'purchaser',
      kind: 'test',
      title: '标题',
      content: '内容',
      ...more,
    }),
  )

test('an event tells a person once, however often it is delivered', async () => {
  expect(await tell({ eventId: 7, link: '/a' })).toBe(1)
  expect(await tell({ eventId: 7, link: '/a' })).toBe(0)
  expect(await tell({ eventId: 7, link: '/b' })).toBe(1)
  expect(await tell({ eventId: 8, link: '/a' })).toBe(1)
  expect(await tell()).toBe(1)
  expect(await tell()).toBe(1)
  await system.settle()
  const { rows } = await system.owner.query("select topics from outbox where kind = 'message.new'")
  expect(rows).toEqual(Array.from({ length: 5 }, () => ({ topics: [`user:${PEOPLE.buyer.id}`] })))
})

test('those of a company who hold a right, and its administrators, while in use', async () => {
  const to = (right: string) => ({ to: { companyId: COMPANIES.hospital.id, right }, eventId: 100 })
  expect(await tell({ ...to('tendering'), kind: 'right' })).toBe(3)
  const { rows } = await system.owner.query<{ account: string }>(
    "select u.account from message m join app_user u on u.id = m.user_id where m.kind = 'right' order by 1",
  )
  expect(rows.map((r) => r.account)).toEqual(['buyer', 'multi', 'newbie'])
  expect(await tell({ ...to('riskWarning'), kind: 'admins' })).toBe(1)
  expect(await tell({ to: { companyId: COMPANIES.hospital.id, right: 'tendering' } }, 3)).toBe(0)
})

test('a company with more people than fit into one statement is told whole', async () => {
  const companyId = COMPANIES.supplier6.id
  const { rowCount } = await system.owner.query(
    `with people as (
       insert into app_user (id, account, nickname, created_at)
       select gen_random_uuid(), 'many' || g, '员工' || g, now() from generate_series(1, 7000) g
       returning id
     )
     insert into employee (tenant_id, id, company_id, user_id, name, status, rights, created_at)
     select 1, gen_random_uuid(), $1, id, '员工', 1, '{riskWarning}', now() from people`,
    [companyId],
  )
  // Its administrator too.
  expect(await tell({ to: { companyId, right: 'riskWarning' }, kind: 'many', eventId: 200 })).toBe(rowCount! + 1)
  expect(await tell({ to: { companyId, right: 'riskWarning' }, kind: 'many', eventId: 200 })).toBe(0)
})

test('the inbox: per workbench, newest first, by page; reading, marking, deleting', async () => {
  const user = PEOPLE.supplier1.id
  for (let n = 1; n <= 25; n++)
    await tell({ to: { userIds: [user] }, identity: 'supplier', title: `消息${n}`, link: n % 2 ? null : '/x' })
  await tell({ to: { userIds: [user] }, identity: 'purchaser', title: '别的工作台' })
  const supplier = await system.login('supplier1')
  const page = (query: object = {}) => supplier.call(messagePage, { query: { identity: 'supplier', ...query } })
  const first = await page()
  expect([first.rows.length, first.rows[0]!.title, first.rows[0]!.isRead, first.total]).toEqual([
    20,
    '消息25',
    false,
    25,
  ])
  const second = await page({ cursor: first.next! })
  expect([second.rows.map((r) => r.title), second.next]).toEqual([['消息5', '消息4', '消息3', '消息2', '消息1'], null])
  expect((await page({ pageNo: 2 })).rows).toEqual(second.rows)
  const elsewhere = { identity: 'supplier' as const, cursor: '-'.repeat(36) }
  expect((await supplier.refused(messagePage, { query: elsewhere })).status).toBe(400)
  expect((await page({ keyword: '消息2' })).total).toBe(7)
  expect((await page({ keyword: '%' })).total).toBe(0)
  const count = async () => (await supplier.call(unreadCount, { query: { identity: 'supplier' } })).count
  expect(await count()).toBe(25)
  // The specification's numbers say the same as the names: supplier 1, purchaser 2.
  expect((await supplier.call(unreadCount, { query: { identity: '1' } })).count).toBe(25)
  expect((await supplier.call(unreadCount, { query: { identity: '2' } })).count).toBe(1)
  expect((await supplier.refused(unreadCount, { query: { identity: '6' as '5' } })).code).toBe(10001)
  await supplier.call(markRead, { body: { messageIds: [first.rows[0]!.messageId, first.rows[1]!.messageId] } })
  expect(await count()).toBe(23)
  expect((await page({ isRead: 'true' })).total).toBe(2)
  expect((await page({ isRead: 'false' })).total).toBe(23)
  await supplier.call(deleteMessages, { body: { messageIds: [first.rows[0]!.messageId, first.rows[2]!.messageId] } })
  expect([await count(), (await page()).total]).toEqual([22, 23])
  await supplier.call(markAllRead, { query: { identity: 'supplier' } })
  expect(await count()).toBe(0)
  expect((await supplier.call(unreadCount, { query: { identity: 'purchaser' } })).count).toBe(1)
})

test('messages of others do not exist', async () => {
  const [owner, stranger] = [await system.login('supplier1'), await system.login('supplier2')]
  const { rows } = await owner.call(messagePage, { query: { identity: 'supplier' } })
  const messageIds = [rows[0]!.messageId]
  expect((await stranger.call(messagePage, { query: { identity: 'supplier' } })).total).toBe(0)
  expect(await stranger.refused(markRead, { body: { messageIds } })).toMatchObject({ status: 404 })
  expect(await stranger.refused(deleteMessages, { body: { messageIds } })).toMatchObject({ status: 404 })
  expect(await system.client().refused(messagePage, { query: { identity: 'supplier' } })).toMatchObject({ status: 401 })
})

test('without a mail server a mail is kept; what was rolled back is never sent', async () => {
  const send = (fail: boolean) =>
    inContext(system.kernel, { tenantId: 1, actor: null }, async (ctx) => {
      await sendMail(ctx, { to: 'a@example.com', subject: '主题', text: '正文' })
      if (fail) throw new Error('undone')
    })
  await expect(send(true)).rejects.toThrow('undone')
  await send(false)
  await system.settle()
  const { rows } = await system.owner.query('select state, body from channel_outbox where recipient_hash = $1', [
    blind('channel_outbox.recipient', 'a@example.com'),
  ])
  expect(rows).toEqual([{ state: 'kept', body: '正文' }])
})

test('the gateway gets a signed request; a refusal is an error', async () => {
  const gate = await gateway()
  try {
    const provider = httpSms({ url: gate.url, key: 'k' })
    const message = { id: '1', tenantId: 1, recipient: '13800000000', subject: '', body: '验证码' }
    await provider.send(message)
    const { headers, body } = gate.requests[0]!
    expect(JSON.parse(body)).toEqual({ id: '1', mobile: '13800000000', text: '验证码', tenant: 1 })
    expect(headers['x-signature']).toBe(
      createHmac('sha256', 'k')
        .update(`${String(headers['x-timestamp'])}\n${body}`)
        .digest('hex'),
    )
    gate.status = 503
    await expect(provider.send(message)).rejects.toThrow('503')
  } finally {
    gate.close()
  }
})

test('a mail server gets the mail, with the same id when it is sent again', async () => {
  const server = await mailServer()
  try {
    const provider = smtp({ url: server.url, from: 'no-reply@example.com' })
    const mail = { id: 'm1', tenantId: 1, recipient: 'a@example.com', subject: '开标通知', body: '请准时参加。' }
    await provider.send(mail)
    await provider.send(mail)
    const [first = '', second = ''] = server.received
    expect(first).toContain('To: a@example.com')
    expect(first).toContain(`Subject: =?UTF-8?B?${Buffer.from('开标通知').toString('base64')}?=`)
    for (const text of [first, second]) expect(text).toContain('Message-ID: <m1@kaibiao>')
  } finally {
    server.close()
  }
})
