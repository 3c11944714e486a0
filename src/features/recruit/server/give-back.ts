import { Exact } from '#contract/money.ts'
import { NULL } from '#server/database/records.ts'
import { refund, REFUNDED_EVENT, type Refunded } from '#features/payment/server/public.ts'
import { inContext } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { enqueue, type Worker } from '#server/work/worker.ts'
import { ApplyStatus } from '../rules/trade.ts'
import { type Any, topicsOf } from './access.ts'

/** What the cashier knows a fee by: this kind, and the application. */
export const FEE_SUBJECT = 'recruit-fee'

/** Has what is owed back of a call, or of one application, given back. Whether it is owed is looked at when it goes. */
export async function giveBackOf(ctx: Any, orderId: string, tradeId?: string): Promise<void> {
  const fees = await ctx.many(
    'recruit_fee',
    { orderId, refundAt: NULL, ...(tradeId && { tradeId }) },
    { columns: ['payOrderId'] },
  )
  for (const { payOrderId } of fees) await enqueue(ctx, refunding.kind, payOrderId)
}

/** Gives one fee back, by the cashier's order that is the subject. What somebody has to mend first stands beside it. */
export const refunding: Worker = {
  kind: 'recruit.refund',
  leaseMs: 30_000,
  run: (kernel, { tenantId, subject }) =>
    inContext(kernel, { tenantId, actor: null }, (ctx) => refundOne(ctx, subject)),
  giveUp: (kernel, { tenantId, subject }, reason) =>
    inContext(kernel, { tenantId, actor: null }, (ctx) => note(ctx, subject, { refundProblem: reason })),
}

async function refundOne(ctx: Any, payOrderId: string): Promise<void> {
  const found = await ctx.one('recruit_fee', { payOrderId }, { columns: ['tradeId', 'orderId'] })
  if (!found) return
  // In the order of those who decide: a decision that is changed meanwhile is seen, or waits.
  const order = await ctx.expectOne('recruit_order', { id: found.orderId }, { lock: 'share' })
  const trade = await ctx.expectOne('recruit_trade', { id: found.tradeId }, { lock: 'share' })
  const fee = await ctx.expectOne('recruit_fee', { payOrderId }, { lock: 'update' })
  if (fee.refundAt) return
  const reason = await reasonFor(ctx, order.state, trade)
  if (reason === null) return
  await refund(ctx, { orderId: payOrderId, amount: fee.amount, reason })
  await note(ctx, payOrderId, { refundAt: ctx.clock.now(), refundProblem: '' })
}

/** Why a fee goes back; null where it stays. */
async function reasonFor(ctx: Any, state: string, trade: { id: string; status: number }): Promise<string | null> {
  if (state === 'abandoned') return '供应商征集终止，退还费用'
  if (trade.status === ApplyStatus.values.refused) return '供应商征集申请未通过，退还费用'
  if (state !== 'published') return null
  const entry = await ctx.one('recruit_result', { tradeId: trade.id }, { columns: ['tradeId'] })
  return entry ? null : '征集结果未入库，退还费用'
}

interface Change {
  refundAt?: Date
  refundedAt?: Date
  refundProblem?: string
}

async function note(ctx: Any, payOrderId: string, change: Change): Promise<void> {
  await ctx.update('recruit_fee', { payOrderId }, change)
  const { tradeId, orderId } = await ctx.expectOne('recruit_fee', { payOrderId }, { columns: ['tradeId', 'orderId'] })
  await tellFee(ctx, { tradeId, orderId })
}

/** Open pages of the payer and of the call's owner ask anew. */
export async function tellFee(ctx: Any, { tradeId, orderId }: { tradeId: string; orderId: string }): Promise<void> {
  const order = await ctx.expectOne('recruit_order', { id: orderId }, { columns: ['ownerCompanyId'] })
  const trade = await ctx.expectOne('recruit_trade', { id: tradeId }, { columns: ['supplierCompanyId'] })
  const topics = topicsOf(order, trade.supplierCompanyId)
  ctx.emit({ kind: 'recruit.fee', payload: { orderId, tradeId }, topics })
}

/** A part that the payee gives back by itself, or a second payment that goes back, leaves the fee paid. */
export const noteRefund: Subscriber = {
  name: 'recruit: note that a fee was given back',
  kind: REFUNDED_EVENT,
  async handle(ctx, event) {
    const { subjectKind, orderId: payOrderId, amount } = event.payload as unknown as Refunded
    if (subjectKind !== FEE_SUBJECT || !payOrderId) return
    const fee = await ctx.one('recruit_fee', { payOrderId, refundedAt: NULL }, { lock: 'update' })
    if (!fee || !new Exact(amount).eq(fee.amount)) return
    const now = ctx.clock.now()
    await note(ctx, payOrderId, { refundAt: fee.refundAt ?? now, refundedAt: now, refundProblem: '' })
  },
}
