import { type AliasedRawBuilder, type Expression, sql, type SqlBool } from 'kysely'
import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Page } from '#contract/page.ts'
import { WORKBENCHES, type Workbench } from '#contract/workbench.ts'
import { type Right, RIGHTS, SERVICES } from '#features/passport/rules-rights.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import { listPage } from '#server/search/list-page.ts'
import { includes } from '#server/search/includes.ts'
import * as c from '../contract/employees.ts'
import { EmployeeStatus } from '../contract/shared.ts'
import { employeeStatus } from '../rules/employee-status.ts'
import { withDescendants } from '../rules/tree.ts'
import {
  administers,
  COLLEAGUE,
  hasMobile,
  KEEPER,
  masked,
  MOBILE_COLUMNS,
  mobileOfEmployee,
  ownEmployees,
} from './access.ts'
import { defaultPassword } from './accounts.ts'
import { noResetOf } from './life.ts'
import { offeredRights } from './rights.ts'

type Ctx = Context<Employee>
type Query = z.output<typeof c.managePage.query>

export const employeeRoutes: readonly Route[] = [
  implement(c.managePage, KEEPER, (ctx, { query }) => listEmployees(ctx, query)),
  implement(c.agencyRolePage, COLLEAGUE, (ctx, { query }) => listInUse(ctx, query, holds('agency'))),
  implement(c.purchaserRolePage, COLLEAGUE, (ctx, { query }) => listInUse(ctx, query, holds('purchaser'))),
  implement(c.agentPage, COLLEAGUE, (ctx, { query }) =>
    listInUse(ctx, query, sql<SqlBool>`(e.is_signer or e.is_admin or ${anyOf(AGENT_RIGHTS)})`),
  ),

  implement(c.employeeOptions, KEEPER, async (ctx) => {
    const roles = await ctx.tx
      .selectFrom('role')
      .select(['id as roleId', 'name', 'rights'])
      .where('tenantId', '=', ctx.tenantId)
      .where('companyId', '=', ctx.actor.companyId)
      .orderBy('name')
      .execute()
    const workbenches = (await offeredRights(ctx)).map(({ workbench, rights }) => ({
      workbench,
      label: WORKBENCHES[workbench].label,
      rights: rights.map(described),
    }))
    return { workbenches, roles, defaultPassword: await defaultPassword(ctx.tx, ctx.tenantId) }
  }),

  implement(c.employeeDetail, KEEPER, async (ctx, { params }) => {
    const row = await rowsOf(ctx).select('u.account').where('e.id', '=', params.employeeId).executeTakeFirst()
    if (!row) throw new AppError('notFound')
    const account = (row.status === EmployeeStatus.values.invited ? null : row.account) ?? mobileOfEmployee(ctx, row)
    return { ...shown(ctx, row, await standing(ctx)), directRights: row.directRights, account }
  }),
]

/** Rights that make somebody a handler: who runs procurements or makes bids. */
const AGENT_RIGHTS: readonly Right[] = [
  'tendering',
  'agencyTendering',
  'entrustHandling',
  'bidding',
  'performanceHandling',
]

const STATUS_TABS = {
  all: sql<boolean>`true`,
  '1': sql<boolean>`e.status = 1`,
  '2': sql<boolean>`e.status = 2`,
  '0': sql<boolean>`e.status = 0`,
}

async function listEmployees(ctx: Ctx, query: Query): Promise<Page<c.EmployeeRow>> {
  const base = await filtered(ctx, query)
  const current = query.status === undefined ? 'all' : (String(query.status) as '0' | '1' | '2')
  const list = { alias: 'e', keys: ['id'], rows: () => base }
  const [page, known] = await Promise.all([
    listPage(ctx, { query, list, tabs: STATUS_TABS, tab: current, show: (page) => named(ctx, page) }),
    standing(ctx),
  ])
  return { ...page, rows: page.rows.map((row) => shown(ctx, row, known)) }
}

/** Colleagues in use, for choosing from: whoever looks may do nothing here. */
async function listInUse(ctx: Ctx, query: Query, where: Expression<SqlBool>): Promise<Page<c.EmployeeRow>> {
  const base = (await filtered(ctx, query)).where('e.status', '=', 1).where(where)
  const list = { alias: 'e', keys: ['id'], rows: () => base }
  const page = await listPage(ctx, { query, list, show: (page) => named(ctx, page) })
  const known = { lastAdmin: false, firstPassword: null }
  return {
    ...page,
    rows: page.rows.map((row) => ({ ...shown(ctx, row, known), actions: [] })),
  }
}

function named(ctx: Ctx, page: AliasedRawBuilder<{ id: string }, 'page'>) {
  return rowsOf(ctx).innerJoin(page, 'page.id', 'e.id')
}

