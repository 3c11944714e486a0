import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** When the second envelopes of an order were opened; nulls while, or because, they were not. */
export async function offerOpening(
  _ctx: Context<Actor | null>,
  _orderId: string,
): Promise<{ startedAt: Date | null; endedAt: Date | null }> {
  return { startedAt: null, endedAt: null }
}
