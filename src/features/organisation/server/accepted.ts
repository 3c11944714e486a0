import { sql } from 'kysely'
import { companyWorkbenches } from '#features/passport/rules-rights.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** Somebody who may judge for a company. */
export interface AcceptedEmployee {
  employeeId: string
  userId: string
  name: string
  companyName: string
  department: string
}

/**
 * People of these companies who may judge for them: in use, by an employment that they have accepted themselves, and let into a
 * workbench that buys. Whoever audits the company stays out of what is audited. By name; `ids`: only these employments.
 */
export async function acceptedEmployees(
  ctx: Context<Actor | null>,
  companyIds: readonly string[],
  ids?: readonly string[],
): Promise<AcceptedEmployee[]> {
  const rows = await ctx.tx
    .selectFrom('employee as e')
    .innerJoin('app_user as u', 'u.id', 'e.userId')
    .innerJoin('company as c', 'c.id', 'e.companyId')
    .innerJoin('company_tenant as t', (j) =>
      j.onRef('t.tenantId', '=', 'e.tenantId').onRef('t.companyId', '=', 'e.companyId'),
    )
    .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'e.tenantId').onRef('d.id', '=', 'e.departmentId'))
    .select([
      'e.id as employeeId',
      'e.userId',
      'e.name',
      'e.rights',
      'e.isAdmin',
      'c.name as companyName',
      'c.companyType',
    ])
    .select(['t.isCertified', 't.isPurchaser', 't.isAgency', 't.isSupplier'])
    .select((e) => e.fn.coalesce('d.name', e.val('')).as('department'))
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.companyId', 'in', [...companyIds])
    .$if(ids !== undefined, (q) => q.where('e.id', 'in', [...ids!]))
    .where('e.status', '=', 1)
    .where('e.deletedAt', 'is', null)
    .where('e.acceptedAt', 'is not', null)
    .where('u.unprovenCompanyId', 'is', null)
    .where((e) => e.or([e('e.isAdmin', '=', true), sql<boolean>`not 'auditing' = any(e.rights)`]))
    .orderBy('e.name')
    .orderBy('e.id')
    .execute()
  return rows.flatMap((row) => {
    const { employeeId, userId, name, companyName, department } = row
    const buys = companyWorkbenches(row, row).some((workbench) => workbench !== 'supplier')
    return buys ? [{ employeeId, userId, name, companyName, department }] : []
  })
}
