import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Any } from './access.ts'

/**
 * People of a company who may give an opinion: in use, by an employment that they have accepted themselves. Whoever audits
 * the company stays out of what is audited.
 */
export function eligible(ctx: Any, companyId: string) {
  return ctx.tx
    .selectFrom('employee as e')
    .innerJoin('app_user as u', 'u.id', 'e.userId')
    .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'e.tenantId').onRef('d.id', '=', 'e.departmentId'))
    .select(['e.id as employeeId', 'e.userId', 'e.name'])
    .select((e) => e.fn.coalesce('d.name', e.val('')).as('department'))
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.companyId', '=', companyId)
    .where('e.status', '=', 1)
    .where('e.deletedAt', 'is', null)
    .where('e.acceptedAt', 'is not', null)
    .where('u.unprovenCompanyId', 'is', null)
    .where((e) => e.or([e('e.isAdmin', '=', true), sql<boolean>`not 'auditing' = any(e.rights)`]))
    .orderBy('e.name')
    .orderBy('e.id')
}

export type Person = Awaited<ReturnType<ReturnType<typeof eligible>['execute']>>[number]

/** These people of the company, in this order; `invalid` where one may not give an opinion. */
export async function demandEligible(
  ctx: Any,
  ids: readonly string[],
  { companyId, path }: { companyId: string; path: string },
): Promise<Person[]> {
  const rows = await eligible(ctx, companyId)
    .where('e.id', 'in', [...ids])
    .execute()
  return ids.map((id) => {
    const person = rows.find((row) => row.employeeId === id)
    if (person) return person
    const message = '评审人员须为本单位在用且已确认加入的员工，审计人员除外'
    throw new AppError('invalid', message, [{ path, message }])
  })
}
