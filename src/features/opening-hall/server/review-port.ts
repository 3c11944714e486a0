import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { port } from '#server/port.ts'

/** What the second opening of a double envelope asks of the review. */
export const review = port<{
  /**
   * How the first stage stands. Done: every way before the offer opening is summed up and the result is fixed. `lock`: until
   * the caller commits nobody can open the first stage again.
   */
  firstStage: (
    ctx: Context<Actor | null>,
    orderId: string,
    options?: { lock?: boolean },
  ) => Promise<{ done: boolean; passedTradeIds: string[] }>
}>('what the review says')
