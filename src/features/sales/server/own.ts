import { AppError } from '#contract/errors.ts'
import { PaymentType } from '#features/payment/rules/enums.ts'
import { requestPayment } from '#features/payment/server/public.ts'
import { ownTrade, supplier } from '#features/procurement/server/public.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { restOf } from '../rules/status.ts'
import { demandSold, lockOwnDeal, standingOf, announceDeal, termsOf, viewOf } from './deals.ts'

/** What the cashier knows a deal by: this kind, and the sign-up of who buys. */
export const SUBJECT = 'sale-deal'

export const ownRoutes: readonly Route[] = [
  supplier(contract.ownSale, async (ctx, { params: { orderId } }) => {
    const { order, trade } = await ownTrade(ctx, orderId)
    const terms = termsOf(order)
    const deal = await ctx.one('sale_deal', { orderId, tradeId: trade.id })
    if (!deal) throw new AppError('notFound')
    const seller = await ctx.expectOne('company', { id: order.purchaserCompanyId }, { columns: ['name'] })
    return {
      title: order.title,
      code: order.code,
      terms,
      sellerName: seller.name,
      deal: await viewOf(ctx, await standingOf(ctx, order, deal), 'buyer'),
    }
  }),

  supplier(contract.paySale, async (ctx, { params: { orderId } }) => {
    const { order, deal, facts } = await lockOwnDeal(ctx, orderId, 'pay')
    const seller = await ctx.expectOne('company', { id: order.purchaserCompanyId }, { columns: ['id', 'name'] })
    const { orderId: payOrderId } = await requestPayment(ctx, {
      subject: { kind: SUBJECT, id: deal.tradeId },
      payee: { companyId: seller.id, purpose: 'income', name: seller.name },
      buyerId: ctx.actor.companyId,
      amount: restOf(facts).toFixed(2),
      type: PaymentType.values.sale,
      title: `${order.title.slice(0, 60)}销售价款`,
      reasons: [
        { label: '销售单', value: order.title },
        { label: '编号', value: order.code },
        { label: '收取依据', value: facts.state === 'due' ? '成交结果公告载明的成交金额' : '双方确认的提货数量' },
      ],
    })
    return { payOrderId }
  }),

  supplier(contract.answerWeighing, async (ctx, { params: { orderId, weighingId }, body }) => {
    const { order, deal, notes } = await lockOwnDeal(ctx, orderId)
    const note = notes.find(({ id }) => id === weighingId)
    if (!note) throw new AppError('notFound')
    demandSold(order)
    if (note.state !== 'open' || deal.state !== 'paid') throw new AppError('wrongState', '该提货单已处理')
    const reason = body.accepts ? '' : body.reason
    await ctx.update(
      'sale_weighing',
      { id: weighingId },
      {
        state: body.accepts ? 'confirmed' : 'refused',
        reason,
        answeredByName: ctx.actor.name,
        answeredAt: ctx.clock.now(),
      },
    )
    ctx.audit({
      action: 'sale.answer',
      entity: 'order',
      entityId: orderId,
      summary: `成交人${body.accepts ? '确认' : '不确认'}第 ${note.no} 张提货单${reason && `：${reason}`}`,
    })
    announceDeal(ctx, { ...deal, weighingId }, 'sale.answered')
  }),
]
