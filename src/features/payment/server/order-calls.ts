import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { holdOn } from '#features/workflow/server/public.ts'
import type { Employee } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import { implement, implementRaw, type Route } from '#server/implement.ts'
import { enqueue } from '#server/work/worker.ts'
import * as gateway from '../contract/gateway.ts'
import * as contract from '../contract/order.ts'
import { findSku, type Product } from '../rules/catalogue.ts'
import {
  PayMethod,
  PaymentType,
  PayStatus,
  POINTS,
  PROVIDER_OF,
  type ProviderCode,
  RefundStatus,
} from '../rules/enums.ts'
import type { Begun } from '../rules/provider.ts'
import { boughtOrder, ownOrder, PAYER } from './access.ts'
import { isLocal, isOffered } from './accounts.ts'
import { REFUND_SUBJECT } from './approvals.ts'
import { play, tradeOf } from './gateway/play.ts'
import { receive } from './notices.ts'
import { choose, closeOrder, requestPayment } from './orders.ts'
import { pointsOffer } from './points.ts'
import { priceOf } from './prices.ts'
import { services } from './sale-port.ts'
import { closeCredited, SKU_SUBJECT } from './service-orders.ts'
import type { OrderRow } from './records.ts'
import { ASK } from './work-kinds.ts'

type Ctx = Context<Employee>
const S = PayStatus.values

/** To order, to pay, to see what became of it. */
export const orderRoutes: readonly Route[] = [
  implement(contract.placeOrder, PAYER, async (ctx, { body }) => {
    const orderId = body.orderId ?? (await orderSku(ctx, { ...body, skuId: body.skuId! }))
    const order = await boughtOrder(ctx, orderId)
    const payCode = body.payMethod === undefined ? null : (await choose(ctx, order.id, body.payMethod)).payCode
    const { id, code, amount, expiresAt } = order
    return { orderId: id, orderCode: code, amount, expiresAt: expiresAt.toISOString(), payCode }
  }),

  implement(contract.orderDetail, PAYER, async (ctx, { params }) => detailOf(ctx, await ownOrder(ctx, params.id))),

  // Reads only; the question that it makes due is stored behind it.
  implement(
    contract.payStatus,
    { ...PAYER, prepare: (kernel) => Promise.resolve(kernel) },
    async (ctx, { params, prepared }) => {
      const payment = await ctx.one('payment', { code: params.payCode })
      if (!payment) throw new AppError('notFound')
      await boughtOrder(ctx, payment.orderId)
      if (payment.status === S.paying) ctx.afterCommit(() => askSoon(prepared as Kernel, ctx.tenantId, payment.id))
      return {
        payStatus: payment.status,
        amount: payment.amount,
        paidAt: payment.paidAt?.toISOString() ?? null,
        reason: payment.reason,
        expiresAt: payment.expiresAt.toISOString(),
      }
    },
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

async function orderSku(
  ctx: Ctx,
  { skuId, count, price }: { skuId: string; count: number; price?: string | undefined },
) {
  const found = findSku(skuId)
  if (!found) throw new AppError('notFound')
  const { product, sku } = found
  // Nobody pays for what nothing uses yet.
  if (!product.isDelivered) throw new AppError('wrongState', '该增值服务尚未开通，暂不出售')
  const now = await priceOf(ctx, sku)
  if (price !== undefined && !new Exact(now.price).eq(price))
    throw new AppError('conflict', `价格已调整为 ${new Exact(now.price).toFixed(2)} 元，请确认后重新下单`)
  const amount = new Exact(now.price).times(count).toFixed(2)
  const buyerId = ctx.actor.companyId
  const { credit, replaces, reasons } = await services().creditFor(ctx, {
    buyerId,
    product: product.code,
    price: amount,
    unit: sku.unit,
    quantity: sku.quantity * count,
  })
  const subjectId = `${sku.id}:${count}:${now.versionId ?? ''}:${replaces.length > 0 ? credit : ''}`
  if (replaces.length > 0) await closeCredited(ctx, buyerId, subjectId)
  const { orderId } = await requestPayment(ctx, {
    subject: { kind: SKU_SUBJECT, id: subjectId },
    payee: { companyId: null, purpose: purposeOf(product), subject: 'value-added', name: '平台' },
    buyerId,
    amount: new Exact(amount).minus(credit).toFixed(2),
    type: PaymentType.values.valueAdded,
    title: `${product.name}（${sku.name}）`,
    lines: [
      {
        skuId: sku.id,
        name: `${product.name}（${sku.name}）`,
        count,
        price: now.price,
        amount,
        priceVersionId: now.versionId,
        ...(replaces.length > 0 && { replaces }),
      },
    ],
    reasons: [{ label: '单价', value: `${now.price} 元` }, { label: '数量', value: String(count) }, ...reasons],
  })
  return orderId
}

/** Points are owed to their buyer until they are used; anything else is earned when it is paid. */
function purposeOf({ code }: Product) {
  return code === POINTS ? 'points' : 'income'
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

const ASK_EVERY_MS = 10_000

/** Has the provider asked, at most every ten seconds per payment, whoever polls at whatever node. */
async function askSoon(kernel: Kernel, tenantId: number, paymentId: string): Promise<void> {
  const now = kernel.clock.now()
  const last = ASKED.get(paymentId) ?? 0
  if (now.getTime() - last < ASK_EVERY_MS) return
  if (ASKED.size > 10_000) ASKED.clear()
  ASKED.set(paymentId, now.getTime())
  await inContext(kernel, { tenantId, actor: null }, async (inner) => {
    const { numUpdatedRows } = await inner.tx
      .updateTable('payment')
      .set({ askedAt: now })
      .where('tenantId', '=', tenantId)
      .where('id', '=', paymentId)
      .where('status', '=', S.paying)
      .where((e) => e.or([e('askedAt', 'is', null), e('askedAt', '<=', new Date(now.getTime() - ASK_EVERY_MS))]))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await enqueue(inner, ASK, paymentId)
  })
}

/** What this process asked last; the row decides among nodes. */
const ASKED = new Map<string, number>()
