import { AppError } from '#contract/errors.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { type Lock, ownTrade } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** The own part in an order that a group reviews; `notFound` for strangers and other methods. */
export async function groupedTrade(ctx: Context<Employee>, orderId: string, lock?: Lock) {
  const own = await ownTrade(ctx, orderId, { lock })
  if (!methodOf(own.order.method).group) throw new AppError('notFound')
  return own
}
