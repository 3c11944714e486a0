import { Exact } from '#contract/money.ts'
import { setCandidates } from '#features/procurement/server/public.ts'
import { countingQuotes } from '#features/quotes/server/public.ts'
import type { Any } from './access.ts'
import { HOST } from './quote-host.ts'

/** The ranking of what counts by now: complete before partial, then by price. */
export async function rank(ctx: Any, orderId: string): Promise<void> {
  const quotes = await countingQuotes(ctx, { orderId, kind: HOST.kind })
  const ranked = quotes.toSorted((a, b) => b.lines.length - a.lines.length || new Exact(a.total).cmp(b.total))
  await setCandidates(
    ctx,
    orderId,
    ranked.map(({ tradeId, total, lines }, i) => ({ rank: i + 1, tradeId, price: total, score: null, lines })),
  )
}
