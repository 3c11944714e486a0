import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount } from '#contract/money.ts'
import { journalOf } from '#features/ledger/rules/postings.ts'
import { confirm, hold, post, release } from '#features/ledger/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/work/worker.ts'
import { InvoiceStatus, POINTS, RefundStatus } from '../rules/enums.ts'
import type { Evidence, RefundState } from '../rules/provider.ts'
import { newNumber } from './codes.ts'
import { invoicing } from './invoice-port.ts'
import { lockOrder, payeeOf } from './records.ts'
import { services } from './sale-port.ts'
import { DESK, noteFinance } from './topics.ts'
import { REFUND } from './work-kinds.ts'

type Ctx = Context<Actor | null>
const S = RefundStatus.values

/**
 * Gives a paid order back, whole or in part; the money is set apart at once. Throws `wrongState` for an order that is not
 * paid, is invoiced or about to be, `insufficient` with what is left, of the order or of the payee's balance.
 */
export async function refund(
  ctx: Ctx,
  { orderId, amount, reason }: { orderId: string; amount: string; reason: string },
): Promise<{ refundId: string; refundCode: string }> {
  const order = await lockOrder(ctx, orderId)
  if (!order) throw new AppError('notFound')
  if (order.state !== 'paid') throw new AppError('wrongState', '付款单未支付，不能退款')
  if (order.invoiceStatus === InvoiceStatus.values.invoiced)
    throw new AppError('wrongState', '付款单已开票，请先红冲发票再退款')
  const asked = new Exact(amount)
  const left = new Exact(order.amount).minus(order.refunded).minus(order.refunding)
  if (!asked.gt(0)) throw new AppError('invalid', '退款金额应大于 0')
  if (asked.gt(left))
    throw new AppError('insufficient', `可退金额不足，当前可退 ${formatAmount(left.toFixed(2))} 元`, {
      available: left.toFixed(2),
    })
  if (order.invoiceStatus === InvoiceStatus.values.applied) await invoicing().beforeRefund(ctx, orderId)
  const payment = await ctx.expectOne('payment', { id: order.paymentId! })
  const isByPoints = payment.provider === POINTS
  if (isByPoints && !asked.isInteger()) throw new AppError('invalid', '用积分支付的款项按整元退还积分')
  const id = ctx.newId()
  const code = newNumber(ctx, 'R')
  if (order.payeeId) await hold(ctx, { key: `refund:${id}`, account: accountOf(order), amount, subject: order.id })
  await ctx.insert('refund', {
    id,
    code,
    paymentId: payment.id,
    orderId: order.id,
    provider: payment.provider,
    providerNo: payment.providerNo,
    received: payment.amount,
    amount,
    reason,
    status: S.running,
    requestedBy: ctx.actor?.userId ?? null,
    requestedByName: ctx.actor?.name ?? '系统',
    at: ctx.clock.now(),
  })
  await ctx.update('pay_order', { id: order.id }, { refunding: new Exact(order.refunding).plus(asked).toFixed(2) })
  ctx.audit({
    action: 'payment.refund',
    entity: 'payment',
    entityId: order.id,
    summary: `付款单 ${order.code} 退款 ${asked.toFixed(2)} 元：${reason}`,
    data: { refundCode: code },
  })
  if (isByPoints) {
    const use = { companyId: order.buyerId, orderId: order.id, points: asked.toNumber() }
    await services().returnPoints(ctx, use)
    await concludeRefund(ctx, id, { state: 'success', no: code })
  } else await enqueue(ctx, REFUND, id)
  return { refundId: id, refundCode: code }
}

/** Sends money in suspense back to where it came from; `reason` is what the payer and the closed case read. */
export async function sendBack(
  ctx: Ctx,
  {
    caseId,
    payment,
    evidence,
    reason,
  }: {
    caseId: string
    /** Without an id: a transfer to a guarantee account. */
    payment: { id: string | null; provider: string }
    evidence: Pick<Evidence, 'providerNo' | 'amount'>
    reason: string
  },
): Promise<void> {
  const id = ctx.newId()
  await ctx.insert('refund', {
    id,
    code: newNumber(ctx, 'R'),
    paymentId: payment.id,
    caseId,
    provider: payment.provider,
    providerNo: evidence.providerNo,
    received: evidence.amount,
    amount: evidence.amount,
    reason,
    status: S.running,
    requestedBy: ctx.actor?.userId ?? null,
    requestedByName: ctx.actor?.name ?? '系统',
    at: ctx.clock.now(),
  })
  await ctx.update('suspense_case', { id: caseId }, { state: 'closing', refundId: id, closing: 'refunded' })
  await enqueue(ctx, REFUND, id)
}

