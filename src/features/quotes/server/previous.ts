import { sql } from 'kysely'
import type { RoundKind } from '../rules/enums.ts'
import type { Previous, PreviousAlternative } from '../rules/prices.ts'
import type { Any } from './host.ts'

/**
 * What counted for suppliers before a round, by trade: the total of the last quote that is valid, and of each line the
 * price quoted last, in whichever round that was, and other products offered for a line, the last ones last. A supplier that has not quoted is missing.
 */
export async function previousQuotes(
  ctx: Any,
  { orderId, kind, roundNo, tradeId }: { orderId: string; kind: RoundKind; roundNo: number; tradeId?: string },
): Promise<Map<string, Previous>> {
  const { rows: quotes } = await sql<{ id: string; tradeId: string; total: string }>`
    select id, trade_id, total from quote_valid
    where tenant_id = ${ctx.tenantId} and order_id = ${orderId} and kind = ${kind} and round_no < ${roundNo}
      and trade_id = coalesce(${tradeId ?? null}::uuid, trade_id)
    order by round_no`.execute(ctx.tx)
  const { rows } = await sql<{ quoteId: string; itemIds: string[]; prices: string[] }>`
    select quote_id, json_agg(item_id) as item_ids, json_agg(unit_price::text) as prices from quote_line
    where tenant_id = ${ctx.tenantId} and quote_id = any(${quotes.map(({ id }) => id)}::uuid[]) group by quote_id`.execute(
    ctx.tx,
  )
  const lines = new Map(rows.map((row) => [row.quoteId, row]))
  const { rows: others } = await sql<{ quoteId: string; alternatives: PreviousAlternative[] }>`
    select quote_id, json_agg(json_build_object('itemId', item_id, 'brand', brand, 'model', model, 'spec', spec,
      'unitPrice', unit_price::text) order by item_id, no) as alternatives from quote_alternative
    where tenant_id = ${ctx.tenantId} and quote_id = any(${quotes.map(({ id }) => id)}::uuid[]) group by quote_id`.execute(
    ctx.tx,
  )
  const alternatives = new Map(others.map((row) => [row.quoteId, row.alternatives]))
  const previous = new Map<string, Previous>()
  for (const [of, own] of Map.groupBy(quotes, (quote) => quote.tradeId)) {
    const prices = new Map<string, string>()
    for (const { id } of own)
      lines.get(id)?.itemIds.forEach((itemId, i) => prices.set(itemId, lines.get(id)!.prices[i]!))
    previous.set(of, {
      total: own.at(-1)!.total,
      lines: [...prices].map(([itemId, unitPrice]) => ({ itemId, unitPrice })),
      // Of a product that was offered more than once the last price is the one that counts.
      alternatives: own.flatMap(({ id }) => alternatives.get(id) ?? []),
    })
  }
  return previous
}
