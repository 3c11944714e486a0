import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Order } from './access.ts'

export type Lock = 'share' | 'update'

/** The order without any access check, or `notFound`. */
export async function orderRow(ctx: Context<Actor | null>, orderId: string, lock?: Lock): Promise<Order> {
  const row = await ctx.tx
    .selectFrom('purchase_order')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', orderId)
    .$if(lock === 'share', (q) => q.forShare())
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}
