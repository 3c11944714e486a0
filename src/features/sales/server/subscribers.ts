import { Exact } from '#contract/money.ts'
import { DAY } from '#contract/time.ts'
import { PAID_EVENT, type Paid, refund } from '#features/payment/server/public.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { awardsOf, orderRow } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { restOf } from '../rules/status.ts'
import { book, standingOf, announceDeal, termsOf } from './deals.ts'
import { SUBJECT } from './own.ts'

/** Whoever wins a sale owes its price from then on. */
export const openDeal: Subscriber = {
  name: 'sales: open the deal of an award',
  kind: 'order.awarded',
  async handle(ctx, event) {
    const { orderId, tradeId } = event.payload as { orderId: string; tradeId: string }
    const order = await orderRow(ctx, orderId, 'share')
    if (methodOf(order.method).direction !== 'rising' || order.state !== 'winner.fixed') return
    const award = (await awardsOf(ctx, orderId)).find((one) => one.tradeId === tradeId)
    if (!award || (await ctx.one('sale_deal', { orderId, tradeId }, { columns: ['state'] }))) return
    const awardedAt = award.decidedAt
    const dueAt = new Date(awardedAt.getTime() + termsOf(order).paymentDays * DAY)
    await ctx.insert('sale_deal', { orderId, tradeId, state: 'due', price: award.price, awardedAt, dueAt })
    announceDeal(ctx, { orderId, tradeId }, 'sale.opened')
    const remind = (kind: string, at: Date) =>
      ctx.schedule(`${kind}:${tradeId}`, at, { kind, payload: { orderId, tradeId } })
    const dayBefore = new Date(dueAt.getTime() - DAY)
    if (dayBefore > ctx.clock.now()) await remind('sale.due', dayBefore)
    await remind('sale.overdue', dueAt)
  },
}

/** What the cashier has taken for goods; what nobody owes any more goes back. */
export const notePaid: Subscriber = {
  name: 'sales: note what was paid',
  kind: PAID_EVENT,
  async handle(ctx, event) {
    const paid = event.payload as unknown as Paid
    if (paid.subjectKind !== SUBJECT) return
    const { orderId } = await ctx.expectOne('trade', { id: paid.subjectId }, { columns: ['orderId'] })
    const order = await orderRow(ctx, orderId, 'share')
    const deal = await ctx.expectOne('sale_deal', { orderId, tradeId: paid.subjectId }, { lock: 'update' })
    const known = await ctx.one('sale_payment', { payOrderId: paid.orderId }, { columns: ['id'] })
    if (known) return
    const { facts } = await standingOf(ctx, order, deal)
    const isOwed = order.state === 'winner.fixed' && (facts.state === 'due' || facts.state === 'paid')
    if (!isOwed || new Exact(paid.amount).gt(restOf(facts))) {
      await refund(ctx, { orderId: paid.orderId, amount: paid.amount, reason: '已无待付价款，原路退还' })
      return
    }
    await book(ctx, deal, { amount: paid.amount, payOrderId: paid.orderId })
    ctx.audit({
      action: 'sale.paid',
      entity: 'order',
      entityId: orderId,
      summary: `收到销售价款 ${paid.amount} 元（付款单 ${paid.orderCode}）`,
    })
    announceDeal(ctx, deal, 'sale.paid')
  },
}