async function filtered(ctx: Ctx, query: Query) {
  const { keyword, deptId, roleId } = query
  const within = deptId === undefined ? [] : await departmentAndBelow(ctx, deptId)
  return rowsOf(ctx)
    .clearSelect()
    .$if(Boolean(keyword), (q) =>
      // Their last four digits are shown to everybody; other parts cannot be looked for, since numbers are encrypted.
      q.where((e) => e.or([includes(keyword!, ['e.name']), hasMobile(ctx, keyword!)])),
    )
    .$if(deptId !== undefined, (q) => q.where('e.departmentId', 'in', within))
    .$if(roleId !== undefined, (q) =>
      q.where(
        sql<SqlBool>`exists (select from employee_role x where x.tenant_id = e.tenant_id and x.employee_id = e.id and x.role_id = ${roleId})`,
      ),
    )
}

function rowsOf(ctx: Ctx) {
  return ownEmployees(ctx)
    .innerJoin('app_user as u', 'u.id', 'e.userId')
    .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'e.tenantId').onRef('d.id', '=', 'e.departmentId'))
    .select(MOBILE_COLUMNS)
    .select(['e.name', 'e.email', 'e.departmentId', 'e.isAdmin', 'e.isSigner'])
    .select(['e.rights', 'e.directRights', 'e.acceptedAt', 'e.invitedUntil', 'd.name as departmentName'])
    .select(['u.passwordHash', 'u.isDefaultPassword', 'u.unprovenTenantId', 'u.unprovenCompanyId'])
    .select(
      sql<{ roleId: string; name: string }[]>`coalesce((
        select json_agg(json_build_object('roleId', o.id, 'name', o.name) order by o.name)
        from employee_role x join role o on o.tenant_id = x.tenant_id and o.id = x.role_id
        where x.tenant_id = e.tenant_id and x.employee_id = e.id), '[]')`.as('roles'),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

function shown(ctx: Ctx, row: Row, { lastAdmin, firstPassword }: Awaited<ReturnType<typeof standing>>): c.EmployeeRow {
  const facts = {
    status: row.status,
    isAdmin: row.isAdmin,
    isSelf: row.id === ctx.actor.employeeId,
    isLastAdmin: row.isAdmin && row.status === 1 && lastAdmin,
    noReset: noResetOf(ctx, row, firstPassword),
    isUnproven: row.unprovenCompanyId !== null,
  }
  return {
    employeeId: row.id,
    name: row.name,
    mobile: administers(ctx) ? mobileOfEmployee(ctx, row) : masked(mobileOfEmployee(ctx, row)),
    email: row.email,
    deptId: row.departmentId,
    deptName: row.departmentName ?? '',
    status: row.status as 0 | 1 | 2,
    invitedUntil: row.status === EmployeeStatus.values.invited ? (row.invitedUntil?.toISOString() ?? null) : null,
    isAdmin: row.isAdmin,
    isSigner: row.isSigner,
    roles: row.roles,
    rights: row.rights,
    joinedAt: row.acceptedAt?.toISOString() ?? null,
    actions: employeeStatus.allowed(facts, { administers: administers(ctx) }, ctx.clock.now().getTime()),
  }
}

/** What the actions of every employee depend on. */
async function standing(ctx: Ctx): Promise<{ lastAdmin: boolean; firstPassword: string | null }> {
  return { lastAdmin: await isOnlyAdmin(ctx), firstPassword: await defaultPassword(ctx.tx, ctx.tenantId) }
}

/** Whether the company has just one administrator in use. */
async function isOnlyAdmin(ctx: Ctx): Promise<boolean> {
  const rows = await ownEmployees(ctx)
    .select('e.id')
    .where('e.isAdmin', '=', true)
    .where('e.status', '=', 1)
    .limit(2)
    .execute()
  return rows.length < 2
}

async function departmentAndBelow(ctx: Ctx, deptId: string): Promise<string[]> {
  const nodes = await ctx.tx
    .selectFrom('department')
    .select(['id', 'parentId as parentId'])
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', ctx.actor.companyId)
    .execute()
  if (!nodes.some((node) => node.id === deptId)) throw new AppError('notFound')
  return withDescendants(nodes, deptId)
}

/** Holds a right that belongs to this workbench and to no other, or one that opens it. */
function holds(workbench: Workbench): Expression<SqlBool> {
  const rights = (Object.keys(RIGHTS) as Right[]).filter((right) => {
    const { workbenches } = RIGHTS[right]
    return (workbenches as readonly Workbench[]).includes(workbench) && !('auto' in RIGHTS[right])
  })
  return sql<SqlBool>`(e.is_admin or ${anyOf(rights)})`
}

function anyOf(rights: readonly string[]): Expression<SqlBool> {
  return sql<SqlBool>`e.rights && ${[...rights]}::text[]`
}

function described(right: string) {
  const row = RIGHTS[right as Right]
  const service = 'service' in row ? SERVICES[row.service] : ''
  return { right, label: row.label, service }
}
