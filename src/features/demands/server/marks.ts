import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { PARTS } from '../rules/marks.ts'

type Any = Context<Actor | null>

/** How far staff have marked the parameters of a round: nobody of one part is asked, somebody still has to, all have. */
export async function marksOf(ctx: Any, demandId: string, roundNo: number): Promise<'none' | 'open' | 'done'> {
  const markers = await ctx.many('demand_marker', { demandId, roundNo }, { columns: ['part', 'markedAt'] })
  if (Object.keys(PARTS).some((part) => !markers.some((one) => one.part === part))) return 'none'
  return markers.every(({ markedAt }) => markedAt !== null) ? 'done' : 'open'
}
