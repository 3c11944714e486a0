import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { DAY, formatDate, HOUR } from '#contract/time.ts'
import { openBalanceOf } from '#features/ledger/server/public.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as finance from '../contract/finance.ts'
import { placeOrder } from '../contract/order.ts'
import { PayMethod } from '../rules/enums.ts'
import type { Transport } from '../rules/provider.ts'
import { localAccount } from './accounts.ts'
import { localTransport } from './gateway/gateway.ts'
import { gatewayCertificates } from './gateway/unionpay-certificates.ts'
import { columnsOf, distrust, isSigned, readAnswer, signFields } from './providers/unionpay-message.ts'
import { unionpayProvider, type UnionpayAccount } from './providers/unionpay.ts'
import { requestPayment } from './public.ts'
import { refund } from './refunds.ts'
import { payWorld } from './testing/pay.ts'

/* UnionPay: its messages, its certificates, its settlement day. The cashier's way with any provider is in settle.test.ts. */

let w: Awaited<ReturnType<typeof payWorld>>
beforeAll(async () => {
  w = await payWorld()
})

let no = 0
async function paid(amount: string) {
  const { orderId } = await w.act((ctx) =>
    requestPayment(ctx, {
      subject: { kind: 'test', id: `u${++no}` },
      payee: { companyId: COMPANIES.hospital.id, purpose: 'income', name: COMPANIES.hospital.name },
      buyerId: COMPANIES.supplier1.id,
      amount,
      type: 3,
      title: '采购文件费',
    }),
  )
  const { payCode } = await w.supplier.call(placeOrder, { body: { orderId, payMethod: PayMethod.values.unionpay } })
  await w.isBegun(payCode!)
  await w.play(payCode!, 'pay')
  await w.becomes(payCode!, 2)
  return { orderId, payCode: payCode! }
}

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privateKey = keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const publicKey = keys.publicKey.export({ format: 'pem', type: 'spki' }).toString()

test('fields are signed by name, over the hex digest of what is not empty', () => {
  const signed = signFields({ txnAmt: '1000', orderId: 'P1', reserved: '' }, privateKey)
  expect(Object.keys(signed).toSorted()).toEqual(['orderId', 'signature', 'txnAmt'])
  expect(isSigned(signed, publicKey)).toBe(true)
  for (const altered of [
    { ...signed, txnAmt: '1' },
    { ...signed, more: 'x' },
    { ...signed, signature: '' },
  ])
    expect(isSigned(altered, publicKey)).toBe(false)
})

test('an answer is read as it stands: escapes, equals signs and braces are part of values', () => {
  expect(readAnswer('respCode=00&reserved={a=1&b=2}&respMsg=成功[0000000]&signature=ab+/c==')).toEqual({
    respCode: '00',
    reserved: '{a=1&b=2}',
    respMsg: '成功[0000000]',
    signature: 'ab+/c==',
  })
})

test('a line of the day’s table is read by its widths', () => {
  // As the platform’s interface specification lays it out, part 3, section 6.1.
  const line =
    'S22 00000000    00010000    123456 1128231500 6212143*****1234567 000000012345 5411 07 202611282315001234567 02 P0000126112800000000000001       01        0000000000 D000000000074 C000000012271 0201                 01 07 000000'
  const column = columnsOf(line)
  expect([1, 5, 7, 10, 12, 16, 20].map(column)).toEqual([
    'S22',
    '1128231500',
    '000000012345',
    '202611282315001234567',
    'P0000126112800000000000001',
    'D000000000074',
    '01',
  ])
})

test('a certificate is UnionPay’s if its authority issued it for UnionPay, and it is valid', async () => {
  const { root, platform } = await gatewayCertificates(w.t.kernel, 1)
  const now = w.t.kernel.clock.now()
  expect(distrust(platform, [root], now)).toBeNull()
  expect(distrust(platform, [], now)).toContain('not issued')
  // Of another tenant’s gateway: the same names, other keys.
  expect(distrust(platform, [(await gatewayCertificates(w.t.kernel, 2)).root], now)).toContain('not issued')
  expect(distrust(root, [root], now)).toContain('not UnionPay')
  expect(distrust('', [root], now)).toContain('no certificate')
  expect(distrust(platform, [root], new Date('2060-01-01'))).toContain('not valid now')
})