/** What the provider says became of a refund, on the locked rows; once it is over, nothing changes it. */
export async function concludeRefund(ctx: Ctx, refundId: string, result: RefundState): Promise<void> {
  if (result.state !== 'success' && result.state !== 'failed') return
  const { orderId } = await ctx.expectOne('refund', { id: refundId }, { columns: ['orderId'] })
  const order = orderId ? (await lockOrder(ctx, orderId))! : null
  const row = await ctx.expectOne('refund', { id: refundId }, { lock: 'update' })
  if (row.status !== S.running) return
  const now = ctx.clock.now()
  const isDone = result.state === 'success'
  const { id, amount, provider } = row
  await ctx.update(
    'refund',
    { id },
    {
      status: isDone ? S.success : S.fail,
      refundNo: result.no,
      failReason: isDone ? '' : (result.reason ?? '渠道退款失败'),
      doneAt: now,
    },
  )
  if (order) {
    const facts = { id, amount, provider, payerId: order.buyerId, payee: payeeOf(order), memo: order.title }
    const journal = journalOf('order.refunded', facts)
    if (isDone) await (order.payeeId ? confirm(ctx, `refund:${id}`, journal) : post(ctx, journal))
    else if (order.payeeId) await release(ctx, `refund:${id}`)
    await ctx.update(
      'pay_order',
      { id: order.id },
      {
        refunding: new Exact(order.refunding).minus(amount).toFixed(2),
        ...(isDone && { refunded: new Exact(order.refunded).plus(amount).toFixed(2) }),
      },
    )
  } else if (isDone) {
    const suspense = journalOf('suspense.refunded', {
      id,
      amount,
      provider,
      payee: { companyId: null, purpose: 'income' },
      memo: row.reason,
    })
    await post(ctx, suspense)
    await ctx.update(
      'suspense_case',
      { id: row.caseId! },
      {
        state: 'closed',
        closing: 'refunded',
        closingReason: row.reason,
        closedAt: now,
        closedBy: row.requestedBy,
        closedByName: row.requestedByName,
      },
    )
  } else await reopen(ctx, row.caseId!)
  if (!isDone && order) await openFailure(ctx, { ...row, failReason: result.reason ?? '' })
  ctx.audit({
    action: isDone ? 'payment.refunded' : 'payment.refund-failed',
    entity: 'payment',
    entityId: orderId ?? row.caseId!,
    summary: isDone ? `退款 ${row.code} 成功，${amount} 元` : `退款 ${row.code} 失败：${result.reason ?? ''}`,
    data: { refundNo: result.no },
  })
  ctx.emit({
    kind: isDone ? 'payment.refunded' : 'payment.refund-failed',
    payload: {
      refundId: id,
      orderId,
      caseId: row.caseId,
      amount,
      ...(order && {
        subjectKind: order.subjectKind,
        subjectId: order.subjectId,
        buyerId: order.buyerId,
        type: order.type,
      }),
    },
    topics: [DESK],
  })
  // Of what the platform sends back by itself its payee is to hear nothing: it may be of somebody not known yet.
  if (order?.payeeId && row.requestedBy) noteFinance(ctx, order.payeeId)
}

/** Money that could not be sent back is in suspense as before, and waits for somebody of the platform. */
async function reopen(ctx: Ctx, caseId: string): Promise<void> {
  await ctx.update('suspense_case', { id: caseId }, { state: 'open', closing: '' })
  const { kind, orderId } = await ctx.expectOne('suspense_case', { id: caseId }, { columns: ['kind', 'orderId'] })
  ctx.emit({ kind: 'payment.case', payload: { caseId, kind, orderId }, topics: [DESK] })
}

/** The money is the payee's again; how it gets back to the payer is for somebody to decide. */
async function openFailure(
  ctx: Ctx,
  row: {
    id: string
    paymentId: string | null
    orderId: string | null
    provider: string
    amount: string
    failReason: string
  },
): Promise<void> {
  const caseId = ctx.newId()
  await ctx.insert('suspense_case', {
    id: caseId,
    code: newNumber(ctx, 'S'),
    kind: 'refund-failed',
    provider: row.provider,
    providerNo: '',
    paymentId: row.paymentId,
    orderId: row.orderId,
    refundId: row.id,
    amount: row.amount,
    reference: row.failReason,
    state: 'open',
    openedAt: ctx.clock.now(),
  })
  ctx.emit({ kind: 'payment.case', payload: { caseId, kind: 'refund-failed', orderId: row.orderId }, topics: [DESK] })
}

/** The account a refund of the order is paid from. */
function accountOf(order: { payeeId: string | null; purpose: string; payeeSubject: string }) {
  const owner = order.payeeId!
  return order.purpose === 'bond'
    ? ({ kind: 'company.bond', owner, subject: order.payeeSubject } as const)
    : ({ kind: 'company.cash', owner } as const)
}
