import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { MINUTE } from '#contract/time.ts'
import type { Payee } from '#features/ledger/rules/postings.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/work/worker.ts'
import { OPEN_MINUTES, PayMethod, PayStatus, POINTS, PROVIDER_OF } from '../rules/enums.ts'
import { newNumber } from './codes.ts'
import { payWithPoints, pointsOffer } from './points.ts'
import { lockOrder, tellChange } from './records.ts'
import { services } from './sale-port.ts'
import { BEGIN, CLOSE } from './work-kinds.ts'

type Ctx = Context<Actor | null>
const S = PayStatus.values

/** Event that an order has been open long enough. */
export const EXPIRE_EVENT = 'payment.expire'
/** Event that a provider is to be asked, since nothing was heard. */
export const WATCH_EVENT = 'payment.watch'
/** The provider is asked this often while nothing is heard. */
export const WATCH_MS = 30_000

/** One line of an order; amounts are decimal strings in yuan. */
export interface OrderLine {
  skuId: string | null
  name: string
  count: number
  price: string
  amount: string
  priceVersionId: string | null
  /** Of a service: what the buyer gives up for it. */
  replaces?: readonly string[]
}

/** What is to be paid. The amount is the server's own. */
export interface PaymentRequest {
  /** What it is for: a kind of the feature that asks, and a record. Open once per buyer. */
  subject: { kind: string; id: string }
  /** `name` is shown. Of a bond, the company whose money it stays. */
  payee: Payee & { name: string }
  /** Who pays: a company. */
  buyerId: string
  amount: string
  /** `PaymentType`. */
  type: number
  title: string
  /** How the amount came about, line by line. */
  reasons?: readonly { label: string; value: string }[]
  lines?: readonly OrderLine[]
  /** Open until then; half an hour where nothing is said. */
  expiresAt?: Date
}

/**
 * Makes the order of something that is to be paid, or gives the one that is open for the same subject. Whoever asks is told
 * by the event `payment.paid` {orderId, subjectKind, subjectId, buyerId, amount, …}, once.
 */
export async function requestPayment(
  ctx: Ctx,
  request: PaymentRequest,
): Promise<{ orderId: string; orderCode: string; isNew: boolean }> {
  const { subject, payee, buyerId, amount, type, title, reasons = [], lines } = request
  if (!new Exact(amount).gt(0)) throw new AppError('invalid', '应付金额应大于 0')
  const now = ctx.clock.now()
  const order = {
    id: ctx.newId(),
    code: newNumber(ctx, 'O'),
    type,
    subjectKind: subject.kind,
    subjectId: subject.id,
    title,
    buyerId,
    payeeId: payee.companyId,
    payeeName: payee.name,
    purpose: payee.purpose,
    payeeSubject: payee.subject ?? (payee.companyId === null ? `fee-${type}` : ''),
    lines: JSON.stringify(
      lines ?? [{ skuId: null, name: title, count: 1, price: amount, amount, priceVersionId: null }],
    ),
    reasons: JSON.stringify(reasons),
    amount,
    state: 'open',
    createdBy: ctx.actor?.userId ?? null,
    createdByName: ctx.actor?.name ?? '系统',
    createdAt: now,
    expiresAt: request.expiresAt ?? new Date(now.getTime() + OPEN_MINUTES * MINUTE),
  }
  const made = await ctx.tx
    .insertInto('pay_order')
    .values({ tenantId: ctx.tenantId, ...order })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) {
    const open = await ctx.one('pay_order', {
      buyerId,
      subjectKind: subject.kind,
      subjectId: subject.id,
      state: 'open',
    })
    if (!open) throw new AppError('conflict')
    return { orderId: open.id, orderCode: open.code, isNew: false }
  }
  await ctx.schedule(`${EXPIRE_EVENT}:${order.id}`, order.expiresAt, {
    kind: EXPIRE_EVENT,
    payload: { orderId: order.id },
  })
  ctx.audit({
    action: 'payment.order',
    entity: 'payment',
    entityId: order.id,
    summary: `生成付款单 ${order.code}：${title}，${amount} 元`,
  })
  return { orderId: order.id, orderCode: order.code, isNew: true }
}

/**
 * Begins to pay an open order by a method; the attempt before, by another one, is closed. The same method again is the
 * same attempt. Points pay at once. Throws `wrongState` for an order that is not open, or that points cannot pay.
 */
