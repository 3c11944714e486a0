import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { FindSource } from '#server/feature.ts'
import { includes } from '#server/search/includes.ts'
import { KEEPER, masked, ownEmployees, shownMobile } from './access.ts'

/** Employees of the own company by name or part of their number, for whoever administers it. */
export const find: FindSource = async (ctx, text, limit) => {
  const { workbench, companyId, employeeId, rights } = ctx.actor
  const isKeeper = rights.has(KEEPER.right) && KEEPER.workbench.some((one) => one === workbench)
  if (!companyId || !employeeId || !isKeeper) return []
  const rows = await ownEmployees(ctx as Context<Employee>)
    .innerJoin('app_user as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.name'])
    .select(shownMobile.as('mobile'))
    .where(includes(text, ['e.name', shownMobile]))
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, name, mobile }) => ({
    key: `employee:${id}`,
    what: '员工',
    title: name,
    code: masked(mobile ?? ''),
    link: `/enterprise/organisation?keyword=${encodeURIComponent(name)}`,
  }))
}
