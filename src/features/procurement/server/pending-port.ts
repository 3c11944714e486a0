import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'

/** What may hold an order up beside its steps, which a feature above keeps. */
interface Pending {
  /** Why the order cannot go on, or null, as an expression about the order with this id. */
  reason: (
    ctx: Pick<Context<Actor | null>, 'tenantId'>,
    orderId: string | RawBuilder<unknown>,
  ) => RawBuilder<string | null>
}

export const pending = port<Pending>('what holds orders up', { reason: () => sql<string | null>`null::text` })
