import { type RawBuilder, sql } from 'kysely'
import { pendingApproval } from '#features/workflow/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { OrderFacts } from '../engine/step.ts'
import { publicises } from '../rules/candidate-days.ts'
import type { Order } from './access.ts'
import { pending } from './pending-port.ts'
import type { FactReader, StepServer } from './step-server.ts'
import { serversOf } from './step-servers.ts'

type Any = Context<Actor | null>

/** What the status table looks at: the order's own columns, and what its steps bring. */
export async function orderFacts(ctx: Any, order: Order): Promise<OrderFacts> {
  const servers = serversOf(order)
  const [{ facts }, ...told] = await Promise.all([
    ctx.tx.selectNoFrom(factsColumn(ctx, servers, sql`${order.id}`).as('facts')).executeTakeFirstOrThrow(),
    ...servers.map(({ factsOf }) => factsOf?.(ctx, order)),
  ])
  return Object.assign(columnFacts(order), ...told, facts) as OrderFacts
}

/** As an expression: what is known of an order beside its own columns, by the steps given; what is not so is left out. */
export function factsColumn(
  ctx: Pick<Any, 'tenantId'>,
  servers: readonly StepServer[],
  orderId: RawBuilder<unknown>,
): RawBuilder<Partial<OrderFacts>> {
  const readers: Record<string, FactReader> = Object.assign({}, COMMON, ...servers.map(({ facts }) => facts))
  const pairs = Object.entries(readers).map(([name, read]) => sql`${sql.lit(name)}, ${read(ctx, orderId)}`)
  return sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(pairs)}))`
}

/** Of facts that were read by every step, those that steps of the order's method bring: what others say is not meant for it. */
export function ownFacts(order: { method: number }, facts: Partial<OrderFacts>): Partial<OrderFacts> {
  const own = new Set([COMMON, ...serversOf(order).map((server) => server.facts ?? {})].flatMap(Object.keys))
  return Object.fromEntries(Object.entries(facts).filter(([name]) => own.has(name)))
}

/** What the columns of an order say. */
export function columnFacts(
  order: Pick<Order, 'state' | 'method' | 'admission' | 'settings' | 'bidEnd' | 'openAt' | 'publicityEnd'>,
): OrderFacts {
  const { state, method, admission } = order
  return {
    state,
    method,
    admission,
    publicises: publicises(order),
    bidEnd: order.bidEnd?.getTime() ?? null,
    openAt: order.openAt?.getTime() ?? null,
    publicityEnd: order.publicityEnd?.getTime() ?? null,
    openObjections: 0,
    pendingApproval: null,
  }
}

/** What holds up orders of every method. */
const COMMON: Record<string, FactReader> = {
  openObjections: ({ tenantId }, orderId) => sql`(select count(*) from objection b
    where b.tenant_id = ${tenantId} and b.order_id = ${orderId} and b.answered_at is null and b.withdrawn_at is null)`,
  pending: (ctx, orderId) => pending().reason(ctx, orderId),
  pendingApproval: (ctx, orderId) => pendingApproval(ctx, 'order', orderId),
}
