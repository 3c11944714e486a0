import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HOUR } from '#contract/time.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { messagePage } from '#features/messages/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract/services.ts'
import { amountFor, channelOf } from './payout.ts'
import { enterpriseSystem } from './testing/company.ts'

let t: TestSystem
let supplier: HttpClient
beforeAll(async () => {
  t = await enterpriseSystem()
  supplier = await t.login('supplier1', { workbench: 'supplier' })
})
afterEach(() => vi.unstubAllEnvs())

let number = 6222020011110000
const add = (client: HttpClient) =>
  client.call(c.addBankCard, { body: { bank: '中国工商银行', branch: '江州支行', accountNo: String(++number) } })
/** What the platform told its holder to have arrived last. */
async function received(client: HttpClient): Promise<string> {
  await t.settle()
  const { rows } = await client.call(messagePage, { query: { identity: 'supplier' } })
  return /验证款 (0\.\d\d) 元/.exec(rows[0]!.content)![1]!
}
const other = (amount: string) => (amount === '0.01' ? '0.02' : '0.01')

test('an account is verified by the amount received; the first becomes the default', async () => {
  const { id } = await add(supplier)
  const amount = await received(supplier)
  const wrong = await supplier.refused(c.verifyBankCard, { params: { id }, body: { amount: other(amount) } })
  expect([wrong.code, wrong.message]).toEqual([10001, '金额不正确，还可尝试2次'])
  expect((await supplier.refused(c.makeDefaultCard, { params: { id } })).code).toBe(10002)
  await supplier.call(c.verifyBankCard, { params: { id }, body: { amount } })
  const { cards, channel, accountName } = await supplier.call(c.bankCards, {})
  expect(cards).toMatchObject([{ id, status: 1, isDefault: true, accountNo: '6222 **** 0001' }])
  expect([channel, accountName]).toEqual(['local', '江州康明医疗器械有限公司'])
  expect((await supplier.refused(c.verifyBankCard, { params: { id }, body: { amount } })).code).toBe(10002)
})

test('three wrong amounts end it, also at the same time', async () => {
  const { id } = await add(supplier)
  const wrong = other(await received(supplier))
  const tries = await Promise.all(
    [1, 2, 3, 4].map(() => supplier.refused(c.verifyBankCard, { params: { id }, body: { amount: wrong } })),
  )
  expect(tries.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([10001, 10001, 10001, 10002])
  const amount = await received(supplier)
  expect((await supplier.refused(c.verifyBankCard, { params: { id }, body: { amount } })).code).toBe(10002)
  expect((await supplier.call(c.bankCards, {})).cards.find((card) => card.id === id)).toMatchObject({
    status: 2,
    triesLeft: 0,
  })
  await supplier.call(c.removeBankCard, { params: { id } })
})

test('the default can be changed and falls to another when removed', async () => {
  const { id } = await add(supplier)
  await supplier.call(c.verifyBankCard, { params: { id }, body: { amount: await received(supplier) } })
  await supplier.call(c.makeDefaultCard, { params: { id } })
  const of = async () => (await supplier.call(c.bankCards, {})).cards.map((card) => [card.id === id, card.isDefault])
  expect(await of()).toEqual([
    [true, true],
    [false, false],
  ])
  await supplier.call(c.removeBankCard, { params: { id } })
  expect(await of()).toEqual([[false, true]])
  expect((await supplier.refused(c.removeBankCard, { params: { id } })).status).toBe(404)
})

test('numbers are checked, the same account is added once, other companies see nothing', async () => {
  const { id } = await add(supplier)
  const body = { bank: '中国工商银行', accountNo: String(number) }
  expect((await supplier.refused(c.addBankCard, { body })).message).toBe('该账户已经绑定')
  for (const accountNo of ['123', 'abcdefgh', '6'.repeat(31)])
    expect((await supplier.refused(c.addBankCard, { body: { ...body, accountNo } })).status).toBe(400)
  expect((await supplier.refused(c.verifyBankCard, { params: { id }, body: { amount: '1.00' } })).status).toBe(400)
  const rival = await t.login('supplier2', { workbench: 'supplier' })
  expect((await rival.call(c.bankCards, {})).cards).toEqual([])
  const calls = [
    rival.refused(c.verifyBankCard, { params: { id }, body: { amount: '0.01' } }),
    rival.refused(c.makeDefaultCard, { params: { id } }),
    rival.refused(c.removeBankCard, { params: { id } }),
  ]
  for (const call of calls) expect((await call).status).toBe(404)
  // The same account may be another company's too: nothing is told of who has it.
  await rival.call(c.addBankCard, { body })
  const newbie = await t.login('newbie', { workbench: 'purchaser' })
  expect((await newbie.refused(c.bankCards, {})).code).toBe(10008)
  expect((await t.client().refused(c.bankCards, {})).status).toBe(401)
})

test('an amount named too late counts no more', async () => {
  const late = await t.login('supplier3', { workbench: 'supplier' })
  const { id } = await add(late)
  const amount = await received(late)
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 49 * HOUR))
  expect((await late.refused(c.verifyBankCard, { params: { id }, body: { amount } })).message).toContain('已过期')
})

test('amounts are between 0.01 and 0.99, by key and account', () => {
  const amounts = Array.from({ length: 500 }, (_, i) => amountFor(Buffer.alloc(32, 1), `card-${i}`))
  for (const amount of amounts) expect(amount).toMatch(/^0\.(0[1-9]|[1-9]\d)$/)
  expect(new Set(amounts).size).toBeGreaterThan(90)
  expect(amountFor(Buffer.alloc(32, 2), 'card-1')).not.toBe(amountFor(Buffer.alloc(32, 1), 'card-1'))
})

test('a payment gateway gets the transfer signed; in production without one there is no channel', async () => {
  expect(channelOf('production', {})).toBeNull()
  expect(channelOf('demo', {})?.kind).toBe('local')
  const seen: { body: string; signature: unknown; timestamp: unknown }[] = []
  const gateway = createServer((request, response) => {
    let body = ''
    request
      .on('data', (chunk) => (body += chunk))
      .on('end', () => {
        seen.push({ body, signature: request.headers['x-signature'], timestamp: request.headers['x-timestamp'] })
        response.end('{}')
      })
  }).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  vi.stubEnv('BANK_URL', `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/pay`)
  vi.stubEnv('BANK_KEY', 'secret')
  const client = await t.login('supplier4', { workbench: 'supplier' })
  const { id } = await add(client)
  expect((await client.call(c.bankCards, {})).channel).toBe('bank')
  await t.settle()
  gateway.close()
  expect(seen).toHaveLength(1)
  const sent = JSON.parse(seen[0]!.body) as { id: string; amount: string; accountName: string }
  expect(sent).toMatchObject({ id, accountName: '南京博诚生物医疗设备有限公司' })
  const expected = createHmac('sha256', 'secret')
    .update(`${String(seen[0]!.timestamp)}\n${seen[0]!.body}`)
    .digest('hex')
  expect(seen[0]!.signature).toBe(expected)
  await client.call(c.verifyBankCard, { params: { id }, body: { amount: sent.amount } })
})
