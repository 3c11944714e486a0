import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'

/** Groups that talk with suppliers, which a feature above keeps. */
export const talkSeats = port<{
  /** Whether this person sits in the group of the order now, and may see its suppliers. */
  sits: (ctx: Context<Actor | null>, seat: { orderId: string; userId: string }) => Promise<boolean>
}>('groups that talk', { sits: () => Promise.resolve(false) })
