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
      .select(['lines', 'decided_at as at'])
      .where('tenant_id', '=', ctx.tenantId)
      .where('order_id', '=', order.id)
      .where('trade_id', '=', bid.tradeId)
      .where('status', '=', CorrectionStatus.values.confirmed)
      .execute(),
    await ctx.tx
      .selectFrom('review_offer as o')
      .innerJoin('review_offer_round as r', (j) =>
        j.onRef('r.tenant_id', '=', 'o.tenant_id').onRef('r.id', '=', 'o.round_id'),
      )
      .select(['o.lines', 'r.closed_at as at'])
      .where('o.tenant_id', '=', ctx.tenantId)
      .where('r.order_id', '=', order.id)
      .where('o.trade_id', '=', bid.tradeId)
      .where('r.status', '=', OfferRoundStatus.values.closed)
      .where('r.mode', '!=', OfferMode.values.total)
      .where('o.submitted_at', 'is not', null)
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
