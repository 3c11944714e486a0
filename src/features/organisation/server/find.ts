import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FindSource } from '#server/feature.ts'
import { includes } from '#server/search/includes.ts'
import { hasMobile, KEEPER, masked, MOBILE_COLUMNS, mobileOfEmployee, ownEmployees } from './access.ts'

/** Employees of the own company by name, whole number or its last four digits, for whoever administers it. */
export const find: FindSource = async (ctx, text, limit) => {
  const { workbench, companyId, employeeId, rights } = ctx.actor
  const isKeeper = rights.has(KEEPER.right) && KEEPER.workbench.some((one) => one === workbench)
  if (!companyId || !employeeId || !isKeeper) return []
  const rows = await ownEmployees(ctx as Context<Employee>)
    .innerJoin('app_user as u', 'u.id', 'e.userId')
    .select(['e.name', ...MOBILE_COLUMNS])
    .where((w) => w.or([includes(text, ['e.name']), hasMobile(ctx, text)]))
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    key: `employee:${row.id}`,
    what: '员工',
    title: row.name,
    code: masked(mobileOfEmployee(ctx, row)),
    link: `/enterprise/organisation?keyword=${encodeURIComponent(row.name)}`,
  }))
}
