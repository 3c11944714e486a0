import { Exact } from '#contract/money.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { setCandidates } from '#features/procurement/server/public.ts'
import { countingQuotes } from '#features/quotes/server/public.ts'
import type { Any, Order } from './access.ts'
import { HOST } from './quote-host.ts'

/** The ranking of what counts by now, of an order that is locked: complete before partial, then by price. */
export async function rank(ctx: Any, order: Order): Promise<void> {
  // A group ranks in its report.
  if (methodOf(order.method).group) return
  const quotes = await countingQuotes(ctx, { orderId: order.id, kind: HOST.kind })
  const ranked = quotes.toSorted((a, b) => b.lines.length - a.lines.length || new Exact(a.total).cmp(b.total))
  await setCandidates(
    ctx,
    order,
    ranked.map(({ tradeId, total, lines }, i) => ({ rank: i + 1, tradeId, price: total, score: null, lines })),
  )
}
