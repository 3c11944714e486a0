import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/departments.ts'
import { COLLEAGUE, demandSubordinate, KEEPER } from './access.ts'
import { departmentsOf } from './departments.ts'
import { ancestorsOf, descendantsOf } from './public.ts'

type Ctx = Context<Employee>

export const orgRoutes: readonly Route[] = [
  implement(c.orgCompany, COLLEAGUE, async (ctx) => {
    const [own] = await figures(ctx, [ctx.actor.companyId])
    const [parentId] = await ancestorsOf(ctx, ctx.actor.companyId)
    const parent = parentId && (await ctx.one('company', { id: parentId }, { columns: ['name'] }))
    return { ...own!, parent: parentId && parent ? { companyId: parentId, name: parent.name } : null }
  }),

  implement(c.orgSubCompanies, KEEPER, async (ctx) => {
    const below = (await descendantsOf(ctx, ctx.actor.companyId)).filter(({ depth }) => depth === 1)
    return figures(
      ctx,
      below.map(({ companyId }) => companyId),
    )
  }),

  implement(c.orgSubordinates, KEEPER, async (ctx) => {
    const below = await descendantsOf(ctx, ctx.actor.companyId)
    const known = await figures(
      ctx,
      below.map(({ companyId }) => companyId),
    )
    return below.map(({ parentId, depth }, i) => ({ ...known[i]!, parentId, depth }))
  }),

  implement(c.orgDepartments, COLLEAGUE, async (ctx, { query }) => {
    const { companyId = ctx.actor.companyId } = query
    if (companyId !== ctx.actor.companyId) {
      if (!ctx.actor.rights.has(KEEPER.right)) throw new AppError('notFound')
      await demandSubordinate(ctx, companyId)
    }
    return departmentsOf(ctx, companyId)
  }),

  implement(c.sortSubCompanies, KEEPER, async (ctx, { body }) => {
    const { companyId } = ctx.actor
    const rows = await ctx.many(
      'company_association',
      { parentCompanyId: companyId, status: 1 },
      { columns: ['childCompanyId'], lock: 'update' },
    )
    const known = new Set(rows.map((row) => row.childCompanyId))
    const given = new Set(body.companyIds)
    if (given.size !== body.companyIds.length || given.size !== known.size || !given.isSubsetOf(known))
      throw new AppError('conflict', '下级企业已有变化，请刷新后重新排序')
    await sql`
      update company_association a set sort = o.place
      from unnest(${body.companyIds}::uuid[]) with ordinality as o (id, place)
      where a.tenant_id = ${ctx.tenantId} and a.parent_company_id = ${companyId} and a.child_company_id = o.id`.execute(
      ctx.tx,
    )
    ctx.audit({ action: 'company.sort', entity: 'company', entityId: companyId, summary: '调整下级企业顺序' })
  }),
]

/** What the tree shows of each company, in the order of the ids. */
async function figures(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{
    companyId: string
    name: string
    creditCode: string
    departments: number
    employees: number
    administrators: { employeeId: string; name: string }[]
  }>`
    select c.id as "companyId", c.name, c.credit_code as "creditCode",
      (select count(*)::int from department d where d.tenant_id = ${ctx.tenantId} and d.company_id = c.id) as departments,
      (select count(*)::int from employee e
        where e.tenant_id = ${ctx.tenantId} and e.company_id = c.id and e.deleted_at is null and e.status = 1) as employees,
      coalesce((select json_agg(json_build_object('employeeId', e.id, 'name', e.name) order by e.id) from employee e
        where e.tenant_id = ${ctx.tenantId} and e.company_id = c.id and e.is_admin and e.status = 1
          and e.deleted_at is null), '[]') as administrators
    from unnest(${ids}::uuid[]) with ordinality as o (id, place) join company c on c.id = o.id
    order by o.place`.execute(ctx.tx)
  return rows
}