export async function choose(ctx: Ctx, orderId: string, method: number): Promise<{ payCode: string }> {
  const isByPoints = method === PayMethod.values.points
  if (isByPoints) {
    const { buyerId } = await ctx.expectOne('pay_order', { id: orderId }, { columns: ['buyerId'] })
    await services().lock(ctx, buyerId)
  }
  const order = (await lockOrder(ctx, orderId))!
  const now = ctx.clock.now()
  if (order.state === 'paid') throw new AppError('wrongState', '付款单已支付')
  if (order.state === 'closed' || order.expiresAt <= now) throw new AppError('wrongState', '付款单已关闭，请重新下单')
  const provider = isByPoints ? POINTS : PROVIDER_OF[method]
  if (!provider) throw new AppError('invalid', `暂不支持${PayMethod.label(method)}`)
  if (isByPoints) {
    const offer = await pointsOffer(ctx, order)
    if ('refusal' in offer) throw new AppError('wrongState', `不能用积分支付：${offer.refusal}`)
  }
  const live = await ctx.one('payment', { orderId, status: [S.unpaid, S.paying] })
  if (live?.method === method) return { payCode: live.code }
  if (live) await supersede(ctx, live)
  const payment = {
    id: ctx.newId(),
    code: newNumber(ctx, 'P'),
    orderId,
    method,
    provider,
    amount: order.amount,
    status: S.unpaid,
    createdBy: ctx.actor?.userId ?? null,
    createdAt: now,
    expiresAt: order.expiresAt,
  }
  await ctx.insert('payment', payment)
  if (isByPoints) await payWithPoints(ctx, order, payment)
  else await enqueue(ctx, BEGIN, payment.id)
  return { payCode: payment.code }
}

async function supersede(ctx: Ctx, live: { id: string; code: string }): Promise<void> {
  await ctx.update('payment', { id: live.id }, { status: S.fail, reason: '已更换支付方式' })
  await enqueue(ctx, CLOSE, live.id)
  tellChange(ctx, live.code, S.fail)
}

/** Closes an open order and its attempts, e.g. when its time is over; `notFound` without one, nothing where it is over. */
export async function closeOrder(ctx: Ctx, orderId: string, reason: string): Promise<void> {
  const order = await lockOrder(ctx, orderId)
  if (!order) throw new AppError('notFound')
  if (order.state !== 'open') return
  const live = await ctx.one('payment', { orderId, status: [S.unpaid, S.paying] })
  if (live) {
    await ctx.update('payment', { id: live.id }, { status: S.fail, reason })
    await enqueue(ctx, CLOSE, live.id)
    tellChange(ctx, live.code, S.fail)
  }
  await ctx.update('pay_order', { id: orderId }, { state: 'closed', closedAt: ctx.clock.now(), closeReason: reason })
  await ctx.schedule(`${EXPIRE_EVENT}:${orderId}`, null, { kind: EXPIRE_EVENT, payload: {} })
  ctx.audit({
    action: 'payment.closed',
    entity: 'payment',
    entityId: orderId,
    summary: `付款单 ${order.code} 已关闭：${reason}`,
  })
  ctx.emit({
    kind: 'payment.closed',
    payload: { orderId, subjectKind: order.subjectKind, subjectId: order.subjectId, buyerId: order.buyerId },
  })
}

/** Open orders by what they are for, with the attempt that is live: number '' and state unpaid without one. */
export async function openOrders(
  ctx: Ctx,
  kind: string,
  ids: readonly string[],
): Promise<Map<string, { code: string; payCode: string; payStatus: number }>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx
    .selectFrom('pay_order as o')
    .leftJoin('payment as p', (j) =>
      j
        .onRef('p.tenantId', '=', 'o.tenantId')
        .onRef('p.orderId', '=', 'o.id')
        .on('p.status', 'in', [S.unpaid, S.paying]),
    )
    .select(['o.subjectId', 'o.code', 'p.code as payCode', 'p.status'])
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.subjectKind', '=', kind)
    .where('o.subjectId', 'in', ids)
    .where('o.state', '=', 'open')
    .execute()
  return new Map(
    rows.map((row) => [
      row.subjectId,
      { code: row.code, payCode: row.payCode ?? '', payStatus: row.status ?? S.unpaid },
    ]),
  )
}
