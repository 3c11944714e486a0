import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { holdOn } from '#features/workflow/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type * as tables from '#server/database/tables.ts'
import type { Level } from '../rules/levels.ts'
import { PLAN_STATUS, type PlanAction, type PlanFacts, type PlanState } from '../rules/plan-status.ts'

export type Any = Context<Actor | null>
export type Ctx = Context<Employee>
export type Plan = Selectable<tables.BudgetPlan>
export type Line = Selectable<tables.BudgetLine>

/** Who keeps a company's budgets. */
export const KEEPS = { workbench: 'purchaser', right: 'budget' } as const
/** Departments draft applications of their own, too. */
export const WRITES = { workbench: 'purchaser', right: ['budget', 'purchaseDemand'] } as const
export const READS = { ...WRITES, right: [...WRITES.right, 'auditing'] } as const
/** Records under which approvals hold a plan. */
export const PLAN_SUBJECT = 'budget-plan'

export function keeps({ rights }: Pick<Actor, 'rights'>): boolean {
  return rights.has('budget')
}

/** The department that somebody works in; null where it works in none. */
export async function ownDepartment(ctx: Ctx): Promise<string | null> {
  const row = await ctx.expectOne('employee', { id: ctx.actor.employeeId })
  return row.departmentId
}

/**
 * Budgets of the own company that somebody knows of, as `p`: whoever keeps or audits them all, anybody else what is of the own
 * department, drafts of applications alone.
 */
export async function ownPlans(ctx: Ctx) {
  const { companyId, rights } = ctx.actor
  const seesAll = keeps(ctx.actor) || rights.has('auditing')
  const department = seesAll ? null : await ownDepartment(ctx)
  return ctx.tx
    .selectFrom('budget_plan as p')
    .where('p.tenantId', '=', ctx.tenantId)
    .where('p.companyId', '=', companyId)
    .$if(!seesAll, (q) =>
      q
        .where('p.level', '<>', 'annual')
        .where('p.departmentId', '=', department)
        .where((e) => e.or([e('p.level', '=', 'apply'), e('p.state', '<>', 'draft')])),
    )
}

/** One of them, or `notFound`. */
export async function ownPlan(ctx: Ctx, planId: string, lock?: 'update'): Promise<Plan> {
  const row = await (
    await ownPlans(ctx)
  )
    .selectAll('p')
    .where('p.id', '=', planId)
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** Whether somebody drafts on this level: for the own department an application, whoever keeps budgets everything. */
export async function mayWrite(ctx: Ctx, { level, departmentId }: { level: string; departmentId: string | null }) {
  if (keeps(ctx.actor)) return true
  if (level !== 'apply' || !ctx.actor.rights.has('purchaseDemand') || departmentId === null) return false
  return departmentId === (await ownDepartment(ctx))
}

/** How somebody stands to a plan, and what its table looks at. */
export async function seatOf(ctx: Ctx, plan: Plan) {
  const hold = await holdOn(ctx, { kind: PLAN_SUBJECT, id: plan.id })
  const facts: PlanFacts = { state: plan.state as PlanState, level: plan.level as Level, pending: hold?.label ?? null }
  return { facts, who: { mayWrite: await mayWrite(ctx, plan), isKeeper: keeps(ctx.actor) } }
}

/** The locked plan to which the caller may do this now. */
export async function planDemanded(ctx: Ctx, planId: string, action: PlanAction): Promise<Plan> {
  const plan = await ownPlan(ctx, planId, 'update')
  const { facts, who } = await seatOf(ctx, plan)
  PLAN_STATUS.next(action, { record: facts, who, now: ctx.clock.now().getTime() })
  return plan
}

/** Records a fact of a plan. */
export function record(
  ctx: Any,
  { id, code }: Pick<Plan, 'id' | 'code'>,
  { action, summary, data }: { action: string; summary: string; data?: object },
): void {
  ctx.audit({
    action: `budget.${action}`,
    entity: 'budget',
    entityId: id,
    summary: `${summary}（${code}）`,
    ...(data && { data }),
  })
}

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}
