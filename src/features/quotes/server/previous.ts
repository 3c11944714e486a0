import { sql } from 'kysely'
import type { RoundKind } from '../rules/enums.ts'
import type { Previous } from '../rules/prices.ts'
import type { Any } from './host.ts'

/**
 * What counted for suppliers before a round, by trade: the total of the last quote that is valid, and of each line the
 * price quoted last, in whichever round that was. A supplier that has not quoted is missing.
 */
export async function previousQuotes(
  ctx: Any,
  { orderId, kind, roundNo, tradeId }: { orderId: string; kind: RoundKind; roundNo: number; tradeId?: string },
): Promise<Map<string, Previous>> {
  const before = sql`from quote_valid v where v.tenant_id = ${ctx.tenantId} and v.order_id = ${orderId} and v.kind = ${kind}
    and v.round_no < ${roundNo} and v.trade_id = coalesce(${tradeId ?? null}::uuid, v.trade_id)`
  const { rows } = await sql<{ tradeId: string; total: string; lines: Previous['lines'] }>`
    with before as materialized (select v.id, v.trade_id, v.round_no, v.total ${before}),
    line as (
      select distinct on (b.trade_id, l.item_id) b.trade_id, l.item_id, l.unit_price
      from before b join quote_line l on l.tenant_id = ${ctx.tenantId} and l.quote_id = b.id
      order by b.trade_id, l.item_id, b.round_no desc
    )
    select distinct on (b.trade_id) b.trade_id, b.total, coalesce((
        select json_agg(json_build_object('itemId', item_id, 'unitPrice', unit_price::text)) from line
        where line.trade_id = b.trade_id
      ), '[]') as lines
    from before b order by b.trade_id, b.round_no desc`.execute(ctx.tx)
  return new Map(rows.map(({ tradeId: of, total, lines }) => [of, { total, lines }]))
}
