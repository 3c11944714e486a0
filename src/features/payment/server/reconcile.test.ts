import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test, vi } from 'vitest'
import yazl from 'yazl'
import { DAY, formatDate } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { openBalanceOf } from '#features/ledger/server/public.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import * as finance from '../contract/finance.ts'
import { placeOrder } from '../contract/order.ts'
import { alipayBillLines } from './providers/alipay-bill.ts'
import { reconcileDay } from './reconcile.ts'
import { requestPayment } from './public.ts'
import { refund } from './refunds.ts'
import { payWorld } from './testing/pay.ts'

/* Bills of providers: Alipay's archive, fees, and who deals with what does not agree. */

let w: Awaited<ReturnType<typeof payWorld>>
let admin: HttpClient
beforeAll(async () => {
  w = await payWorld()
  admin = await w.t.login('admin', { workbench: 'admin' })
})

let no = 0
async function paid(amount: string, payMethod: 1 | 2) {
  const { orderId } = await w.act((ctx) =>
    requestPayment(ctx, {
      subject: { kind: 'test', id: String(++no) },
      payee: { companyId: COMPANIES.hospital.id, purpose: 'income', name: COMPANIES.hospital.name },
      buyerId: COMPANIES.supplier1.id,
      amount,
      type: 3,
      title: `采购文件费，第 ${no} 份`,
    }),
  )
  const { payCode } = await w.supplier.call(placeOrder, { body: { orderId, payMethod } })
  await w.isBegun(payCode!)
  await w.play(payCode!, 'pay')
  await w.becomes(payCode!, 2)
  return { orderId, payCode: payCode! }
}
const balance = (kind: 'platform.fee' | 'platform.clearing', subject: string) =>
  w.act((ctx) => openBalanceOf(ctx, { kind, subject }))
const runOf = async (day: string, provider: string) =>
  (await admin.call(finance.reconPage, {})).find((run) => run.day === day && run.provider === provider)
const again = (code: 'alipay' | 'wechat', day: string) => reconcileDay(w.t.kernel, { tenantId: 1, day, code })

test('Alipay’s bill is an archive in GBK: payments, refunds and its fee agree with ours', async () => {
  const day = formatDate(w.t.kernel.clock.now())
  const one = await paid('100.00', 1)
  await paid('33.35', 1)
  await w.act((ctx) => refund(ctx, { orderId: one.orderId, amount: '40.00', reason: '多收' }))
  await vi.waitFor(async () => expect(await w.orderOf(one.orderId)).toMatchObject({ refunded: '40.00' }), PATIENT)
  await w.t.advanceTo(new Date(new Date(`${day}T10:10:00+08:00`).getTime() + DAY))
  await vi.waitFor(async () => expect(await runOf(day, 'alipay')).toMatchObject({ state: 'matched' }), PATIENT)
  expect(await runOf(day, 'alipay')).toMatchObject({ billLines: 3, billAmount: '133.35', lines: [] })
  // 0.60 + 0.20 − 0.24, once however often the bill is read.
  expect(await balance('platform.fee', 'alipay')).toBe('0.56')
  expect(await balance('platform.clearing', 'alipay')).toBe('92.79')
  await again('alipay', day)
  expect(await balance('platform.fee', 'alipay')).toBe('0.56')
})

test('money that only Alipay’s bill has is taken in; what the bill does not have is a difference that somebody takes', async () => {
  const day = formatDate(w.t.kernel.clock.now())
  const { payCode } = await paid('12.00', 1)
  await w.t.owner.query(`update gateway_trade set paid_at = paid_at - interval '3 days' where our_no = $1`, [payCode])
  await again('alipay', day)
  const [line] = (await runOf(day, 'alipay'))!.lines
  expect(line).toMatchObject({ result: 'missing-there', ours: '12.00', state: 'open', ownerName: '', isMine: false })
  const second = await w.t.login('admin2', { workbench: 'admin' })
  const params = { lineId: line!.lineId }
  const body = { how: 'reason' as const, reason: '已与渠道核实' }
  await Promise.all(Array.from({ length: 8 }, () => second.call(finance.takeDifference, { params })))
  expect(await admin.refused(finance.closeDifference, { params, body })).toMatchObject({
    code: 10002,
    message: expect.stringContaining('请先接手') as string,
  })
  await admin.call(finance.takeDifference, { params })
  expect((await runOf(day, 'alipay'))!.lines[0]).toMatchObject({ isMine: true })
  expect((await second.refused(finance.closeDifference, { params, body })).code).toBe(10002)
  await admin.call(finance.closeDifference, { params, body })
  expect((await second.refused(finance.takeDifference, { params })).code).toBe(10002)
  expect((await w.supplier.refused(finance.takeDifference, { params })).status).toBe(403)
  expect((await admin.refused(finance.takeDifference, { params: { lineId: crypto.randomUUID() } })).status).toBe(404)
})

test('a system that stood still over several mornings compares each of the days', async () => {
  const day = formatDate(w.t.kernel.clock.now())
  await paid('8.00', 1)
  await w.t.settle()
  await w.t.advanceTo(new Date(new Date(`${day}T10:10:00+08:00`).getTime() + 3 * DAY))
  await vi.waitFor(async () => {
    for (const after of [0, 1, 2]) {
      const one = formatDate(new Date(new Date(`${day}T12:00:00+08:00`).getTime() + after * DAY))
      expect(await runOf(one, 'alipay')).toMatchObject({ billAmount: after === 0 ? '8.00' : '0.00' })
    }
  }, PATIENT)
})

test('a case is closed by whoever has taken it', async () => {
  const { orderId, payCode } = await w.begin()
  await w.play(payCode, 'less')
  const found = await vi.waitFor(async () => {
    const [one] = await w.casesOf(orderId)
    return one ?? Promise.reject(new Error('no case'))
  }, PATIENT)
  const params = { caseId: found.id }
  const second = await w.t.login('admin2', { workbench: 'admin' })
  await second.call(finance.takeCase, { params })
  const body = { how: 'refund' as const, reason: '金额不足' }
  expect((await admin.refused(finance.closeCase, { params, body })).message).toContain('请先接手')
  expect((await w.supplier.refused(finance.takeCase, { params })).status).toBe(403)
  expect((await admin.refused(finance.takeCase, { params: { caseId: crypto.randomUUID() } })).status).toBe(404)
  await second.call(finance.closeCase, { params, body })
  await vi.waitFor(async () => expect((await w.casesOf(orderId))[0]).toMatchObject({ state: 'closed' }), PATIENT)
  expect((await admin.refused(finance.takeCase, { params })).code).toBe(10002)
})

test('an archive without a table of trades is none', async () => {
  const zip = new yazl.ZipFile()
  zip.addBuffer(Buffer.from('#x\r\na,b\r\n'), 'summary.csv')
  zip.end()
  await expect(alipayBillLines(await buffer(zip.outputStream))).rejects.toThrow('no table')
  await expect(alipayBillLines(Buffer.from('<html>'))).rejects.toThrow(/central directory/)
})
