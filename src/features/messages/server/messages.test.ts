import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { loadPeople, PEOPLE } from '#demo/people.ts'
import { inContext } from '#server/context.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { deleteMessages, markAllRead, markRead, messagePage, unreadCount } from '../contract.ts'
import { httpSms, smtp } from './carriers.ts'
import { type Notice, notify, sendMail } from './public.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ seed: loadPeople })
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
  expect((await page({ keyword: '消息2' })).total).toBe(7)
  expect((await page({ keyword: '%' })).total).toBe(0)
  const count = async () => (await supplier.call(unreadCount, { query: { identity: 'supplier' } })).count
  expect(await count()).toBe(25)
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
  const { rows } = await system.owner.query("select state, body from channel_outbox where recipient = 'a@example.com'")
  expect(rows).toEqual([{ state: 'kept', body: '正文' }])
})

test('the gateway gets a signed request; a refusal is an error', async () => {
  const requests: { headers: IncomingMessage['headers']; body: string }[] = []
  const gateway = createServer((request, response) => {
    let body = ''
    request
      .on('data', (chunk) => (body += chunk))
      .on('end', () => {
        requests.push({ headers: request.headers, body })
        response.writeHead(requests.length === 1 ? 200 : 503).end()
      })
  }).listen(0, '127.0.0.1')
  try {
    await new Promise((resolve) => gateway.once('listening', resolve))
    const provider = httpSms({ url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`, key: 'k' })
    const message = { id: '1', recipient: '13800000000', subject: '', body: '验证码' }
    await provider.send(message)
    const { headers, body } = requests[0]!
    expect(JSON.parse(body)).toEqual({ id: '1', mobile: '13800000000', text: '验证码' })
    expect(headers['x-signature']).toBe(
      createHmac('sha256', 'k')
        .update(`${String(headers['x-timestamp'])}\n${body}`)
        .digest('hex'),
    )
    await expect(provider.send(message)).rejects.toThrow('503')
  } finally {
    gateway.close()
  }
})

test('a mail server gets the mail, with the same id when it is sent again', async () => {
  const received: string[] = []
  // As much of RFC 5321 as a client needs.
  const server = createSocketServer((socket) => {
    let inData = false
    let text = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 here')
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      for (;;) {
        const end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const part = text.slice(0, end)
        text = text.slice(end + (inData ? 5 : 2))
        if (inData) received.push(part)
        const wantsData = !inData && part.toUpperCase() === 'DATA'
        inData = wantsData
        say(wantsData ? '354 go on' : part.toUpperCase() === 'QUIT' ? '221 bye' : '250 ok')
      }
    })
  }).listen(0, '127.0.0.1')
  try {
    await new Promise((resolve) => server.once('listening', resolve))
    const provider = smtp({
      url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`,
      from: 'no-reply@example.com',
    })
    const mail = { id: 'm1', recipient: 'a@example.com', subject: '开标通知', body: '请准时参加。' }
    await provider.send(mail)
    await provider.send(mail)
    const [first = '', second = ''] = received
    expect(first).toContain('To: a@example.com')
    expect(first).toContain(`Subject: =?UTF-8?B?${Buffer.from('开标通知').toString('base64')}?=`)
    for (const text of [first, second]) expect(text).toContain('Message-ID: <m1@kaibiao>')
  } finally {
    server.close()
  }
})
