import { AppError } from '#contract/errors.ts'
import { hasPage } from '#features/procurement/methods/places.ts'
import { type orderRow, ownOrder } from '#features/procurement/server/public.ts'
import { quoteTermsOf } from '#features/procurement/rules/quote-terms.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import type { RoundTerms } from '#features/quotes/rules/opening.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

export type Any = Context<Actor | null>
export type Order = Awaited<ReturnType<typeof orderRow>>

/** An order of the buyer's side that is quoted in rounds; `notFound` for strangers and other methods. */
export async function quotedOrder<L extends 'update' | undefined = undefined>(
  ctx: Context<Employee>,
  orderId: string,
  lock?: L,
) {
  const own = await ownOrder(ctx, orderId, lock)
  if (!hasPage(own.order, 'quote.rounds')) throw new AppError('notFound')
  return own
}

/** What the documents and the method say of rounds. */
export function roundTerms(order: Order): RoundTerms {
  const { group, isSingleQuote: isSingle } = methodOf(order.method)
  // A group asks anew as often as it changes demands, and once for the final offer.
  const rounds = group ? Infinity : quoteTermsOf(order.settings).rounds
  return { announced: { rounds, name: '报价' }, isSingle }
}
