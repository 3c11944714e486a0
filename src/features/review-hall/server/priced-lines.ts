import { orderItems } from '#features/procurement/server/public.ts'
import type { PricedLine } from '../rules/correction.ts'
import { CorrectionStatus, OfferMode, OfferRoundStatus } from '#features/evaluation/rules/enums.ts'
import type { Any, Order } from './access.ts'
import type { Bid } from './bids.ts'
import { plain } from './ways.ts'

/**
 * The lines of a bid as they count: what was read out, changed by confirmed corrections and by the offers of closed
 * rounds in which lines were quoted, the newest first. `before`: as they counted until then.
 */
export async function pricedLines(
  ctx: Any,
  order: Order,
  { bid, before = null }: { bid: Pick<Bid, 'tradeId' | 'priceSheet'>; before?: Date | null },
): Promise<PricedLine[]> {
  const [items, corrections, offers] = [
    await orderItems(ctx, order),
    await ctx.tx
      .selectFrom('review_correction')
      .select(['lines', 'decidedAt as at'])
      .where('tenantId', '=', ctx.tenantId)
      .where('orderId', '=', order.id)
      .where('tradeId', '=', bid.tradeId)
      .where('status', '=', CorrectionStatus.values.confirmed)
      .execute(),
    await ctx.tx
      .selectFrom('review_offer as o')
      .innerJoin('review_offer_round as r', (j) =>
        j.onRef('r.tenantId', '=', 'o.tenantId').onRef('r.id', '=', 'o.roundId'),
      )
      .select(['o.lines', 'r.closedAt as at'])
      .where('o.tenantId', '=', ctx.tenantId)
      .where('r.orderId', '=', order.id)
      .where('o.tradeId', '=', bid.tradeId)
      .where('r.status', '=', OfferRoundStatus.values.closed)
      .where('r.mode', '!=', OfferMode.values.total)
      .where('o.submittedAt', 'is not', null)
      .execute(),
  ]
  const changed = [...corrections, ...offers]
    .filter(({ at }) => before === null || at! < before)
    .toSorted((a, b) => b.at!.getTime() - a.at!.getTime())
    .flatMap((c) => c.lines as PricedLine[])
  return items.flatMap((item) => {
    const quoted = changed.find((l) => l.itemId === item.id) ?? bid.priceSheet?.lines.find((l) => l.itemId === item.id)
    if (!quoted) return []
    const { line, name, unit } = item
    const { unitPrice, amount } = quoted
    return [{ itemId: item.id, line, name, unit, quantity: plain(item.quantity), unitPrice, amount }]
  })
}
