import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NOTICE_HEAD } from './values.ts'

/** Published notices of several orders, newest first. */
export async function publishedNoticesOf(ctx: Context<Actor | null>, orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  return ctx.tx
    .selectFrom('notice')
    .select(NOTICE_HEAD)
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', 'in', [...orderIds])
    .where('status', '=', 1)
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
