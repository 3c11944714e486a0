import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'
import type { Order } from './access.ts'

/** Experts who verified what an order came from, which a feature above keeps: they may not review it. */
export const verifiers = port<{
  /** Why, by user id. */
  of: (ctx: Context<Actor | null>, order: Pick<Order, 'id' | 'projectId'>) => Promise<ReadonlyMap<string, string>>
}>('experts who verified a demand', { of: () => Promise.resolve(new Map()) })
