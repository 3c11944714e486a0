import type { OutputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { stageOf } from '#features/procurement/engine/stage.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { stageFacts } from '#features/procurement/server/values.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Caller } from '#server/implement.ts'
import type { demoPlay } from './contract.ts'
import { turnAt } from './turns.ts'

/**
 * Where an order stands and what it waits for, found by its own id or a trade's; `notFound` for anything else, and for
 * drafts to everybody but who runs them. In a demonstration everybody can be anybody, so people are named.
 */
export async function playOf(kernel: Kernel, caller: Caller, recordId: string): Promise<OutputOf<typeof demoPlay>> {
  const { tenantId, actor } = caller
  const order = await inContext(kernel, { tenantId, actor: null, readOnly: true }, (ctx) =>
    orderPlayed(ctx, recordId, actor),
  )
  const now = kernel.clock.now().getTime()
  const stage = stageOf(stageFacts(order), now)
  const { waitsOf } = await import('./others/waits.ts')
  const { canBeDone } = await import('./others/others.ts')
  const { others, own } = await waitsOf(kernel, { tenantId, orderId: order.id, viewer: actor })
  const groups = Map.groupBy(others.filter(canBeDone), (wait) => wait.label)
  return {
    orderId: order.id,
    title: order.title,
    stage: stage.label,
    next: nextDate(order, stage, now),
    turn: turnAt(stage.label, methodOf(order.method)),
    method: order.method,
    others: [...groups].map(([label, waits]) => ({
      label,
      names: [...new Set(waits.map(({ player }) => player.name))],
    })),
    own,
  }
}

/** The order of a page, by the record in its address. */
export async function orderIdOf(kernel: Kernel, { tenantId, actor }: Caller, recordId: string): Promise<string> {
  const scope = { tenantId, actor: null, readOnly: true as const }
  return (await inContext(kernel, scope, (ctx) => orderPlayed(ctx, recordId, actor))).id
}

async function orderPlayed(ctx: Context<Actor | null>, recordId: string, viewer: Actor | null) {
  const order = await ctx.tx
    .selectFrom('purchase_order as o')
    .selectAll('o')
    .where('o.tenantId', '=', ctx.tenantId)
    .where((e) =>
      e.or([e('o.publishedAt', 'is not', null), e('o.ownerCompanyId', '=', viewer?.companyId ?? ctx.newId())]),
    )
    .where((e) =>
      e.or([
        e('o.id', '=', recordId),
        e.exists(
          e
            .selectFrom('trade as t')
            .select('t.id')
            .whereRef('t.tenantId', '=', 'o.tenantId')
            .whereRef('t.orderId', '=', 'o.id')
            .where('t.id', '=', recordId),
        ),
      ]),
    )
    .executeTakeFirst()
  if (!order) throw new AppError('notFound')
  return order
}

type Order = Awaited<ReturnType<typeof orderPlayed>>

/** The next date that matters: nobody signs up before documents are given out. */
function nextDate(
  order: Order,
  { nextAt, nextLabel }: ReturnType<typeof stageOf>,
  now: number,
): OutputOf<typeof demoPlay>['next'] {
  const start = order.state === 'publish.open' ? order.saleStart : null
  if (start && start.getTime() > now) return { label: '文件获取开始', at: start.toISOString() }
  return nextAt === null || nextAt <= now ? null : { label: nextLabel ?? '', at: new Date(nextAt).toISOString() }
}
