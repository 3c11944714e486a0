import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import type { Employee } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import { implement, implementRaw, type Route } from '#server/implement.ts'
import { enqueue } from '#server/work/worker.ts'
import * as gateway from '../contract/gateway.ts'
import * as contract from '../contract/order.ts'
import { findSku } from '../rules/catalogue.ts'
import { PayMethod, PaymentType, PayStatus, PROVIDER_OF, type ProviderCode, RefundStatus } from '../rules/enums.ts'
import type { Begun } from '../rules/provider.ts'
import { boughtOrder, ownOrder, PAYER } from './access.ts'
import { isLocal, isOffered } from './accounts.ts'
import { play, tradeOf } from './gateway/play.ts'
import { receive } from './notices.ts'
import { choose, closeOrder, requestPayment } from './orders.ts'
import { priceOf } from './prices.ts'
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
  // What is bought is not delivered yet: a demonstration may play a sale, nobody may pay for one.
  if (ctx.config.mode === 'production') throw new AppError('wrongState', '该增值服务尚未开通，暂不出售')
  const now = await priceOf(ctx, sku)
  if (price !== undefined && !new Exact(now.price).eq(price))
    throw new AppError('conflict', `价格已调整为 ${new Exact(now.price).toFixed(2)} 元，请确认后重新下单`)
  const amount = new Exact(now.price).times(count).toFixed(2)
  const { orderId } = await requestPayment(ctx, {
    subject: { kind: 'sku', id: `${sku.id}:${count}:${now.versionId ?? ''}` },
    payee: { companyId: null, purpose: 'income', subject: 'value-added', name: '平台' },
    buyerId: ctx.actor.companyId,
    amount,
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
      },
    ],
    reasons: [
      { label: '单价', value: `${now.price} 元` },
      { label: '数量', value: String(count) },
    ],
  })
  return orderId
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
  const mayRefund = order.payeeId === ctx.actor.companyId && order.state === 'paid' && !isWhole
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
    methods: PayMethod.options.map(({ value, label }) => {
      const provider = PROVIDER_OF[value]
      return {
        method: value,
        label,
        isLocal: provider !== undefined && local(provider),
        refusal: refusalOf(ctx, value),
      }
    }),
    refunds: refunds.map(({ code, amount, status, reason, failReason, at }) => ({
      refundCode: code,
      amount,
      status,
      reason,
      failReason,
      at: at.toISOString(),
    })),
    actions: [
      ...(isBuyer && isOpen ? (['pay', 'cancel'] as const) : []),
      ...(mayRefund && ctx.actor.rights.has('finance') ? (['refund'] as const) : []),
      ...(order.state === 'paid' ? (['receipt'] as const) : []),
    ],
  }
}

/** Why an order cannot be paid by a method here; null where it can. */
function refusalOf(ctx: Ctx, method: number): string | null {
  const provider = PROVIDER_OF[method]
  if (method === PayMethod.values.wechatMini) return '请在微信小程序中使用'
  if (!provider) return '积分支付尚未开通'
  return isOffered(ctx, ctx.tenantId, provider) ? null : '平台尚未开通'
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
