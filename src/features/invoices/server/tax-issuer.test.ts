import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as applying from '../contract/apply.ts'
import * as contract from '../contract/invoice.ts'
import { InvoiceKind, TitleKind } from '../rules/enums.ts'
import { signed } from './signature.ts'
import { paidOrders } from './testing/paid-orders.ts'

/* The service that holds the payees' tax accounts, played over the network: it checks our signature and signs what it tells. */

const KEY = 'a-key-that-both-have'
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n').toString('base64')
type Asked = { act: 'issue' | 'reverse' | 'document'; notifyUrl: string; sheet: { no: string; total: string } }

let t: TestSystem
let supplier: HttpClient
let admin: HttpClient
/** What it does with what it is asked. */
let play: (asked: Asked, response: ServerResponse) => void
const asked: Asked[] = []
const told = (response: ServerResponse, body: object) => response.end(JSON.stringify(body))
const server = createServer((request, response) => void answer(request, response))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts).toString()
  const at = new Date(Number(request.headers['x-timestamp']))
  if (request.headers['x-signature'] !== signed(KEY, body, at)['x-signature']) {
    response.statusCode = 401
    response.end()
    return
  }
  const one = JSON.parse(body) as Asked
  asked.push(one)
  if (one.act === 'document') told(response, { pdf: PDF })
  else play(one, response)
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.stubEnv('INVOICE_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  vi.stubEnv('INVOICE_KEY', KEY)
  vi.stubEnv('INVOICE_TIMEOUT_SECONDS', '2')
  ;({ t } = await fromState('people'))
  supplier = await t.login('supplier1', { workbench: 'supplier' })
  admin = await t.login('admin', { workbench: 'admin' })
  await admin.call(contract.setIssueSetting, {
    body: { taxNo: COMPANIES.agency.creditCode, rates: {} },
  })
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

const at = (invoiceId: string) => ({ params: { invoiceId } })
const detail = (invoiceId: string) => admin.call(contract.invoiceDetail, at(invoiceId))
const becomes = (invoiceId: string, what: object) =>
  vi.waitFor(async () => expect(await detail(invoiceId)).toMatchObject(what), PATIENT)

/** An application that was handed to the service. */
async function issuing(): Promise<string> {
  const [orderId] = await paidOrders(t, { buyerId: COMPANIES.supplier1.id, count: 1, amount: '106.00' })
  const { invoiceId } = await supplier.call(applying.applyInvoice, {
    body: {
      orderIds: [orderId!],
      kind: InvoiceKind.values.normal,
      titleKind: TitleKind.values.enterprise,
      title: COMPANIES.supplier1.name,
      taxNo: COMPANIES.supplier1.creditCode,
      email: 'finance@example.com',
    },
  })
  await admin.call(contract.issueInvoice, { ...at(invoiceId), body: { rate: 6 } })
  return invoiceId
}

let count = 0
/** Sends a notice to where the service was told to. */
async function notify(one: Asked, more: object, { key = KEY, late = 0, to = one.notifyUrl } = {}): Promise<number> {
  const now = t.kernel.clock.now()
  const content = { id: `N${++count}`, act: one.act, no: one.sheet.no, total: one.sheet.total, at: now.toISOString() }
  const body = JSON.stringify({ ...content, ...more })
  const headers = signed(key, body, new Date(now.getTime() - late))
  const { pathname } = new URL(to)
  return (await fetch(t.base + pathname, { method: 'POST', headers, body })).status
}
const isAsked = (act: Asked['act'], no: string) =>
  vi.waitFor(() => {
    const one = asked.find((candidate) => candidate.act === act && candidate.sheet.no === no)
    if (!one) throw new Error('not asked yet')
    return one
  }, PATIENT)
const number = () => `26${String(++count).padStart(18, '0')}`

test('issued by its signed notice; another signature, another time or another tenant change nothing', async () => {
  play = (_one, response) => told(response, { state: 'running' })
  const invoiceId = await issuing()
  const one = await isAsked('issue', invoiceId)
  expect(one.notifyUrl).toMatch(/\/api\/invoices\/callbacks\/tax\.1$/)
  const issued = { state: 'issued', number: number() }
  expect(await notify(one, issued, { key: 'another key' })).toBe(401)
  expect(await notify(one, issued, { late: 301_000 })).toBe(401)
  expect(await notify(one, issued, { to: 'http://x/api/invoices/callbacks/local.1' })).toBe(404)
  expect(await notify({ ...one, act: 'document' }, issued)).toBe(401)
  expect(await notify({ ...one, sheet: { ...one.sheet, no: crypto.randomUUID() } }, issued)).toBe(500)
  expect((await detail(invoiceId)).state).toBe('issuing')
  const answers = await Promise.all(Array.from({ length: 16 }, () => notify(one, issued)))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await detail(invoiceId)).toMatchObject({ state: 'issued', number: issued.number, isSample: false })
  await becomes(invoiceId, { hasFile: true })
  const { rows } = await t.owner.query<{ verdict: string; n: number }>(
    'select verdict, count(*)::int as n from invoice_notice group by verdict',
  )
  expect(Object.fromEntries(rows.map(({ verdict, n }) => [verdict, n]))).toEqual({
    unauthentic: 3,
    unknown: 1,
    settled: 1,
    duplicate: 15,
  })
})

