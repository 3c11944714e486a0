import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { holdOn } from '#features/workflow/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context, Kernel } from '#server/context.ts'
import { implement, implementRaw, type Route } from '#server/implement.ts'
import * as gateway from '../contract/gateway.ts'
import * as contract from '../contract/order.ts'
import { PayMethod, PaymentType, PayStatus, PROVIDER_OF, type ProviderCode, RefundStatus } from '../rules/enums.ts'
import type { Begun } from '../rules/provider.ts'
import { boughtOrder, ownOrder, PAYER } from './access.ts'
import { isLocal, isOffered } from './accounts.ts'
import { REFUND_SUBJECT } from './approvals.ts'
import { play, tradeOf } from './gateway/play.ts'
import { receive } from './notices.ts'
import { closeOrder } from './orders.ts'
import { payStatusOf } from './pay-status.ts'
import { pointsOffer } from './points.ts'
import type { OrderRow } from './records.ts'
import { placed, placeSku } from './sku-orders.ts'

type Ctx = Context<Employee>
const S = PayStatus.values

/** To order, to pay, to see what became of it. */
export const orderRoutes: readonly Route[] = [
  implement(contract.placeOrder, PAYER, (ctx, { body }) => {
    const { orderId, skuId, payMethod } = body
    return orderId === undefined ? placeSku(ctx, { ...body, skuId: skuId! }) : placed(ctx, orderId, payMethod)
  }),

  implement(contract.orderDetail, PAYER, async (ctx, { params }) => detailOf(ctx, await ownOrder(ctx, params.id))),

  // Reads only; the question that it makes due is stored behind it.
  implement(
    contract.payStatus,
    { ...PAYER, prepare: (kernel) => Promise.resolve(kernel) },
    (ctx, { params, prepared }) => payStatusOf(ctx, { payCode: params.payCode, kernel: prepared as Kernel }),
  ),

  implement(contract.cancelOrder, PAYER, async (ctx, { params }) => {
    const order = await boughtOrder(ctx, params.id)
    if (order.state === 'paid') throw new AppError('wrongState', '付款单已支付，不能取消')
    await closeOrder(ctx, order.id, '付款方取消')
  }),

  implementRaw(contract.payCallback, receive),
]

/** The wallet of the local gateway; there is none in production. */
export const gatewayRoutes: readonly Route[] = [
  implement(gateway.gatewayTrade, PAYER, async (ctx, { params }) => {
    const trade = await playable(ctx, params.payCode)
    const notices = await ctx.many(
      'gateway_notice',
      { about: `trade:${trade.id}` },
      { orderBy: ['createdAt'], limit: 50 },
    )
    return {
      provider: trade.provider,
      title: trade.title,
      amount: trade.amount,
      state: trade.state,
      notices: notices.map(({ createdAt, tries, lastAnswer, endedAt }) => ({
        at: createdAt.toISOString(),
        tries,
        answer: lastAnswer,
        isOver: endedAt !== null,
      })),
    }
  }),
  implement(gateway.playTrade, PAYER, async (ctx, { params, body }) => {
    await playable(ctx, params.payCode)
    await play(ctx, { payCode: params.payCode, play: body.play, payerName: ctx.actor.companyName ?? '' })
  }),
]

async function playable(ctx: Ctx, payCode: string) {
  const payment = await ctx.one('payment', { code: payCode })
  if (!payment || !isLocal(ctx, ctx.tenantId, payment.provider as ProviderCode)) throw new AppError('notFound')
  await boughtOrder(ctx, payment.orderId)
  return tradeOf(ctx, payCode)
}

async function detailOf(ctx: Ctx, order: OrderRow) {
  const isBuyer = order.buyerId === ctx.actor.companyId
  const payments = await ctx.many('payment', { orderId: order.id }, { orderBy: ['createdAt desc', 'id desc'] })
  const payment = payments.find(({ id }) => id === order.paymentId) ?? payments[0]
  const refunds = await ctx.many('refund', { orderId: order.id }, { orderBy: ['at desc'] })
  const buyer = await ctx.tx.selectFrom('company').select('name').where('id', '=', order.buyerId).executeTakeFirst()
  const isOpen = order.state === 'open' && order.expiresAt > ctx.clock.now()
  const isWhole = new Exact(order.refunded).plus(order.refunding).gte(order.amount)
  const local = (provider: string) => isLocal(ctx, ctx.tenantId, provider as ProviderCode)
  const isPayee = order.payeeId === ctx.actor.companyId
  const isRefundHeld = isPayee && (await holdOn(ctx, { kind: REFUND_SUBJECT, id: order.id })) !== null
  const mayRefund = isPayee && order.state === 'paid' && !isWhole && !isRefundHeld
  return {
    ...headOf(order),
    buyerName: buyer?.name ?? '',
    lines: order.lines as [],
    reasons: order.reasons as [],
    refunding: order.refunding,
    closeReason: order.closeReason,
    payStatus: order.state === 'paid' ? S.success : order.state === 'closed' ? S.fail : (payment?.status ?? S.unpaid),
    refundStatus: refunds[0]?.status ?? RefundStatus.values.none,
    isBuyer,
    payment:
      payment && isBuyer
        ? {
            payCode: payment.code,
            method: payment.method,
            methodLabel: PayMethod.label(payment.method),
            status: payment.status,
            reason: payment.reason,
            begun: payment.begun as Begun | null,
            providerNo: payment.providerNo,
            isLocal: local(payment.provider),
          }
        : null,
    methods: await Promise.all(
      PayMethod.options.map(async ({ value, label }) => ({
        method: value,
        label,
        ...(await offerOf(ctx, order, value)),
      })),
    ),
    refunds: refunds.map(({ code, amount, status, reason, failReason, at }) => ({
      refundCode: code,
      amount,
      status,
      reason,
      failReason,
      at: at.toISOString(),
    })),
    isRefundHeld,
    actions: [
      ...(isBuyer && isOpen ? (['pay', 'cancel'] as const) : []),
      ...(mayRefund && ctx.actor.rights.has('finance') ? (['refund'] as const) : []),
      ...(order.state === 'paid' ? (['receipt'] as const) : []),
    ],
  }
}

/** Why an order cannot be paid by a method here, or what to know of it. `isInstant`: choosing it pays. */
async function offerOf(ctx: Ctx, order: OrderRow, method: number) {
  const isInstant = method === PayMethod.values.points
  const offer = isInstant ? await pointsOffer(ctx, order) : providerOffer(ctx, method)
  return { refusal: null, note: '', ...offer, isInstant }
}

function providerOffer(ctx: Ctx, method: number): { refusal: string } | { note: string } {
  const provider = PROVIDER_OF[method]
  if (method === PayMethod.values.wechatMini) return { refusal: '请在微信小程序中使用' }
  if (!provider || !isOffered(ctx, ctx.tenantId, provider)) return { refusal: '平台尚未开通' }
  return { note: isLocal(ctx, ctx.tenantId, provider) ? '模拟支付' : '实时到账' }
}

/** What lists and details alike say of an order. */
export function headOf(order: OrderRow) {
  return {
    orderId: order.id,
    orderCode: order.code,
    title: order.title,
    type: order.type,
    typeLabel: PaymentType.label(order.type),
    payeeName: order.payeeName,
    amount: order.amount,
    refunded: order.refunded,
    invoiceStatus: order.invoiceStatus,
    state: order.state as 'open' | 'paid' | 'closed',
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
  }
}
