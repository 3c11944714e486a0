import { sql } from 'kysely'
import type { RoundKind } from '../rules/enums.ts'
import type { Any } from './host.ts'

/** What a supplier's quote comes to by now. Decimal strings; amounts in yuan. */
export interface Counting {
  tradeId: string
  quoteId: string
  total: string
  lines: { itemId: string; quantity: string; unitPrice: string; amount: string; minQuantity: string | null }[]
}

/** The last valid quote of each supplier in the closed rounds of an order: what it may be awarded by. */
export async function countingQuotes(
  ctx: Any,
  { orderId, kind }: { orderId: string; kind: RoundKind },
): Promise<Counting[]> {
  const { rows } = await sql<Counting>`
    with last as (
      select distinct on (trade_id) trade_id, id, total from quote_valid
      where tenant_id = ${ctx.tenantId} and order_id = ${orderId} and kind = ${kind}
      order by trade_id, round_no desc
    )
    select q.trade_id, q.id as quote_id, q.total, (
      select coalesce(json_agg(json_build_object('itemId', l.item_id, 'quantity', i.quantity::text,
        'unitPrice', l.unit_price::text, 'amount', l.amount::text,
        'minQuantity', trim_scale(l.min_quantity)::text) order by i.line), '[]')
      from quote_line l join project_item i on i.tenant_id = l.tenant_id and i.id = l.item_id
      where l.tenant_id = ${ctx.tenantId} and l.quote_id = q.id
    ) as lines
    from last q order by q.total, q.trade_id`.execute(ctx.tx)
  return rows
}

/** Why quotes were ruled invalid, by quote; those that count are missing. */
export async function invalidReasons(ctx: Any, quoteIds: readonly string[]): Promise<Map<string, string>> {
  if (quoteIds.length === 0) return new Map()
  const which = { quoteId: [...quoteIds], kind: 'invalid' }
  const rows = await ctx.many('quote_ruling', which, { columns: ['quoteId', 'reason'] })
  return new Map(rows.map(({ quoteId, reason }) => [quoteId, reason]))
}
