import type { Insertable } from 'kysely'
import { bindRow } from '#server/bound-rows.ts'
import type { ReviewRejection } from '#server/database/tables.ts'
import type { Any } from './access.ts'
import { MOTIONS, REJECTIONS } from './bound.ts'

/* Rejections of bids, and states of the motions that lead to them: written here alone, and bound each time. */

export async function insertRejections(
  ctx: Any,
  rows: readonly Omit<Insertable<ReviewRejection>, 'tenantId'>[],
): Promise<void> {
  if (rows.length === 0) return
  await ctx.insert('review_rejection', rows)
  for (const { orderId, tradeId } of rows) bindRow(ctx, REJECTIONS, [orderId, tradeId])
}

/** Undoes the rejections of an order that came of these ways, or of these motions. */
export async function liftRejections(
  ctx: Any,
  orderId: string,
  [column, ids]: readonly ['wayId' | 'motionId', readonly string[]],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await ctx.tx
    .deleteFrom('review_rejection')
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where(column, 'in', [...ids])
    .returning('tradeId')
    .execute()
  for (const { tradeId } of rows) bindRow(ctx, REJECTIONS, [orderId, tradeId])
}

/** Ends the motions of an order that are in one of these states and fit. */
export async function endMotions(
  ctx: Any,
  orderId: string,
  {
    to,
    from,
    ...which
  }: { to: number; from?: readonly number[]; id?: readonly string[]; kind?: string; tradeId?: string; askId?: string },
): Promise<void> {
  const { id, kind, tradeId, askId } = which
  const rows = await ctx.tx
    .updateTable('review_motion')
    .set({ state: to, decidedAt: ctx.clock.now() })
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .$if(from !== undefined, (q) => q.where('state', 'in', [...from!]))
    .$if(id !== undefined, (q) => q.where('id', 'in', [...id!]))
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind!))
    .$if(tradeId !== undefined, (q) => q.where('tradeId', '=', tradeId!))
    .$if(askId !== undefined, (q) => q.where('askId', '=', askId!))
    .returning('id')
    .execute()
  for (const row of rows) bindRow(ctx, MOTIONS, [row.id])
}
