import { sql } from 'kysely'
import type { NotAbove, RoundKind } from '../rules/enums.ts'
import type { Any } from './host.ts'
import type { RoundRow } from './reads.ts'

/** What a supplier is asked for in a round. Prices in yuan. */
export interface AskedFor {
  /** The lines of the bill, each with its target price or none; null: all, without targets. */
  items: readonly { itemId: string; target?: string }[] | null
  /** Target price of the whole; null without one. */
  target: string | null
  notAbove: NotAbove
  isPartial: boolean
  /** What its host says of the round. */
  note: string
}

/** Null for a supplier that has no part in the round. */
export async function askedFor(ctx: Any, round: RoundRow, tradeId: string): Promise<AskedFor | null> {
  const part = await ctx.one('quote_part', { roundId: round.id, tradeId }, { columns: ['items'] })
  const { target, notAbove, isPartial, note } = round
  return part ? { items: part.items as AskedFor['items'], target, notAbove, isPartial, note } : null
}

/** How much a round was limited: how many lines each supplier is asked for, and whether there are target prices. */
export async function extentOf(
  ctx: Any,
  rounds: readonly RoundRow[],
): Promise<Map<string, Map<string, number | null>>> {
  const { rows } = await sql<{ roundId: string; tradeId: string; lines: number | null }>`
    select round_id, trade_id, jsonb_array_length(items) as lines from quote_part
    where tenant_id = ${ctx.tenantId} and round_id = any(${rounds.map(({ id }) => id)}::uuid[])`.execute(ctx.tx)
  const byRound = Map.groupBy(rows, ({ roundId }) => roundId)
  return new Map([...byRound].map(([id, parts]) => [id, new Map(parts.map(({ tradeId, lines }) => [tradeId, lines]))]))
}

/** A quote against what the same supplier said of the same lines before: sums in yuan, null where there was nothing. */
export interface Compared {
  quoteId: string
  now: string
  /** In its quote before, and in its first. */
  last: string
  first: string
}

/**
 * Quotes that count and have one before them, like for like: of each line what was said of it last and first, so that a round of
 * some lines is no saving.
 */
export async function comparedQuotes(
  ctx: Any,
  { orderId, kind }: { orderId: string; kind: RoundKind },
): Promise<Map<string, Compared>> {
  const { rows } = await sql<Compared>`
    with said as (
      select q.id, l.amount, lag(l.amount) over w as last, first_value(l.amount) over w as first
      from quote_valid q join quote_line l on l.tenant_id = q.tenant_id and l.quote_id = q.id
      where q.tenant_id = ${ctx.tenantId} and q.order_id = ${orderId} and q.kind = ${kind}
      window w as (partition by q.trade_id, l.item_id order by q.round_no)
    )
    select id as quote_id, sum(amount) as now, sum(last) as last, sum(first) as first from said
    where last is not null group by id`.execute(ctx.tx)
  return new Map(rows.map((row) => [row.quoteId, row]))
}

/** What a supplier said of each line in rounds that are closed, valid quotes alone; the first round first. */
export async function linePrices(
  ctx: Any,
  { orderId, kind, tradeId }: { orderId: string; kind: RoundKind; tradeId: string },
): Promise<{ roundNo: number; itemId: string; unitPrice: string }[]> {
  const { rows } = await sql<{ roundNo: number; itemId: string; unitPrice: string }>`
    select q.round_no, l.item_id, l.unit_price::text as unit_price
    from quote_valid q join quote_line l on l.tenant_id = q.tenant_id and l.quote_id = q.id
    where q.tenant_id = ${ctx.tenantId} and q.order_id = ${orderId} and q.kind = ${kind} and q.trade_id = ${tradeId}
    order by q.round_no`.execute(ctx.tx)
  return rows
}

/** The lowest valid unit price of each line in any closed round, yuan. */
export async function lowestPrices(
  ctx: Any,
  { orderId, kind }: { orderId: string; kind: RoundKind },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ itemId: string; least: string }>`
    select l.item_id, trim_scale(min(l.unit_price))::text as least
    from quote_valid q join quote_line l on l.tenant_id = q.tenant_id and l.quote_id = q.id
    where q.tenant_id = ${ctx.tenantId} and q.order_id = ${orderId} and q.kind = ${kind}
    group by l.item_id`.execute(ctx.tx)
  return new Map(rows.map(({ itemId, least }) => [itemId, least]))
}
