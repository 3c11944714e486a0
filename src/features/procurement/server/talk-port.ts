import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'

/** Talks between two rounds of quotes, which a feature above holds. */
export const roundTalks = port<{
  /** Whether this supplier was called to one. */
  wasCalled: (ctx: Context<Actor | null>, tradeId: string) => Promise<boolean>
}>('talks between rounds', { wasCalled: () => Promise.resolve(false) })
