import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Workbench } from '#contract/workbench.ts'
import { companyWorkbenches, givableRights, type ServicesOn } from '#features/passport/rules-rights.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

type Ctx = Context<Employee>

/** The workbenches of the own company with the rights that can be given in each now. */
export async function offeredRights(ctx: Ctx): Promise<{ workbench: Workbench; rights: string[] }[]> {
  const row = await ctx.tx
    .selectFrom('company_tenant as t')
    .innerJoin('company as c', 'c.id', 't.companyId')
    .innerJoin('tenant as n', 'n.id', 't.tenantId')
    .select(['t.isCertified', 't.isPurchaser', 't.isAgency', 't.isSupplier', 't.services', 'c.companyType'])
    .select(sql<string[] | null>`n.config->'services'`.as('tenantServices'))
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.companyId', '=', ctx.actor.companyId)
    .executeTakeFirstOrThrow()
  const services: ServicesOn = { tenant: row.tenantServices, company: row.services }
  const workbenches = companyWorkbenches(
    {
      isCertified: row.isCertified,
      isPurchaser: row.isPurchaser,
      isAgency: row.isAgency,
      isSupplier: row.isSupplier,
      companyType: row.companyType,
    },
    { rights: [], isAdmin: true },
  )
  return workbenches.map((workbench) => ({ workbench, rights: givableRights(workbench, services) }))
}

/**
 * What is stored when rights are chosen anew: the chosen ones, all of which must be on offer, and those held before that
 * are not on offer now, because a service that is off for a while must not cost anybody a right.
 */
export async function chosenRights(ctx: Ctx, chosen: readonly string[], before: readonly string[]): Promise<string[]> {
  if (chosen.length === 0 && before.length === 0) return []
  const offered = new Set((await offeredRights(ctx)).flatMap(({ rights }) => rights))
  const unknown = chosen.filter((right) => !offered.has(right) && !before.includes(right))
  if (unknown.length > 0)
    throw new AppError('invalid', '所选权限未开通', [{ path: 'rights', message: '所选权限未开通，请刷新后重新选择' }])
  return [...new Set([...chosen, ...before.filter((right) => !offered.has(right))])].toSorted()
}

/**
 * Makes `employee.rights` the union of direct rights and those of roles again, for some employees or for all who have a
 * role. Tells the system of everybody for whom that changed something.
 */
export async function recomputeRights(
  ctx: Context<Actor | null>,
  of: { companyId: string } & ({ employeeIds: readonly string[] } | { roleId: string }),
): Promise<void> {
  const chosen =
    'roleId' in of
      ? sql`e.id in (select employee_id from employee_role where tenant_id = ${ctx.tenantId} and role_id = ${of.roleId})`
      : sql`e.id = any(${of.employeeIds}::uuid[])`
  const { rows } = await sql<{ userId: string }>`
    update employee e set rights = n.rights
    from (
      select e.id, coalesce((
        select array_agg(distinct r order by r) from (
          select unnest(e.direct_rights) as r
          union all
          select unnest(o.rights) from employee_role er
            join role o on o.tenant_id = er.tenant_id and o.id = er.role_id
            where er.tenant_id = e.tenant_id and er.employee_id = e.id
        ) u), '{}') as rights
      from employee e
      where e.tenant_id = ${ctx.tenantId} and e.company_id = ${of.companyId} and ${chosen}
    ) n
    where e.tenant_id = ${ctx.tenantId} and e.id = n.id and e.rights is distinct from n.rights
    returning e.user_id`.execute(ctx.tx)
  for (const row of rows) ctx.actorChanged(row.userId)
}

/** Replaces the roles of an employee; all must be the own company's. */
export async function setRoles(ctx: Ctx, employeeId: string, roleIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(roleIds)]
  await demandRoles(ctx, wanted)
  await ctx.remove('employee_role', { employeeId })
  if (wanted.length === 0) return
  await ctx.insert(
    'employee_role',
    wanted.map((roleId) => ({ employeeId, roleId })),
  )
}

/** Refuses roles that are not the own company's; those there are stay while this transaction runs. */
export async function demandRoles(ctx: Ctx, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return
  const rows = await ctx.many(
    'role',
    { companyId: ctx.actor.companyId, id: [...roleIds] },
    { columns: ['id'], lock: 'share' },
  )
  if (rows.length !== new Set(roleIds).size)
    throw new AppError('invalid', '角色不存在', [{ path: 'roleIds', message: '角色不存在，请重新选择' }])
}
