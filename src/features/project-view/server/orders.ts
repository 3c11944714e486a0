import { AppError } from '#contract/errors.ts'
import { buyerColumn } from '#features/procurement/server/public.ts'
import { familyOf, methodsOf } from '#features/procurement/methods/all.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

export type Ctx = Context<Employee>
export type ViewOrder = Awaited<ReturnType<typeof viewOrders>>[number]

/**
 * A project of which the own company reads orders from this workbench: what it buys, or what it runs for others. `notFound` for
 * everybody else; an agency whose entrustment has ended reads the orders that it brought to their end.
 */
export async function viewedProject(ctx: Ctx, projectId: string) {
  const side = buyerColumn(ctx.actor)
  const { companyId } = ctx.actor
  const project = await ctx.tx
    .selectFrom('project as p')
    .innerJoin('company as c', 'c.id', 'p.purchaserCompanyId')
    .leftJoin('company as a', 'a.id', 'p.agencyCompanyId')
    .selectAll('p')
    .select(['c.name as purchaserName', 'a.name as agencyName'])
    .where('p.tenantId', '=', ctx.tenantId)
    .where('p.id', '=', projectId)
    .where((e) =>
      side === 'purchaserCompanyId'
        ? e('p.purchaserCompanyId', '=', companyId)
        : e.or([
            e('p.agencyCompanyId', '=', companyId),
            e.exists(
              e
                .selectFrom('purchase_order as o')
                .select('o.id')
                .whereRef('o.tenantId', '=', 'p.tenantId')
                .whereRef('o.projectId', '=', 'p.id')
                .where('o.ownerCompanyId', '=', companyId)
                .where('o.purchaserCompanyId', '<>', companyId),
            ),
          ]),
    )
    .executeTakeFirst()
  if (!project) throw new AppError('notFound')
  return project
}

/** Its orders under the methods of a family that the own company may read, by lot. */
export function viewOrders(ctx: Ctx, projectId: string, family: string) {
  const codes = methodsOf(familyOf(family)).map(({ code }) => code)
  return ctx.tx
    .selectFrom('purchase_order as o')
    .innerJoin('company as c', 'c.id', 'o.purchaserCompanyId')
    .innerJoin('company as r', 'r.id', 'o.ownerCompanyId')
    .leftJoin('employee as e', (j) =>
      j
        .onRef('e.tenantId', '=', 'o.tenantId')
        .onRef('e.companyId', '=', 'o.ownerCompanyId')
        .onRef('e.userId', '=', 'o.createdBy'),
    )
    .selectAll('o')
    .select(['c.name as purchaserName', 'r.name as runnerName', 'e.name as ownerName'])
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.projectId', '=', projectId)
    .where(`o.${buyerColumn(ctx.actor)}`, '=', ctx.actor.companyId)
    .where('o.method', 'in', codes)
    .orderBy('o.lotNo')
    .orderBy('o.id')
    .execute()
}
