import { DAY } from '#contract/time.ts'
import type { Selectable } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'

type Any = Context<Actor | null>
type Round = Selectable<tables.DemandRound>
type Demand = Pick<Selectable<tables.Demand>, 'id'>

/** The round that is open, or was last. */
export async function lastRound(ctx: Any, demandId: string): Promise<Round | undefined> {
  return ctx.one('demand_round', { demandId }, { orderBy: ['roundNo desc'], limit: 1 })
}

/** Ends a round at an instant, which is its end from now on, and the survey with it. */
export async function closeRound(
  ctx: Any,
  { id }: Demand,
  { round, at, reason }: { round: Round; at: Date; reason: string },
): Promise<void> {
  await ctx.update(
    'demand_round',
    { demandId: id, roundNo: round.roundNo },
    { endsAt: at, endedAt: at, endReason: reason },
  )
  await ctx.update('demand', { id }, { state: 'ended' })
  await setTimers(ctx, id, null)
}

/** The end of a survey as timers on the server's clock: a day before it, and itself. */
export async function setTimers(ctx: Any, demandId: string, endsAt: Date | null): Promise<void> {
  const payload = { demandId, endsAt: endsAt?.toISOString() ?? null }
  const dayBefore = endsAt && new Date(endsAt.getTime() - DAY)
  const isAhead = dayBefore !== null && dayBefore > ctx.clock.now()
  await ctx.schedule(`demand:${demandId}:end`, endsAt, { kind: 'demand.end-due', payload })
  await ctx.schedule(`demand:${demandId}:reminder`, isAhead ? dayBefore : null, { kind: 'demand.reminder', payload })
}
