import { trimZeros } from '#contract/money.ts'
import { orderItems } from '#features/procurement/server/public.ts'
import type { PricedLine } from '../rules/correction.ts'
import { CorrectionStatus } from '#features/evaluation/rules/enums.ts'
import { QuoteMode } from '#features/quotes/rules/enums.ts'
import { linesOf, revealedQuotes } from '#features/quotes/server/public.ts'
import type { Any, Order } from './access.ts'
import type { Bid } from './bids.ts'

/**
 * The lines of a bid as they count: what was read out, changed by confirmed corrections and by the offers of closed
 * rounds in which lines were quoted, the newest first. `before`: as they counted until then.
 */
export async function pricedLines(
  ctx: Any,
  order: Order,
  { bid, before = null }: { bid: Pick<Bid, 'tradeId' | 'priceSheet'>; before?: Date | null },
): Promise<PricedLine[]> {
  const [items, corrections, quotes] = [
    await orderItems(ctx, order),
    await ctx.tx
      .selectFrom('review_correction')
      .select(['lines', 'decidedAt as at'])
      .where('tenantId', '=', ctx.tenantId)
      .where('orderId', '=', order.id)
      .where('tradeId', '=', bid.tradeId)
      .where('status', '=', CorrectionStatus.values.confirmed)
      .execute(),
    (await revealedQuotes(ctx, order.id)).filter((q) => q.tradeId === bid.tradeId && q.mode !== QuoteMode.values.total),
  ]
  const lines = await linesOf(
    ctx,
    quotes.map((q) => q.quoteId),
  )
  const changed = [...corrections, ...quotes.map((q) => ({ lines: lines.get(q.quoteId) ?? [], at: q.closedAt }))]
    .filter(({ at }) => before === null || at! < before)
    .toSorted((a, b) => b.at!.getTime() - a.at!.getTime())
    .flatMap((c) => c.lines as PricedLine[])
  return items.flatMap((item) => {
    const quoted = changed.find((l) => l.itemId === item.id) ?? bid.priceSheet?.lines.find((l) => l.itemId === item.id)
    if (!quoted) return []
    const { line, name, unit } = item
    const { unitPrice, amount } = quoted
    return [{ itemId: item.id, line, name, unit, quantity: trimZeros(item.quantity), unitPrice, amount }]
  })
}
