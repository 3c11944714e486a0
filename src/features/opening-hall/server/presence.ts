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
    seen_at: ctx.clock.now(),
    trade_id: part.part === 'bidder' ? part.tradeId : null,
    name: ctx.actor.companyName,
  }
  const before = await onlineBidders(ctx, orderId)
  await ctx.tx
    .insertInto('hall_presence')
    .values({ tenant_id: ctx.tenantId, order_id: orderId, user_id: ctx.actor.userId, ...values })
    .onConflict((c) => c.columns(['tenant_id', 'order_id', 'user_id']).doUpdateSet(values))
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
        .onRef('p.tenant_id', '=', 'b.tenant_id')
        .onRef('p.order_id', '=', 'b.order_id')
        .onRef('p.trade_id', '=', 'b.trade_id'),
    )
    .select(['b.trade_id', 'b.no'])
    .distinct()
    .where('b.tenant_id', '=', ctx.tenantId)
    .where('b.order_id', '=', orderId)
    .where('p.seen_at', '>', since)
    .orderBy('b.no')
    .execute()
  return rows.map((row) => row.trade_id)
}
