import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { endOfWaiting } from '../rules/due.ts'
import { DEADLINE } from './kinds.ts'

/** Plans when what a bidder has chosen ends, should it not be in force by the deadline; null: there is none. */
export async function planEnd(
  ctx: Context<Actor | null>,
  { tradeId, deadline }: { tradeId: string; deadline: Date | null },
): Promise<void> {
  if (!deadline) return
  await ctx.schedule(`${DEADLINE}:${tradeId}`, endOfWaiting(deadline), { kind: DEADLINE, payload: { tradeId } })
}
