import { statesReached } from '#features/procurement/engine/states.ts'
import { codesWith, methodOf } from '#features/procurement/methods/all.ts'
import { type orderRow, reviewGroups } from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

type Drawn = Pick<Awaited<ReturnType<typeof orderRow>>, 'id' | 'method' | 'state'>

/** Orders whose committee can still be drawn: published, the review not begun. */
export const DRAWABLE = statesReached('published', 'reviewing')
/** Where orders stand while a group reviews them. */
export const GROUP_AT = 'quote.closed'
export const GROUP_METHODS = codesWith(({ group }) => group !== undefined)

/** Whether people can still be drawn for an order. A group may be drawn until its review begins, also when responses are open. */
export async function mayDraw(ctx: Context<Actor | null>, order: Drawn): Promise<boolean> {
  if (DRAWABLE.includes(order.state)) return true
  if (!methodOf(order.method).group || order.state !== GROUP_AT) return false
  return !(await reviewGroups().hasBegun(ctx, order.id))
}
