import { expect, test } from 'vitest'
import { DAY } from '#contract/time.ts'
import { fromState } from '#demo/states/from-state.ts'
import { defaultSale, orderSale, recordSalePayment } from '../contract.ts'
import { sold } from './testing/sold.ts'

test('a part that was paid goes back when its buyer is put on record as in default', async () => {
  const { t } = await fromState('people')
  const { orderId, seller } = await sold(t)
  const params = { orderId }
  await seller.call(recordSalePayment, { params, body: { amount: '1000', voucher: '回单-1' } })
  const again = { params, body: { amount: '2', voucher: '回单-1' } }
  expect(await seller.refused(recordSalePayment, again)).toMatchObject({
    code: 10003,
    message: expect.stringMatching(/^该流水号或凭证号已登记（.+：销售收款）/) as string,
  })
  await t.settle()
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 6 * DAY))
  const reason = '经催告仍未付清'
  expect(await seller.refused(defaultSale, { params, body: { reason } })).toMatchObject({
    status: 400,
    message: /1,000.00 元须退还/,
  })
  await seller.call(defaultSale, { params, body: { reason, voucher: '退款-1' } })
  const [deal] = (await seller.call(orderSale, { params })).deals
  expect(deal).toMatchObject({ state: 'defaulted', paid: '0.00', rest: '0', actions: [] })
  expect(deal!.payments.map(({ amount, voucher }) => [amount, voucher])).toEqual([
    ['1000.00', '回单-1'],
    ['-1000.00', '退款-1'],
  ])
})
