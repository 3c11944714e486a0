import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'

export { type AcceptedEmployee, acceptedEmployees } from './accepted.ts'
export { acceptFirstEmployment, admit } from './admission.ts'
export { groupsOf, type Kin, kinOf, type SharedPerson, sharedPeople } from './connected.ts'
export { seatedFrom } from './seated.ts'
export { setSigner, SIGNER_ENDED_EVENT } from './signers.ts'

type Ctx = Context<Actor | null>

/** The companies above one, nearest first; those of an agreed association only. */
export async function ancestorsOf(ctx: Ctx, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive above (id, depth) as (
      select parent_company_id, 1 from company_association
      where tenant_id = ${ctx.tenantId} and child_company_id = ${companyId} and status = 1
      union all
      select a.parent_company_id, above.depth + 1 from above join company_association a
        on a.tenant_id = ${ctx.tenantId} and a.child_company_id = above.id and a.status = 1
      where above.depth < 100
    )
    select id from above order by depth`.execute(ctx.tx)
  return rows.map((row) => row.id)
}

/** A company below another: `parentId` is the one directly above it, depth 1 is directly below the root. */
export interface Subordinate {
  companyId: string
  parentId: string
  depth: number
}

/** All companies below one, by agreed associations; parents before children, siblings in their order. */
export async function descendantsOf(ctx: Ctx, companyId: string): Promise<Subordinate[]> {
  const { rows } = await sql<Subordinate>`
    with recursive below ("companyId", "parentId", depth, place) as (
      select child_company_id, parent_company_id, 1, array[row_number() over (order by sort, id)] from company_association
      where tenant_id = ${ctx.tenantId} and parent_company_id = ${companyId} and status = 1
      union all
      select a.child_company_id, a.parent_company_id, below.depth + 1,
        below.place || row_number() over (partition by a.parent_company_id order by a.sort, a.id)
      from below join company_association a
        on a.tenant_id = ${ctx.tenantId} and a.parent_company_id = below."companyId" and a.status = 1
      where below.depth < 100
    )
    select "companyId", "parentId", depth from below order by place`.execute(ctx.tx)
  return rows
}

/** The companies whose figures a statistic is about: scope 0 the own one, 1 with all below it. */
export async function companiesInScope(ctx: Ctx, companyId: string, scope: number): Promise<string[]> {
  if (scope === 0) return [companyId]
  return [companyId, ...(await descendantsOf(ctx, companyId)).map((row) => row.companyId)]
}

/** Where somebody works, and since when. */
export interface Employment {
  userId: string
  companyId: string
  name: string
  /** Social credit code. */
  code: string
  since: Date
}

/**
 * The employments that these people have accepted. A company's disabling somebody does not end one; and an account whose
 * number was never proven binds nobody, because its company may have accepted in the person's name.
 */
export async function employmentsOf(ctx: Ctx, userIds: readonly string[]): Promise<Employment[]> {
  if (userIds.length === 0) return []
  return ctx.tx
    .selectFrom('employee as e')
    .innerJoin('company as c', 'c.id', 'e.companyId')
    .innerJoin('app_user as u', 'u.id', 'e.userId')
    .select(['e.userId as userId', 'c.id as companyId', 'c.name', 'c.creditCode as code'])
    .select(sql<Date>`e.accepted_at`.as('since'))
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.userId', 'in', [...new Set(userIds)])
    .where('e.acceptedAt', 'is not', null)
    .where('e.deletedAt', 'is', null)
    .where('u.unprovenCompanyId', 'is', null)
    .orderBy('e.acceptedAt')
    .execute()
}

/** Roles of a company as something approvers are found by (`RoleSource` of workflow); the platform has none. */
export const organisationRoles = {
  prefix: 'role',
  async list(ctx: Ctx, companyId: string | null): Promise<{ role: string; label: string; holders: number }[]> {
    if (companyId === null) return []
    const rows = await rolesWithHolders(ctx, companyId)
      .select((e) => ['r.id', 'r.name', e.fn.count<number>('e.id').as('holders')])
      .groupBy(['r.id', 'r.name'])
      .orderBy('r.name')
      .execute()
    return rows.map(({ id, name, holders }) => ({ role: `role:${id}`, label: name, holders }))
  },
  /** Longest-serving first. */
  async holders(ctx: Ctx, companyId: string, role: string): Promise<string[]> {
    const rows = await rolesWithHolders(ctx, companyId)
      .where('r.id', '=', role.slice('role:'.length))
      .where('e.id', 'is not', null)
      .select('e.id')
      .orderBy('e.createdAt')
      .orderBy('e.id')
      .$narrowType<{ id: string }>()
      .execute()
    return rows.map((row) => row.id)
  },
}

/** Roles of a company, with their employees; `e` is null for those not in use. */
function rolesWithHolders(ctx: Ctx, companyId: string) {
  return ctx.tx
    .selectFrom('role as r')
    .leftJoin('employee_role as x', (j) => j.onRef('x.tenantId', '=', 'r.tenantId').onRef('x.roleId', '=', 'r.id'))
    .leftJoin('employee as e', (j) =>
      j
        .onRef('e.tenantId', '=', 'x.tenantId')
        .onRef('e.id', '=', 'x.employeeId')
        .on('e.status', '=', 1)
        .on('e.deletedAt', 'is', null),
    )
    .where('r.tenantId', '=', ctx.tenantId)
    .where('r.companyId', '=', companyId)
}

/** Everybody working for a company at this tenant: what is known of them is out of date after a change of it. */
export async function companyChanged(ctx: Context<Actor>, companyId: string): Promise<void> {
  const people = await ctx.many('employee', { companyId, deletedAt: NULL }, { columns: ['userId'] })
  for (const { userId } of people) ctx.actorChanged(userId)
}