test('refused, the application is the payee’s again, with the reason; issued for another amount it is not taken', async () => {
  play = (_one, response) => told(response, { state: 'refused', reason: '受票方税号不存在' })
  const invoiceId = await issuing()
  await becomes(invoiceId, { state: 'applied', problem: '受票方税号不存在', actions: ['issue', 'reject'] })
  play = (one, response) =>
    told(response, { state: 'issued', number: number(), total: '106.01', at: t.kernel.clock.now(), no: one.sheet.no })
  await admin.call(contract.issueInvoice, { ...at(invoiceId), body: { rate: 6 } })
  await becomes(invoiceId, { state: 'issuing', problem: '开票服务返回的发票与申请不符，请核对后处理' })
  expect((await detail(invoiceId)).number).toBe('')
})

test('no answer in time: it is asked again by the same number, and issued once', async () => {
  let tries = 0
  play = (one, response) => {
    // The first is never answered, the second breaks off: our side gives up on both.
    if (++tries === 1) return
    if (tries === 2) response.destroy()
    else told(response, { state: 'issued', number: number(), total: one.sheet.total, at: t.kernel.clock.now() })
  }
  const invoiceId = await issuing()
  await vi.waitFor(async () => expect((await detail(invoiceId)).state).toBe('issued'), {
    timeout: 120_000,
    interval: 100,
  })
  const same = asked.filter(({ act, sheet }) => act === 'issue' && sheet.no === invoiceId)
  expect(same.length).toBe(tries)
  expect(new Set(same.map(({ sheet }) => JSON.stringify(sheet))).size).toBe(1)
})

test('a red letter: refused it can be asked for anew; unanswered after all attempts it is sent again, and is there once', async () => {
  play = (one, response) =>
    told(response, { state: 'issued', number: number(), total: one.sheet.total, at: t.kernel.clock.now() })
  const invoiceId = await issuing()
  await becomes(invoiceId, { state: 'issued' })
  play = (_one, response) => told(response, { state: 'refused', reason: '蓝字发票状态异常' })
  const ask = { ...at(invoiceId), body: { reason: '开票有误' } }
  await admin.call(contract.askRedLetter, ask)
  await becomes(invoiceId, {
    state: 'issued',
    reds: [{ state: 'refused', answer: '蓝字发票状态异常' }],
    actions: ['red'],
  })
  play = (_one, response) => response.destroy()
  await admin.call(contract.askRedLetter, { ...ask, body: { reason: '开票有误，重新红冲' } })
  expect((await admin.refused(contract.askRedLetter, ask)).code).toBe(10002)
  const { reds } = await detail(invoiceId)
  const { redId } = reds.find(({ state }) => state === 'issuing')!
  // Nearly all of its attempts are over.
  await vi.waitFor(async () => {
    await t.owner.query(
      `update leased_work set attempts = 49, due_at = clock_timestamp() where subject = $1 and attempts < 49`,
      [redId],
    )
    t.kernel.wake()
    expect((await detail(invoiceId)).actions).toEqual(['redAgain'])
  }, PATIENT)
  const stranger = await t.login('supplier2', { workbench: 'supplier' })
  expect((await stranger.refused(contract.askRedLetter, ask)).status).toBe(404)
  play = (one, response) =>
    told(response, { state: 'issued', number: number(), total: one.sheet.total, at: t.kernel.clock.now() })
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => admin.call(contract.askRedLetter, ask)))
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
  await becomes(invoiceId, { state: 'reversed' })
  const done = (await detail(invoiceId)).reds.filter(({ state }) => state === 'done')
  expect(done).toMatchObject([{ redId, problem: '' }])
})
