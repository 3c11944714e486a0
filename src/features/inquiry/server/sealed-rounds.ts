import { type RawBuilder, sql } from 'kysely'
import { hasPage } from '#features/procurement/methods/places.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import { askedFor, previousQuotes, type RoundRow, roundRows } from '#features/quotes/server/public.ts'
import type { Any, Order } from './access.ts'
import { releasedOf } from './keys/archive.ts'
import { HOST } from './quote-host.ts'

/** What sealing asks of rounds: see its `round-port.ts`. The first ends with the order's deadline. */
export const sealedRounds = {
  async currentRound(ctx: Any, order: Order, tradeId: string | null) {
    const row = (await askedTo(ctx, order, tradeId)).at(-1)
    if (!row || row.roundNo === 1) return null
    return { round: row.roundNo, deadline: row.deadline, isOpen: row.status === RoundStatus.values.quoting }
  },

  async numberOf(ctx: Any, order: Order, { roundId, tradeId }: { roundId: string; tradeId: string }) {
    return (await askedTo(ctx, order, tradeId)).find(({ id }) => id === roundId)?.roundNo ?? null
  },

  async previousOf(ctx: Any, order: Order, { round, tradeId }: { round: number; tradeId: string }) {
    if (round === 1) return null
    const quotes = await previousQuotes(ctx, { orderId: order.id, kind: HOST.kind, roundNo: round, tradeId })
    return quotes.get(tradeId) ?? null
  },

  async askedFor(ctx: Any, order: Order, { round, tradeId }: { round: number; tradeId: string }) {
    if (round === 1 || !hasPage(order, 'quote.rounds')) return null
    const row = (await roundRows(ctx, { orderId: order.id, kind: HOST.kind })).find(({ roundNo }) => roundNo === round)
    return row ? askedFor(ctx, row, tradeId) : null
  },

  openNo: ({ tenantId, orderId }: { tenantId: RawBuilder<unknown>; orderId: RawBuilder<unknown> }) =>
    sql<number | null>`(select max(r.round_no) from quote_round r where r.tenant_id = ${tenantId}
      and r.order_id = ${orderId} and r.kind = ${HOST.kind} and r.status = ${RoundStatus.values.quoting})`,

  releasedOf,
}

/** The rounds that have begun, with a trade those that it was asked to: everybody to the first. */
export async function askedTo(ctx: Any, order: Order, tradeId: string | null): Promise<RoundRow[]> {
  if (!hasPage(order, 'quote.rounds')) return []
  const rows = await roundRows(ctx, { orderId: order.id, kind: HOST.kind })
  const begun = rows.filter(({ status }) => status !== RoundStatus.values.notStarted)
  if (tradeId === null || begun.length < 2) return begun
  const parts = await ctx.many('quote_part', { roundId: begun.map(({ id }) => id), tradeId }, { columns: ['roundId'] })
  return begun.filter(({ id, roundNo }) => roundNo === 1 || parts.some((part) => part.roundId === id))
}
