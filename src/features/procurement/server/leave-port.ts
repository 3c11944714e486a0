import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'

/** Told in the transaction in which a supplier leaves, with `orderId`. */
export const LEFT_EVENT = 'order.left'

/** Suppliers that lawfully left an order before their last offer, which a feature above knows: when, by trade. */
export const leavers = port<{
  of: (ctx: Context<Actor | null>, orderId: string) => Promise<ReadonlyMap<string, Date>>
}>('suppliers that left an order', { of: () => Promise.resolve(new Map()) })
