import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type * as tables from '#server/database/tables.ts'
import { PLAN_STATUS, type PlanAction, type PlanFacts, type PlanState, type PlanWho } from '../rules/plan-status.ts'
import { type Ctx, type Demand, handles, ownDemands, reads } from './access.ts'

export type Plan = Selectable<tables.DemandPlan>

export interface PlanSeat {
  plan: Plan
  demand: Demand
  facts: PlanFacts
  who: PlanWho
}

/**
 * A plan as somebody stands to it: who reads its demand, and who is or was asked to review it. Else `notFound`. What changes it
 * locks the demand before the plan, as everything else does.
 */
export async function planSeat(ctx: Ctx, planId: string, lock?: 'update'): Promise<PlanSeat> {
  const found = await ctx.one('demand_plan', { id: planId }, { columns: ['demandId'] })
  if (!found) throw new AppError('notFound')
  const { demandId } = found
  const asked = await askedOf(ctx, planId)
  const own = reads(ctx.actor)
    ? await ownDemands(ctx).select('d.id').where('d.id', '=', demandId).executeTakeFirst()
    : undefined
  if (!own && asked.length === 0) throw new AppError('notFound')
  const demand = await ctx.expectOne('demand', { id: demandId }, lock && { lock })
  const plan = await ctx.expectOne('demand_plan', { id: planId }, lock && { lock })
  // Of what waited for the lock, the present state counts.
  const open = lock ? await askedOf(ctx, planId) : asked
  return {
    plan,
    demand,
    facts: { state: plan.state as PlanState, isOver: demand.state === 'withdrawn' },
    who: {
      isHandler: own !== undefined && demand.companyId === ctx.actor.companyId && handles(ctx.actor),
      isAsked: open.some(({ endedAt, opinion }) => endedAt === null && opinion === ''),
    },
  }
}

/** The locked plan to which the caller may do this now, and its next state. */
export async function planDemanded(
  ctx: Ctx,
  planId: string,
  action: PlanAction,
): Promise<PlanSeat & { to: PlanState }> {
  const seat = await planSeat(ctx, planId, 'update')
  const { facts, who } = seat
  return { ...seat, to: PLAN_STATUS.next(action, { record: facts, who, now: ctx.clock.now().getTime() }) }
}

function askedOf(ctx: Ctx, planId: string) {
  return ctx.tx
    .selectFrom('demand_reviewer as r')
    .innerJoin('demand_review as v', (j) => j.onRef('v.tenantId', '=', 'r.tenantId').onRef('v.id', '=', 'r.reviewId'))
    .select(['v.endedAt', 'r.opinion'])
    .where('r.tenantId', '=', ctx.tenantId)
    .where('v.planId', '=', planId)
    .where('r.employeeId', '=', ctx.actor.employeeId)
    .execute()
}