test('a refund is asked for once, and done when the bank says so; its day goes from 23:00 to 23:00', async () => {
  // From the noon of a day: whoever runs this between 23:00 and midnight is within the next day already.
  const day = formatDate(w.t.kernel.clock.now().getTime() + DAY)
  await w.t.advanceTo(`${day}T12:00:00+08:00`)
  const admin = await w.t.login('admin', { workbench: 'admin' })
  const first = await paid('100.00')
  await w.act((ctx) => refund(ctx, { orderId: first.orderId, amount: '40.00', reason: '多收' }))
  await vi.waitFor(async () => expect(await w.orderOf(first.orderId)).toMatchObject({ refunded: '40.00' }), PATIENT)
  // Behind 23:00 it belongs to the next day.
  await w.t.advanceTo(new Date(new Date(`${day}T00:00:00+08:00`).getTime() + DAY - HOUR / 2))
  await paid('33.35')
  const next = formatDate(new Date(`${day}T12:00:00+08:00`).getTime() + DAY)
  const runOf = async (of: string) =>
    (await admin.call(finance.reconPage, {})).find((run) => run.day === of && run.provider === 'unionpay')
  await w.t.advanceTo(new Date(new Date(`${next}T10:10:00+08:00`).getTime() + DAY))
  // Both days are compared by themselves once the clock has passed ten.
  await vi.waitFor(async () => {
    expect(await runOf(next)).toMatchObject({ state: 'matched', billLines: 1, billAmount: '33.35' })
    expect(await runOf(day)).toMatchObject({ state: 'matched', billLines: 2, lines: [] })
  }, PATIENT)
  const fee = await w.act((ctx) => openBalanceOf(ctx, { kind: 'platform.fee', subject: 'unionpay' }))
  expect(Number(fee)).toBeGreaterThan(0)
  expect(
    (await w.t.owner.query(`select count(*)::int as n from gateway_refund where provider = 'unionpay'`)).rows,
  ).toEqual([{ n: 1 }])
})

test('an answer that somebody altered, or signed under a certificate of his own, is none', async () => {
  const account = (await localAccount(w.t.kernel, 1, 'unionpay')) as UnionpayAccount
  const honest = localTransport(w.t.kernel, 1, 'unionpay')
  const { payCode } = await w.begin('unionpay')
  const at = (await w.paymentOf(payCode)).createdAt
  const query = (transport: Transport) =>
    unionpayProvider(account, transport, () => w.t.kernel.clock.now()).query(payCode, at)
  expect(await query(honest)).toEqual({ state: 'unpaid' })
  await w.payQuietly(payCode)
  expect(await query(honest)).toMatchObject({ state: 'paid', evidence: { currency: 'CNY', amount: '50.00' } })
  const altered: Transport = async (...sent) => {
    const answer = await honest(...sent)
    return { ...answer, body: answer.body.replace('txnAmt=', 'txnAmt=9') }
  }
  await expect(query(altered)).rejects.toThrow('does not verify')
  const foreign: Transport = async (...sent) => {
    const { signature: _, ...fields } = readAnswer((await honest(...sent)).body)
    const signed = signFields(fields, privateKey)
    return {
      status: 200,
      headers: {},
      body: Object.entries(signed)
        .map((pair) => pair.join('='))
        .join('&'),
    }
  }
  await expect(query(foreign)).rejects.toThrow('does not verify')
  // Nobody's request is taken but ours.
  const stranger = unionpayProvider({ ...account, privateKey }, honest, () => w.t.kernel.clock.now())
  await expect(stranger.query(payCode, at)).rejects.toThrow('验签失败')
})

test('a notice of another merchant, an altered one and a replayed one', async () => {
  const { payCode } = await w.begin('unionpay')
  await w.payQuietly(payCode)
  const notice = await w.notice(payCode, 'unionpay')
  const forged = await w.notice(payCode, 'unionpay', 'wrong-signature')
  expect((await w.send(forged, 'unionpay.1')).status).toBe(401)
  expect((await w.send(notice, 'unionpay.3')).status).toBe(401)
  expect(await w.paymentOf(payCode)).toMatchObject({ status: 1 })
  for (let i = 0; i < 3; i++) expect((await w.send(notice, 'unionpay.1')).status).toBe(200)
  expect(await w.journalsOf((await w.paymentOf(payCode)).id)).toEqual(['payment.received'])
})
