import { sql } from 'kysely'
import { Exact, sum } from '#contract/money.ts'
import type { RoundKind } from '../rules/enums.ts'
import type { Any } from './host.ts'

/** What a supplier's quote comes to by now. Decimal strings; amounts in yuan. */
export interface Counting {
  tradeId: string
  quoteId: string
  total: string
  lines: { itemId: string; quantity: string; unitPrice: string; amount: string; minQuantity: string | null }[]
}

/**
 * What suppliers may be awarded by, from the valid quotes of the closed rounds of an order: the last one, and of lines that it was
 * not asked for the last one that was. A line that was asked for again and left out is not offered any more.
 */
export async function countingQuotes(
  ctx: Any,
  { orderId, kind }: { orderId: string; kind: RoundKind },
): Promise<Counting[]> {
  const { rows: valid } = await sql<{ quoteId: string; tradeId: string; total: string; asked: Asked }>`
    select q.id as quote_id, q.trade_id, q.total, p.items as asked from quote_valid q
    left join quote_part p on p.tenant_id = q.tenant_id and p.round_id = q.round_id and p.trade_id = q.trade_id
    where q.tenant_id = ${ctx.tenantId} and q.order_id = ${orderId} and q.kind = ${kind}
    order by q.trade_id, q.round_no desc`.execute(ctx.tx)
  const byTrade = Map.groupBy(valid, ({ tradeId }) => tradeId)
  const speaking = [...byTrade.values()].map((quotes) => {
    const whole = quotes.findIndex(({ asked }) => asked === null)
    return whole < 0 ? quotes : quotes.slice(0, whole + 1)
  })
  const lines = await linesInOrder(ctx, speaking.flat())
  return speaking
    .map((quotes) => {
      const [{ tradeId, quoteId, total }] = quotes as [(typeof quotes)[number]]
      if (quotes.length === 1) return { tradeId, quoteId, total, lines: (lines.get(quoteId) ?? []).map(withoutPlace) }
      const settled = new Set<string>()
      const merged = quotes.flatMap((quote) => {
        const own = (lines.get(quote.quoteId) ?? []).filter(({ itemId }) => !settled.has(itemId))
        quote.asked?.forEach(({ itemId }) => settled.add(itemId))
        return own
      })
      const sorted = merged.toSorted((a, b) => a.line - b.line).map(withoutPlace)
      return { tradeId, quoteId, total: new Exact(sum(sorted.map(({ amount }) => amount))).toFixed(2), lines: sorted }
    })
    .toSorted((a, b) => new Exact(a.total).cmp(b.total))
}

type Asked = readonly { itemId: string }[] | null
type Line = Counting['lines'][number] & { line: number }

async function linesInOrder(ctx: Any, quotes: readonly { quoteId: string }[]): Promise<Map<string, Line[]>> {
  const { rows } = await sql<{ quoteId: string; lines: Line[] }>`
    select q.id as quote_id, (
      select coalesce(json_agg(json_build_object('line', i.line, 'itemId', l.item_id, 'quantity', i.quantity::text,
        'unitPrice', l.unit_price::text, 'amount', l.amount::text,
        'minQuantity', trim_scale(l.min_quantity)::text) order by i.line), '[]')
      from quote_line l join project_item i on i.tenant_id = l.tenant_id and i.id = l.item_id
      where l.tenant_id = ${ctx.tenantId} and l.quote_id = q.id
    ) as lines
    from unnest(${quotes.map(({ quoteId }) => quoteId)}::uuid[]) q(id)`.execute(ctx.tx)
  return new Map(rows.map(({ quoteId, lines }) => [quoteId, lines]))
}

function withoutPlace({ line: _, ...rest }: Line): Counting['lines'][number] {
  return rest
}

/** Why quotes were ruled invalid, by quote; those that count are missing. */
export async function invalidReasons(ctx: Any, quoteIds: readonly string[]): Promise<Map<string, string>> {
  if (quoteIds.length === 0) return new Map()
  const rows = await ctx.many('quote_invalid', { quoteId: [...quoteIds] }, { columns: ['quoteId', 'reason'] })
  return new Map(rows.map(({ quoteId, reason }) => [quoteId!, reason!]))
}
