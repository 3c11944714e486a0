import { type RawBuilder, sql } from 'kysely'
import { itemValue, orderItems } from '#features/procurement/server/public.ts'
import { type NotAbove, type RoundKind, RoundStatus } from '../rules/enums.ts'
import type { RoundsSoFar } from '../rules/opening.ts'
import type { QuoteLine } from '../rules/prices.ts'
import type { QuoteFacts, RoundFacts } from '../rules/status.ts'
import type { Any, Order } from './host.ts'

/*
 * What is read of rounds and quotes. Figures of quotes come from `quote_revealed` alone, which knows closed rounds only;
 * the supplier's own come from `ownQuotes`.
 */

export type RoundRow = Awaited<ReturnType<typeof roundRows>>[number]

/** Rounds of an order, in their order. */
export async function roundRows(
  ctx: Any,
  which: { orderId: string; kind: RoundKind; id?: string },
  lock?: 'update' | 'share',
) {
  const rows = await ctx.many('quote_round', which, { orderBy: ['roundNo'], ...(lock && { lock }) })
  return rows.map((row) => ({
    ...row,
    status: row.status as RoundFacts['status'],
    notAbove: row.notAbove as NotAbove,
  }))
}

export function roundsSoFar(rounds: readonly RoundRow[]): RoundsSoFar {
  return {
    rounds: rounds.length,
    isOpen: rounds.some((r) => r.status !== RoundStatus.values.closed),
    hadFinal: rounds.some((r) => r.isFinal),
  }
}

/** Whether a round of an order takes quotes, counted from the number `from`, as a condition of a query. */
export function openRounds({
  tenantId,
  orderId,
  kind,
  from,
}: {
  tenantId: number
  orderId: RawBuilder<unknown>
  kind: RoundKind
  from: number
}): RawBuilder<boolean> {
  return sql<boolean>`exists (select from quote_round r where r.tenant_id = ${tenantId} and r.order_id = ${orderId}
    and r.kind = ${kind} and r.round_no >= ${from} and r.status <> ${RoundStatus.values.closed})`
}

/** One supplier in one round. Figures (`total`, `sha256`, `fileId`) are null where they are not for the reader yet. */
export interface Standing {
  roundId: string
  tradeId: string
  status: QuoteFacts['status']
  savedAt: Date | null
  submittedAt: Date | null
  signedAt: Date | null
  signedName: string
  quoteId: string | null
  total: string | null
  sha256: Buffer | null
  fileId: string | null
}

/** Who goes on in these rounds and how far they are, in the order of the rounds; figures once a round is closed. */
export async function standings(ctx: Any, rounds: readonly RoundRow[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select ${PART}, f.id as quote_id, f.total, f.sha256, f.file_id
    from ${PARTS} left join quote_revealed f on f.tenant_id = q.tenant_id and f.id = q.id
    where p.tenant_id = ${ctx.tenantId} and p.round_id = any(${rounds.map((r) => r.id)})
    order by r.round_no, p.trade_id`.execute(ctx.tx)
  return rows
}

/** The own quote, or the draft of one, with its lines. */
export interface OwnQuote extends Standing {
  lines: QuoteLine[]
}

/** Own quotes of a supplier in rounds that have begun, in the order of the rounds. */
export async function ownQuotes(
  ctx: Any,
  { rounds, tradeId }: { rounds: readonly RoundRow[]; tradeId: string },
): Promise<{ round: RoundRow; quote: OwnQuote }[]> {
  const begun = rounds.filter((r) => r.status !== RoundStatus.values.notStarted)
  const { rows } = await sql<Standing & { draftLines: QuoteLine[] }>`
    select ${PART}, q.id as quote_id, coalesce(q.total, p.draft_total) as total, q.sha256, q.file_id, p.draft_lines
    from ${PARTS}
    where p.tenant_id = ${ctx.tenantId} and p.round_id = any(${begun.map((r) => r.id)}) and p.trade_id = ${tradeId}
    order by r.round_no`.execute(ctx.tx)
  const lines = await linesOf(
    ctx,
    rows.flatMap((row) => row.quoteId ?? []),
  )
  return rows.map(({ draftLines, ...row }) => ({
    round: begun.find((r) => r.id === row.roundId)!,
    quote: { ...row, lines: row.quoteId === null ? draftLines : (lines.get(row.quoteId) ?? []) },
  }))
}

/** Lines of quotes that the caller may read, by quote. */
export async function linesOf(ctx: Any, quoteIds: readonly string[]): Promise<Map<string, QuoteLine[]>> {
  if (quoteIds.length === 0) return new Map()
  const rows = await ctx.many('quote_line', { quoteId: [...quoteIds] })
  return Map.groupBy(
    rows.map(({ quoteId, itemId, unitPrice, amount, remark }) => ({ quoteId, itemId, unitPrice, amount, remark })),
    (line) => line.quoteId,
  )
}

export async function roundFacts(ctx: Any, row: RoundRow, over: string): Promise<RoundFacts> {
  const { rows } = await sql<{ invited: number; submitted: number }>`
    select count(*)::int as invited, count(q.id)::int as submitted from ${PARTS}
    where p.tenant_id = ${ctx.tenantId} and p.round_id = ${row.id}`.execute(ctx.tx)
  return { status: row.status, deadline: row.deadline?.getTime() ?? null, over, ...rows[0]! }
}

export function quoteFacts(status: QuoteFacts['status'], round: RoundRow, over: string): QuoteFacts {
  return {
    status,
    deadline: round.deadline?.getTime() ?? null,
    over,
    isQuoting: round.status === RoundStatus.values.quoting,
    mayChange: round.mayChange,
  }
}

/** Lines of the bill in the words of quotes. */
export async function quoteItems(ctx: Any, order: Order) {
  return (await orderItems(ctx, order)).map(itemValue)
}

const PART: RawBuilder<unknown> = sql`p.round_id, p.trade_id, p.status, p.saved_at, q.submitted_at, q.signed_at,
  coalesce(q.signed_name, '') as signed_name`
const PARTS: RawBuilder<unknown> = sql`quote_part p
  join quote_round r on r.tenant_id = p.tenant_id and r.id = p.round_id
  left join quote_in_force q on q.tenant_id = p.tenant_id and q.round_id = p.round_id and q.trade_id = p.trade_id`
