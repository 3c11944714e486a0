import { Exact } from '#contract/money.ts'
import { NULL } from '#server/database/records.ts'
import { refund, REFUNDED_EVENT, type Refunded } from '#features/payment/server/public.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { enqueue, type Worker } from '#server/work/worker.ts'
import { SUBJECT, tellFee } from './subject.ts'

type Any = Context<Actor | null>

const REASON = '采购终止，退还招标文件费（《招标投标法实施条例》第三十一条）'

/** Has what these sign-ups have paid given back. */
export async function giveBack(ctx: Any, tradeIds: readonly string[]): Promise<void> {
  for (const tradeId of tradeIds) await enqueue(ctx, refunding.kind, tradeId)
}

/** Gives one back, of the sign-up that is the subject. What somebody has to mend first stands beside it, until its owner asks again. */
export const refunding: Worker = {
  kind: 'document-fee.refund',
  leaseMs: 30_000,
  run: (kernel, { tenantId, subject }) =>
    inContext(kernel, { tenantId, actor: null }, (ctx) => refundOne(ctx, subject)),
  giveUp: (kernel, { tenantId, subject }, reason) =>
    inContext(kernel, { tenantId, actor: null }, (ctx) => note(ctx, subject, { refundProblem: reason })),
}

async function refundOne(ctx: Any, tradeId: string): Promise<void> {
  const fee = await ctx.one('document_fee', { tradeId }, { lock: 'update' })
  if (!fee || fee.refundAt) return
  await refund(ctx, { orderId: fee.payOrderId, amount: fee.amount, reason: REASON })
  await note(ctx, tradeId, { refundAt: ctx.clock.now(), refundProblem: '' })
}

async function note(
  ctx: Any,
  tradeId: string,
  change: { refundAt?: Date; refundedAt?: Date; refundProblem?: string },
): Promise<void> {
  const { orderId } = await ctx.expectOne('document_fee', { tradeId }, { columns: ['orderId'] })
  await ctx.update('document_fee', { tradeId }, change)
  tellFee(ctx, { orderId, tradeId })
}

/** An order that is given up before anything was opened gives its documents' fees back. */
export const giveBackWhenEnded: Subscriber = {
  name: 'document-fee: give back what was paid for an order that is ended',
  kind: 'order.status',
  async handle(ctx, event) {
    const { orderId, from, to } = event.payload as { orderId: string; from: string; to: string }
    if (to !== 'abortive.declared' || from !== 'publish.open') return
    const fees = await ctx.many('document_fee', { orderId, refundAt: NULL }, { columns: ['tradeId'] })
    await giveBack(
      ctx,
      fees.map(({ tradeId }) => tradeId),
    )
  },
}

/** A part that the payee gives back by itself, or a second payment that goes back, leaves the fee paid. */
export const noteRefund: Subscriber = {
  name: 'document-fee: note that it was given back',
  kind: REFUNDED_EVENT,
  async handle(ctx, event) {
    const { subjectKind, orderId: payOrderId, amount } = event.payload as unknown as Refunded
    if (subjectKind !== SUBJECT || !payOrderId) return
    const fee = await ctx.one('document_fee', { payOrderId, refundedAt: NULL }, { lock: 'update' })
    if (!fee || !new Exact(amount).eq(fee.amount)) return
    const now = ctx.clock.now()
    await note(ctx, fee.tradeId, { refundAt: fee.refundAt ?? now, refundedAt: now, refundProblem: '' })
  },
}
