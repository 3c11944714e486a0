import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'

/** Told in the transaction in which a supplier leaves, with `orderId`. */
export const LEFT_EVENT = 'order.left'

type Any = Context<Actor | null>

/** Groups that review responses, which a feature above keeps. */
export const reviewGroups = port<{
  /** When suppliers lawfully left an order before their last offer, by trade. */
  leavers: (ctx: Any, orderId: string) => Promise<ReadonlyMap<string, Date>>
  /** Whether the review has begun: then nobody joins the group by a draw any more. */
  hasBegun: (ctx: Any, orderId: string) => Promise<boolean>
}>('groups that review', { leavers: () => Promise.resolve(new Map()), hasBegun: () => Promise.resolve(false) })
