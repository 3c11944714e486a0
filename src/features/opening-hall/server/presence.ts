import { CompiledQuery } from 'kysely'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { HallPart } from './access.ts'
import { onlineCount } from './hall.ts'

/**
 * Notes a sign of life. It is worth nothing after a crash, so the commit does not wait for the disk. Others hear of a
 * newcomer at once; who leaves is missed by its silence.
 */
export async function stillHere(ctx: Context<Employee>, part: HallPart): Promise<{ online: number }> {
  await ctx.tx.executeQuery(CompiledQuery.raw('set local synchronous_commit = off'))
  const orderId = part.order.id
  const values = {
    seen_at: ctx.clock.now(),
    trade_id: part.part === 'bidder' ? part.tradeId : null,
    name: ctx.actor.companyName,
  }
  const before = await onlineCount(ctx, orderId)
  await ctx.tx
    .insertInto('hall_presence')
    .values({ tenant_id: ctx.tenantId, order_id: orderId, user_id: ctx.actor.userId, ...values })
    .onConflict((c) => c.columns(['tenant_id', 'order_id', 'user_id']).doUpdateSet(values))
    .execute()
  const online = await onlineCount(ctx, orderId)
  if (online !== before) ctx.emit({ kind: 'hall.presence', payload: { orderId, online }, topics: [`hall:${orderId}`] })
  return { online }
}
