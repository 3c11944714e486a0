import { expect, test } from 'vitest'
import * as pay from '#features/contracts/contract/payment.ts'
import { contractWorld } from '#features/contracts/server/testing/contract.ts'
import { FEATURES } from '#server/features.ts'
import { inContext } from '#server/context.ts'
import * as u from '../contract/use.ts'
import { contractPaid } from './payments.ts'
import { inForce, name, useOf } from './testing/budget.ts'

test('what is paid of a contract is spent of its order’s budget, once', async () => {
  const w = await contractWorld()
  const { buyer, supplier, t } = w
  const plan = await inForce(buyer)
  const { contractId, dueId } = await w.due()
  const orderId = (await w.detail(buyer, contractId)).orderId!
  await name(buyer, 'order', { id: orderId, lineIds: plan.lineIds })
  expect(await useOf(buyer, orderId)).toMatchObject({ lines: [{ committed: '800000.00' }], payable: null })

  const file = await buyer.upload('budget-payment', '回单.pdf', Buffer.from('%PDF-1.4'))
  const byHand = { amount: '1', paidOn: w.day(), voucher: 'V-1', files: [{ fileId: file.fileId, name: '回单.pdf' }] }
  const refused = await buyer.refused(u.registerPayment, { params: { orderId }, body: byHand })
  expect(refused.message).toBe('该采购单已签订合同，请在合同中登记付款，登记后自动计入预算')

  const asked = await supplier.call(pay.requestPayment, { params: { dueId }, body: { amount: '300000' } })
  await buyer.call(pay.approveRequest, { params: asked, body: {} })
  const body = { amount: '300000', paidOn: w.day(), voucher: [await w.file(buyer, '电子回单.pdf')] }
  await buyer.call(pay.recordPayment, { params: asked, body })
  await t.settle()
  const { lines, payments } = await useOf(buyer, orderId)
  expect(lines).toMatchObject([{ committed: '500000.00', spent: '300000.00' }])
  expect(payments).toMatchObject([{ amount: '300000.00', isOfContract: true, files: [{ name: '电子回单.pdf' }] }])

  // Delivered again, it changes nothing; neither does whoever wants it back here.
  const event = await t.owner.query("select payload from outbox where kind = 'contract.paid'")
  await inContext(t.kernel, { tenantId: 1, actor: null }, (ctx) =>
    contractPaid.handle(ctx, { id: 1, kind: 'contract.paid', at: new Date(), payload: event.rows[0].payload }),
  )
  expect(await useOf(buyer, orderId)).toMatchObject({ lines: [{ spent: '300000.00' }], payments: [{}] })
  const params = { paymentId: payments[0]!.paymentId }
  const back = await buyer.refused(u.takePaymentBack, { params, body: { reason: '登记错误' } })
  expect(back.message).toBe('由合同付款计入，不能单独撤销')
  for (const feature of FEATURES.filter(({ name: of }) => of === 'budget' || of === 'ledger'))
    expect(await feature.check!(t.kernel, 1)).toEqual([])
})
