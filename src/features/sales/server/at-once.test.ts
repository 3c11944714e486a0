import { beforeEach, expect, test, vi } from 'vitest'
import { Exact } from '#contract/money.ts'
import { fromState } from '#demo/states/from-state.ts'
import { placeOrder } from '#features/payment/contract/order.ts'
import { PayMethod } from '#features/payment/rules/enums.ts'
import { actsIn } from '#features/payment/server/testing/pay.ts'
import { secondProcess } from '#server/testing/second-process.ts'
import { PATIENT } from '#server/testing/patience.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import * as c from '../contract.ts'
import { sold } from './testing/sold.ts'

/* The price of a sale, asked for, recorded and paid by several at the same moment: never more than is owed. */

let t: TestSystem
let sale: Awaited<ReturnType<typeof sold>>
beforeEach(async () => {
  ;({ t } = await fromState('people'))
  sale = await sold(t)
})

const done = (all: readonly PromiseSettledResult<unknown>[]) =>
  all.filter(({ status }) => status === 'fulfilled').length
const dealOf = async () => (await sale.seller.call(c.orderSale, { params: { orderId: sale.orderId } })).deals[0]!

test('ten at two processes: one order of the cashier, one payment by one slip, one rest', async () => {
  const { login } = await secondProcess(t)
  const params = { orderId: sale.orderId }
  const winners = [sale.winner, await login('supplier1', 'supplier')]
  const asked = await Promise.all(Array.from({ length: 10 }, (_, i) => winners[i % 2]!.call(c.paySale, { params })))
  expect(new Set(asked.map(({ payOrderId }) => payOrderId)).size).toBe(1)

  const sellers = [sale.seller, await login('buyer', 'purchaser')]
  const record = (bodies: { amount: string; voucher: string }[]) =>
    Promise.allSettled(bodies.map((body, i) => sellers[i % 2]!.call(c.recordSalePayment, { params, body })))
  const ten = Array.from({ length: 10 }, (_, i) => i)
  // The price covers all of these, their slip does not.
  expect(done(await record(ten.map((i) => ({ amount: String(i + 1), voucher: '回单' }))))).toBe(1)
  const { price, rest, payments } = await dealOf()
  expect(payments).toHaveLength(1)
  // Each by a slip of its own: only what is owed stands in their way.
  expect(done(await record(ten.map((i) => ({ amount: rest, voucher: `回单-${i}` }))))).toBe(1)
  expect(await dealOf()).toMatchObject({ state: 'paid', paid: price, payments: [...payments, { amount: rest }] })
})

test('the price comes in by the cashier while the seller records it: one counts, the other goes back or is refused', async () => {
  const money = actsIn(t, sale.winner)
  const params = { orderId: sale.orderId }
  const { price } = await dealOf()
  const { payOrderId } = await sale.winner.call(c.paySale, { params })
  const begin = { orderId: payOrderId, payMethod: PayMethod.values.wechat }
  const payCode = (await sale.winner.call(placeOrder, { body: begin })).payCode!
  await money.isBegun(payCode)
  const [, record] = await Promise.allSettled([
    money.play(payCode, 'pay', sale.winner),
    sale.seller.call(c.recordSalePayment, { params, body: { amount: price, voucher: '回单-1' } }),
  ])
  await vi.waitFor(async () => expect((await money.orderOf(payOrderId)).state).toBe('paid'), PATIENT)
  await t.settle()
  const { state, paid, payments } = await dealOf()
  expect([state, paid]).toEqual(['paid', price])
  expect(payments).toMatchObject([{ amount: price, isOnline: record.status === 'rejected' }])
  const back = record.status === 'fulfilled' ? price : '0.00'
  await vi.waitFor(async () => {
    const { rows } = await t.owner.query<{ refunded: string }>('select refunded from pay_order where id = $1', [
      payOrderId,
    ])
    expect(new Exact(rows[0]!.refunded).toFixed(2)).toBe(back)
  }, PATIENT)
})
