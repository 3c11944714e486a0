import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract/plan.ts'
import { DEFAULT_POLICY, NAMING, type Naming, OVERRUN, type Overrun, type Policy } from '../rules/policy.ts'
import { type Any, KEEPS, READS } from './access.ts'

export async function policyOf(ctx: Any, companyId: string): Promise<Policy> {
  const row = await ctx.one('budget_policy', { companyId })
  return row ? { naming: row.naming as Naming, overrun: row.overrun as Overrun } : DEFAULT_POLICY
}

/** Whether a company has a year's plan in force: without one nothing of budgets is asked of its orders. */
export async function isInForce(ctx: Any, companyId: string): Promise<boolean> {
  const where = { companyId, level: 'annual', state: 'inForce' }
  return (await ctx.many('budget_plan', where, { columns: ['id'], limit: 1 })).length > 0
}

export const policyRoutes: readonly Route[] = [
  implement(contract.budgetPolicy, READS, async (ctx) => {
    const { companyId } = ctx.actor
    const row = await ctx.one('budget_policy', { companyId })
    return {
      ...(await policyOf(ctx, companyId)),
      updatedByName: row?.updatedByName ?? '',
      updatedAt: row?.updatedAt.toISOString() ?? null,
    }
  }),

  implement(contract.setPolicy, KEEPS, async (ctx, { body }) => {
    const { companyId, name } = ctx.actor
    const row = { ...body, updatedByName: name, updatedAt: ctx.clock.now() }
    await ctx.tx
      .insertInto('budget_policy')
      .values({ tenantId: ctx.tenantId, companyId, ...row })
      .onConflict((c) => c.columns(['tenantId', 'companyId']).doUpdateSet(row))
      .execute()
    ctx.audit({
      action: 'budget.policy',
      entity: 'budget',
      entityId: companyId,
      summary: `预算控制：关联预算${NAMING[body.naming]}，${OVERRUN[body.overrun]}`,
      data: body,
    })
  }),
]
