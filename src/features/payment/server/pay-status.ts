import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import { enqueue } from '#server/work/worker.ts'
import { PayStatus } from '../rules/enums.ts'
import { boughtOrder } from './access.ts'
import { ASK } from './work-kinds.ts'

const S = PayStatus.values

/**
 * How a payment of the own company stands, `notFound` for everybody else's. Reads only: that the provider is asked is stored
 * behind it, at most every ten seconds per payment.
 */
export async function payStatusOf(ctx: Context<Employee>, { payCode, kernel }: { payCode: string; kernel: Kernel }) {
  const payment = await ctx.one('payment', { code: payCode })
  if (!payment) throw new AppError('notFound')
  await boughtOrder(ctx, payment.orderId)
  if (payment.status === S.paying) ctx.afterCommit(() => askSoon(kernel, ctx.tenantId, payment.id))
  return {
    payStatus: payment.status,
    amount: payment.amount,
    paidAt: payment.paidAt?.toISOString() ?? null,
    reason: payment.reason,
    expiresAt: payment.expiresAt.toISOString(),
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
