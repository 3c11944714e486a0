import { AppError } from '#contract/errors.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { stageOf } from '#features/procurement/engine/stage.ts'
import { stageFacts } from '#features/procurement/server/values.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { demoPlay } from './contract.ts'
import { turnAt } from './turns.ts'

/**
 * Where a published order stands, found by its own id or a trade's; `notFound` for anything
 * else. Tells no more than the announcement and the clock do: who takes part is not said.
 */
export async function playOf(ctx: Context<Actor | null>, recordId: string): Promise<OutputOf<typeof demoPlay>> {
  const order = await ctx.tx
    .selectFrom('purchase_order as o')
    .selectAll('o')
    .where('o.tenant_id', '=', ctx.tenantId)
    .where('o.published_at', 'is not', null)
    .where((e) =>
      e.or([
        e('o.id', '=', recordId),
        e.exists(
          e
            .selectFrom('trade as t')
            .select('t.id')
            .whereRef('t.tenant_id', '=', 'o.tenant_id')
            .whereRef('t.order_id', '=', 'o.id')
            .where('t.id', '=', recordId),
        ),
      ]),
    )
    .executeTakeFirst()
  if (!order) throw new AppError('notFound')
  const now = ctx.clock.now().getTime()
  const { label, nextAt, nextLabel } = stageOf(stageFacts(order), now)
  return {
    orderId: order.id,
    title: order.title,
    stage: label,
    next: nextAt === null || nextAt <= now ? null : { label: nextLabel ?? '', at: new Date(nextAt).toISOString() },
    turn: turnAt(label, methodOf(order.method)),
    method: order.method,
  }
}
