import { sql } from 'kysely'
import { Exact, sum } from '#contract/money.ts'
import type { RoundKind } from '../rules/enums.ts'
import type { Previous, PreviousAlternative } from '../rules/prices.ts'
import type { Any } from './host.ts'

type Asked = readonly { itemId: string }[] | null

/**
 * What counted for suppliers before a round, by trade: the total that it came to, and of each line the
 * price quoted last, in whichever round that was, and other products offered for a line, the last ones last. A supplier that has not quoted is missing.
 */
export async function previousQuotes(
  ctx: Any,
  { orderId, kind, roundNo, tradeId }: { orderId: string; kind: RoundKind; roundNo: number; tradeId?: string },
): Promise<Map<string, Previous>> {
  const { rows: quotes } = await sql<{ id: string; tradeId: string; total: string; asked: Asked }>`
    select q.id, q.trade_id, q.total, p.items as asked from quote_valid q
    left join quote_part p on p.tenant_id = q.tenant_id and p.round_id = q.round_id and p.trade_id = q.trade_id
    where q.tenant_id = ${ctx.tenantId} and q.order_id = ${orderId} and q.kind = ${kind} and q.round_no < ${roundNo}
      and q.trade_id = coalesce(${tradeId ?? null}::uuid, q.trade_id)
    order by q.round_no`.execute(ctx.tx)
  const { rows } = await sql<{ quoteId: string; itemIds: string[]; prices: string[]; amounts: string[] }>`
    select quote_id, json_agg(item_id) as item_ids, json_agg(unit_price::text) as prices,
      json_agg(amount::text) as amounts from quote_line
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
    const amounts = new Map<string, string>()
    for (const { id, asked } of own) {
      if (asked) asked.forEach(({ itemId }) => amounts.delete(itemId))
      else amounts.clear()
      lines.get(id)?.itemIds.forEach((itemId, i) => {
        prices.set(itemId, lines.get(id)!.prices[i]!)
        amounts.set(itemId, lines.get(id)!.amounts[i]!)
      })
    }
    const last = own.at(-1)!
    previous.set(of, {
      // Of some lines the last quote is a part alone.
      total: last.asked ? new Exact(sum(amounts.values())).toFixed(2) : last.total,
      lines: [...prices].map(([itemId, unitPrice]) => ({ itemId, unitPrice })),
      // Of a product that was offered more than once the last price is the one that counts.
      alternatives: own.flatMap(({ id }) => alternatives.get(id) ?? []),
    })
  }
  return previous
}
