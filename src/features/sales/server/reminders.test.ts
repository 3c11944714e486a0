import { expect, test } from 'vitest'
import { DAY } from '#contract/time.ts'
import { fromState } from '#demo/states/from-state.ts'
import { messagePage } from '#features/messages/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { orderSale, recordSalePayment } from '../contract.ts'
import { sold } from './testing/sold.ts'

const OWN = ['付款期限将至', '成交价款已逾期', '成交人逾期未付款']

/** What a side was told of its payment, the first first. */
async function told(client: HttpClient, identity: 'purchaser' | 'supplier') {
  const { rows } = await client.call(messagePage, { query: { identity, pageSize: 100 } })
  return rows.map(({ title }) => title).filter((title) => OWN.includes(title))
}

test('who owes is reminded a day before it is due, and both sides hear once that it is overdue', async () => {
  const { t } = await fromState('people')
  const { orderId, seller, winner } = await sold(t)
  const [deal] = (await seller.call(orderSale, { params: { orderId } })).deals
  const due = new Date(deal!.dueAt)
  await t.advanceTo(new Date(due.getTime() - DAY))
  expect(await told(winner, 'supplier')).toEqual(['付款期限将至'])
  expect(await told(seller, 'purchaser')).toEqual([])
  await t.advanceTo(due)
  expect((await told(winner, 'supplier')).toSorted()).toEqual(['付款期限将至', '成交价款已逾期'].toSorted())
  expect(await told(seller, 'purchaser')).toEqual(['成交人逾期未付款'])
})

test('who has paid is left alone', async () => {
  const { t } = await fromState('people')
  const { orderId, seller, winner } = await sold(t)
  const params = { orderId }
  const [deal] = (await seller.call(orderSale, { params })).deals
  await seller.call(recordSalePayment, { params, body: { amount: deal!.price, voucher: '回单-1' } })
  await t.settle()
  await t.advanceTo(new Date(deal!.dueAt))
  expect(await told(winner, 'supplier')).toEqual([])
  expect(await told(seller, 'purchaser')).toEqual([])
})
