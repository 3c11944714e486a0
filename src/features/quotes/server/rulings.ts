import type { Insertable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import { bindRow } from '#server/bound-rows.ts'
import type { Context } from '#server/context.ts'
import type { QuoteRuling } from '#server/database/tables.ts'
import { say } from '#features/procurement/methods/say.ts'
import { RULINGS } from './bound.ts'
import type { Any, Order, QuoteHost } from './host.ts'
import { type RoundRow, roundRows } from './reads.ts'

interface Place {
  host: QuoteHost
  order: Order
}

/**
 * Rules a revealed quote invalid: it stays visible and counts no more, and its supplier is told why. Throws `notFound` for
 * a quote that is not of this order, or not revealed, `wrongState` where it is ruled already or nothing goes on any more.
 */
export async function ruleInvalid(
  ctx: Context<Employee>,
  { over, ...place }: Place & { over: string },
  { quoteId, reason, cause }: { quoteId: string; reason: string; cause?: 'low-price' },
): Promise<void> {
  const { host, order } = place
  const which = { orderId: order.id, kind: host.kind }
  const quote = await ctx.one('quote_revealed', { id: quoteId, ...which }, { columns: ['roundId', 'tradeId'] })
  if (!quote) throw new AppError('notFound')
  if (over) throw new AppError('wrongState', over)
  // Of two at once the second finds what the first has ruled.
  const [round] = await roundRows(ctx, { ...which, id: quote.roundId! }, 'update')
  const before = await ctx.one('quote_invalid', { quoteId }, { columns: ['id'] })
  if (before) throw new AppError('wrongState', '该报价已被认定无效')
  const by = { ruledBy: ctx.actor.userId, ruledName: ctx.actor.name }
  await insertRulings(ctx, [{ ...ruling(ctx, { quoteId, reason, ...(cause && { cause }) }), ...by }])
  await announce(ctx, place, [{ round: round!, tradeId: quote.tradeId!, quoteId, reason }])
}

/** Puts rulings on record, for good. */
export async function insertRulings(
  ctx: Any,
  rows: readonly Omit<Insertable<QuoteRuling>, 'tenantId'>[],
): Promise<void> {
  if (rows.length === 0) return
  await ctx.insert('quote_ruling', rows)
  for (const { id } of rows) bindRow(ctx, RULINGS, [id])
}

/** The row of a ruling by the clock; what a person rules has a name. */
export function ruling(
  ctx: Any,
  { quoteId, reason, cause = '' }: { quoteId: string; reason: string; cause?: 'arithmetic' | 'low-price' | '' },
) {
  return { id: ctx.newId(), quoteId, kind: 'invalid', reason, cause, ruledAt: ctx.clock.now() }
}

interface Invalid {
  round: RoundRow
  tradeId: string
  quoteId: string
  reason: string
}

/** Records what was ruled invalid, and tells each supplier of its own quote. */
export async function announce(ctx: Any, { host, order }: Place, invalid: readonly Invalid[]): Promise<void> {
  for (const { round, tradeId, quoteId, reason } of invalid) {
    const label = host.label(round.roundNo)
    host.record(ctx, order.id, {
      action: 'offer-invalid',
      summary: `${say(order, '{bidder}')}的${label}被认定无效：${reason}`,
      data: { roundId: round.id, bidderId: tradeId, quoteId, reason },
    })
    const message = { title: `${label}被认定无效`, content: `贵单位的${label}被认定无效，原因：${reason}` }
    await host.notify(ctx, { order, tradeIds: [tradeId] }, message)
  }
  host.tell(
    ctx,
    order.id,
    invalid.map(({ tradeId }) => tradeId),
  )
}
