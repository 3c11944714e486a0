import { isAbortive } from '#features/procurement/engine/states.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { PAID_EVENT, type Paid, refund } from '#features/payment/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { giveBack } from './give-back.ts'
import { SUBJECT, tellFee } from './subject.ts'

/** What the cashier has taken for documents; for an order that was ended meanwhile it goes back. */
export const notePaid: Subscriber = {
  name: 'document-fee: note what was paid',
  kind: PAID_EVENT,
  async handle(ctx, event) {
    const paid = event.payload as unknown as Paid
    if (paid.subjectKind !== SUBJECT) return
    const tradeId = paid.subjectId
    const { orderId } = await ctx.expectOne('trade', { id: tradeId }, { columns: ['orderId'] })
    // Behind the order: who ends it gives back what is there, and we what comes after.
    const order = await orderRow(ctx, orderId, 'share')
    const { orderId: payOrderId, amount, paidAt } = paid
    const before = await ctx.one('document_fee', { tradeId }, { columns: ['payOrderId'] })
    if (before?.payOrderId === payOrderId) return
    // Asked for anew while the first payment was on its way here.
    if (before) return void (await refund(ctx, { orderId: payOrderId, amount, reason: '重复缴纳，原路退还' }))
    await ctx.insert('document_fee', { tradeId, orderId, payOrderId, amount, paidAt: new Date(paidAt) })
    ctx.audit({
      action: 'document-fee.paid',
      entity: 'trade',
      entityId: tradeId,
      summary: `收到招标文件费 ${amount} 元（付款单 ${paid.orderCode}）`,
    })
    tellFee(ctx, { orderId, tradeId })
    if (isAbortive(order)) await giveBack(ctx, [tradeId])
  },
}
