import { CompiledQuery } from 'kysely'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { HallPart } from './access.ts'
import { PRESENCE_MS } from '../rules.ts'

/**
 * Notes a sign of life. It is worth nothing after a crash, so the commit does not wait for the disk. Others hear of a
 * newcomer at once; who leaves is missed by its silence.
 */
export async function stillHere(ctx: Context<Employee>, part: HallPart): Promise<{ onlineCnt: number }> {
  await ctx.tx.executeQuery(CompiledQuery.raw('set local synchronous_commit = off'))
  const orderId = part.order.id
  const values = {
    seenAt: ctx.clock.now(),
    tradeId: part.part === 'bidder' ? part.tradeId : null,
    name: ctx.actor.companyName,
  }
  const before = await onlineBidders(ctx, orderId)
  await ctx.tx
    .insertInto('hall_presence')
    .values({ tenantId: ctx.tenantId, orderId, userId: ctx.actor.userId, ...values })
    .onConflict((c) => c.columns(['tenantId', 'orderId', 'userId']).doUpdateSet(values))
    .execute()
  const { length: online } = await onlineBidders(ctx, orderId)
  if (online !== before.length)
    ctx.emit({ kind: 'hall.presence', payload: { orderId, online }, topics: [`hall:${orderId}`] })
  return { onlineCnt: online }
}

/**
 * Bidders with a sign of life within the last seconds, in the order of the list; before the start none, for nobody learns
 * the number. A bidder counts once, whatever the number of its people, tabs and openings.
 */
export async function onlineBidders(ctx: Context<Actor | null>, orderId: string): Promise<string[]> {
  const since = new Date(ctx.clock.now().getTime() - PRESENCE_MS)
  const rows = await ctx.tx
    .selectFrom('opening_bidder as b')
    .innerJoin('hall_presence as p', (j) =>
      j
        .onRef('p.tenantId', '=', 'b.tenantId')
        .onRef('p.orderId', '=', 'b.orderId')
        .onRef('p.tradeId', '=', 'b.tradeId'),
    )
    .select(['b.tradeId', 'b.no'])
    .distinct()
    .where('b.tenantId', '=', ctx.tenantId)
    .where('b.orderId', '=', orderId)
    .where('p.seenAt', '>', since)
    .orderBy('b.no')
    .execute()
  return rows.map((row) => row.tradeId)
}
