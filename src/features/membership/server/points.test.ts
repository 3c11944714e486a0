import { beforeAll, expect, test, vi } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import { platformRefund } from '#features/payment/contract/finance.ts'
import { orderDetail, placeOrder } from '#features/payment/contract/order.ts'
import { proposePrice } from '#features/payment/contract/product.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import { requestPayment } from '#features/payment/server/public.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as contract from '../contract.ts'

/* Points as a means of payment: bought at the cashier, used, given back. */

const sku = (no: string) => `50000000-0000-4000-8000-00000000${no}`
const [POINTS_100, PREVIEW_10] = [sku('1001'), sku('0201')]
const POINTS = '50000000-0000-4000-8000-000000000010'
const { wechat, points } = PayMethod.values
const COMPANY = COMPANIES.supplier1.id

let t: TestSystem
let client: HttpClient
let world: ReturnType<typeof actsIn>

beforeAll(async () => {
  ;({ t } = await fromState('published'))
  client = await t.login('supplier1', { workbench: 'supplier' })
  world = actsIn(t, client)
})

const left = async () => (await client.call(contract.productRemain, { params: { id: POINTS } })).remain
const delivered = (payOrderId: string) =>
  vi.waitFor(async () => {
    const { rowCount } = await t.owner.query('select 1 from service_lot where pay_order_id = $1', [payOrderId])
    expect(rowCount).toBeGreaterThan(0)
  }, PATIENT)

async function buyPoints(): Promise<string> {
  const made = await client.call(placeOrder, { body: { skuId: POINTS_100, payMethod: wechat } })
  await world.isBegun(made.payCode!)
  await world.play(made.payCode!, 'pay', client)
  await delivered(made.orderId)
  return made.orderId
}

/** What the ledger owes the company for points. */
async function owed(): Promise<string> {
  const { rows } = await t.owner.query<{ owed: string }>(
    `select coalesce(sum(credit - debit), 0)::numeric(20, 2)::text as owed from ledger_account
     where owner_id = $1 and kind = 'company.points'`,
    [COMPANY],
  )
  return rows[0]!.owed
}

/** An order of the platform's, e.g. a fee. */
let fees = 0
async function feeOf(amount: string, payeeId: string | null = null): Promise<string> {
  const id = `77777777-0000-4000-8000-${String(++fees).padStart(12, '0')}`
  const made = await world.act((ctx) =>
    requestPayment(ctx, {
      subject: { kind: 'test', id },
      payee: { companyId: payeeId, purpose: 'income', subject: 'fee-2', name: '平台' },
      buyerId: COMPANY,
      amount,
      type: 2,
      title: '平台服务费',
    }),
  )
  return made.orderId
}

const pay = (orderId: string) => client.call(placeOrder, { body: { orderId, payMethod: points } })
const refusal = async (orderId: string) =>
  (await client.refused(placeOrder, { body: { orderId, payMethod: points } })).message

let first = ''

test('points that were paid for are owed to their buyer, and pay a service at once', async () => {
  first = await buyPoints()
  expect([await left(), await owed()]).toEqual([100, '100.00'])
  const made = await client.call(placeOrder, { body: { skuId: PREVIEW_10, payMethod: points } })
  const order = await client.call(orderDetail, { params: { id: made.orderId } })
  expect(order).toMatchObject({ state: 'paid', payment: { method: points, status: 2 } })
  await delivered(made.orderId)
  expect([await left(), await owed()]).toEqual([50, '50.00'])
})

test('the same order again takes nothing more; sixteen at once take what is there and no more', async () => {
  const orders = await Promise.all(Array.from({ length: 16 }, () => feeOf('20.00')))
  const outcomes = await Promise.allSettled([...orders, ...orders].map((orderId) => pay(orderId)))
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  const states = await Promise.all(orders.map(async (id) => (await client.call(orderDetail, { params: { id } })).state))
  expect(states.filter((state) => state === 'paid')).toHaveLength(2)
  expect([await left(), await owed()]).toEqual([10, '10.00'])
})

test('points pay what the platform charges in whole yuan, and neither others nor more points', async () => {
  const foreign = await feeOf('5.00', COMPANIES.hospital.id)
  expect(await refusal(foreign)).toContain('仅可支付平台收取的费用')
  expect(await refusal(await feeOf('5.50'))).toContain('积分只支付整元金额')
  expect(await refusal(await feeOf('11.00'))).toContain('可用 10 积分，不足')
  const more = await client.call(placeOrder, { body: { skuId: POINTS_100 } })
  const offered = await client.call(orderDetail, { params: { id: more.orderId } })
  expect(offered.methods.find(({ method }) => method === points)!.refusal).toBe('仅可支付平台收取的费用')
  expect(await refusal(more.orderId)).toContain('仅可支付平台收取的费用')
  expect(await left()).toBe(10)
})

test('a refund gives points back; points that are not used go back as money, the rest goes on', async () => {
  const admin = await t.login('admin', { workbench: 'admin' })
  const fee = await feeOf('10.00')
  await pay(fee)
  expect(await left()).toBe(0)
  const ask = (of: string, amount: string) => ({ body: { orderId: of, amount, reason: '多收' } })
  const refund = (of: string, amount: string) => admin.call(platformRefund, ask(of, amount))
  expect((await admin.refused(platformRefund, ask(fee, '3.50'))).message).toContain('按整元退还积分')
  await refund(fee, '4.00')
  expect([await left(), await owed()]).toEqual([4, '4.00'])
  expect(await admin.refused(platformRefund, ask(fee, '7.00'))).toMatchObject({ code: 10060 })
  await refund(fee, '6.00')
  expect(await left()).toBe(10)

  expect(await admin.refused(platformRefund, ask(first, '11.00'))).toMatchObject({ code: 10060 })
  await refund(first, '3.00')
  expect(await left()).toBe(7)
  await vi.waitFor(async () => expect(await owed()).toBe('7.00'), PATIENT)
})

test('a point costs a yuan', async () => {
  const admin = await t.login('admin', { workbench: 'admin' })
  const fromAt = new Date(t.kernel.clock.now().getTime() + 86_400_000).toISOString()
  const ask = (price: string) => ({ params: { skuId: POINTS_100 }, body: { price, fromAt } })
  expect((await admin.refused(proposePrice, ask('90.00'))).message).toContain('按面值')
  await admin.call(proposePrice, ask('100.00'))
})
