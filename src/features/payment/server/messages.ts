import { formatAmount } from '#contract/money.ts'
import { inboxOf, notify, platformPeople } from '#features/messages/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import { CASE_KINDS, type CaseKind, WithdrawStatus } from '../rules/enums.ts'

/** Whoever ordered hears that it is paid, once. */
export const tellBuyer: Subscriber = {
  name: 'payment: tell the buyer',
  kind: 'payment.paid',
  async handle(ctx, { id, payload }) {
    const { orderId, createdBy } = payload as { orderId: string; createdBy: string | null }
    const order = await ctx.expectOne('pay_order', { id: orderId })
    await notify(ctx, {
      to: createdBy ? { userIds: [createdBy] } : { companyId: order.buyerId, right: 'finance' },
      identity: await inboxOf(ctx, order.buyerId),
      kind: 'payment.paid',
      title: `支付成功：${order.title}`,
      content: `付款单 ${order.code} 已支付 ${formatAmount(order.amount)} 元，收款方 ${order.payeeName}。`,
      link: `/finance/orders/${order.id}`,
      eventId: id,
    })
  },
}

/** The platform's people hear of money that needs one of them; buyers, of what came back to them; whoever took money out, whether it went. */
export const tellFinance: readonly Subscriber[] = [
  {
    name: 'payment: tell the platform of a case',
    kind: 'payment.case',
    async handle(ctx, { id, payload }) {
      const { caseId, kind } = payload as { caseId: string; kind: CaseKind }
      const found = await ctx.expectOne('suspense_case', { id: caseId })
      if (found.state !== 'open') return
      await notify(ctx, {
        ...(await platformPeople(ctx)),
        kind: 'payment.case',
        title: `待处理款项：${CASE_KINDS[kind]}`,
        // A case with a refund is one of money that could not be sent back.
        content: `${found.code}，${formatAmount(found.amount)} 元${found.refundId ? '未能退回' : ''}，请核对后处理。`,
        link: '/admin/finance/cases',
        eventId: id,
      })
    },
  },
  ...(['payment.refunded', 'payment.refund-failed'] as const).map((kind): Subscriber => ({
    name: `payment: tell the buyer of a refund (${kind})`,
    kind,
    async handle(ctx, { id, payload }) {
      const { refundId } = payload as { refundId: string }
      const refund = await ctx.expectOne('refund', { id: refundId })
      // Of money that came to a guarantee account whoever had it opened tells.
      if (!refund.paymentId) return
      const payment = await ctx.expectOne('payment', { id: refund.paymentId })
      const order = await ctx.expectOne('pay_order', { id: payment.orderId })
      const isDone = kind === 'payment.refunded'
      await notify(ctx, {
        to: order.createdBy ? { userIds: [order.createdBy] } : { companyId: order.buyerId, right: 'finance' },
        identity: await inboxOf(ctx, order.buyerId),
        kind: 'payment.refunded',
        title: `${isDone ? '退款成功' : '退款未成功'}：${order.title}`,
        content: isDone
          ? `退款 ${refund.code}，${formatAmount(refund.amount)} 元已原路退回。`
          : `退款 ${refund.code}，${formatAmount(refund.amount)} 元未能原路退回，平台正在处理。`,
        link: `/finance/orders/${order.id}`,
        eventId: id,
      })
    },
  })),
  {
    name: 'payment: tell who asked how a withdrawal ended',
    kind: 'payment.withdrawn',
    async handle(ctx, { id, payload }) {
      const { withdrawalId } = payload as { withdrawalId: string }
      const row = await ctx.expectOne('withdrawal', { id: withdrawalId })
      const isDone = row.status === WithdrawStatus.values.done
      const paid = `提现 ${row.code}，${formatAmount(row.amount)} 元`
      await notify(ctx, {
        to: { userIds: [row.requestedBy] },
        identity: await inboxOf(ctx, row.companyId),
        kind: 'payment.withdrawn',
        title: `${isDone ? '提现成功' : '提现未成功'}：${row.bank} ${row.account}`,
        content: isDone ? `${paid}已由银行付出。` : `${paid}未能付出：${row.failReason}。款项已退回可用余额。`,
        link: '/finance/withdrawals',
        eventId: id,
      })
    },
  },
]
