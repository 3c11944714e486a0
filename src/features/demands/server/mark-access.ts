import { AppError } from '#contract/errors.ts'
import { type Ctx, type Demand, ownDemands, reads, type Seat, seatOf } from './access.ts'

/** A demand as somebody stands to its rounds: who reads it, and who is asked to mark its parameters. Else `notFound`. */
export async function markSeat(ctx: Ctx, demandId: string, lock?: 'update'): Promise<Seat & { isAsked: boolean }> {
  const asked = await ctx.many(
    'demand_marker',
    { demandId, employeeId: ctx.actor.employeeId },
    { columns: ['roundNo'] },
  )
  const own = reads(ctx.actor)
    ? await ownDemands(ctx).select('d.id').where('d.id', '=', demandId).executeTakeFirst()
    : undefined
  if (!own && asked.length === 0) throw new AppError('notFound')
  const demand: Demand = await ctx.expectOne('demand', { id: demandId }, lock && { lock })
  const seat = await seatOf(ctx, demand)
  return {
    ...seat,
    who: { isHandler: own !== undefined && seat.who.isHandler },
    isAsked: asked.some(({ roundNo }) => roundNo === seat.round?.roundNo),
  }
}
