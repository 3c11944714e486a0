import { type RawBuilder, type Selectable, sql } from 'kysely'
import { bindRow } from '#server/bound-rows.ts'
import { AppError } from '#contract/errors.ts'
import type { AllowedAction } from '#contract/transition.ts'
import { heldAmong } from '#features/workflow/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { columnOf } from '#server/database/column-names.ts'
import type { Project as ProjectTable } from '#server/database/tables.ts'
import type { Statement } from '#server/database/exchange.ts'
import type { Caller, Route } from '#server/implement.ts'
import { clientCompanies } from '#features/clients/server/public.ts'
import * as contract from '../contract/project.ts'
import { familyOf, methodsAmong } from '../methods/all.ts'
import { wireStatus } from '../engine/states.ts'
import { buyer } from './bind.ts'
import { PROJECTS as BOUND } from './bound.ts'
import { budgetUse } from './budget-port.ts'
import { projectClaims } from './claim-port.ts'
import { codeFrom, drawProjectCode } from './codes.ts'
import { entrusting } from './entrust-port.ts'
import { draftProject, projectColumns, sidesOf } from './project-draft.ts'
import { SELLS_NOTHING } from './purchases.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import { PROJECTS } from './searchable.ts'
import { itemValue } from './values.ts'

export type Project = Selectable<ProjectTable>

export const projectRoutes: readonly Route[] = [
  buyer(contract.projectPage, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      list: {
        ...PROJECTS,
        span: '@',
        keys: ['id'],
        hasOnePlan: true,
        owner: ctx.actor.companyId,
        rows: (relation) =>
          ownProjects(ctx, relation)
            .where(SELLS_NOTHING)
            .$if(query.category !== undefined, (q) => q.where('p.category', '=', query.category!))
            .$if(query.purchaserCompanyId !== undefined, (q) =>
              q.where('p.purchaserCompanyId', '=', query.purchaserCompanyId!),
            )
            .$if(query.method !== undefined, (q) => q.where(hasOrderUnder([query.method!])))
            .$if(query.family !== undefined, (q) =>
              q.where(hasOrderUnder(methodsAmong(familyOf(query.family!)).map(({ code }) => code))),
            ),
      },
      show: (page) => projectRows(ctx).innerJoin(page, 'page.id', 'p.id'),
    })
    return { ...page, rows: page.rows.map(rowValue) }
  }),

  buyer(contract.projectDetail, async (ctx, { params }) => {
    const project = await ownProject(ctx, params.projectId)
    const row = await projectRows(ctx).where('p.id', '=', project.id).executeTakeFirstOrThrow()
    const lines = await projectLines(ctx, project.id)
    const orders = await ctx.many(
      'purchase_order',
      { projectId: project.id },
      { columns: ['id', 'code', 'title', 'method', 'state', 'publishedAt'], orderBy: ['id desc'] },
    )
    return {
      ...rowValue(row),
      regime: project.regime,
      region: project.region,
      funds: project.funds,
      description: project.description,
      purchaserCompanyId: project.purchaserCompanyId,
      agencyCompanyId: project.agencyCompanyId,
      lines: lines.map(itemValue),
      orderList: orders.map((o) => ({
        orderId: o.id,
        code: o.code,
        title: o.title,
        method: o.method,
        status: wireStatus(o.state),
        state: o.state,
      })),
      actions: actionsOf(ctx, project, await orderStates(ctx, project.id)),
    }
  }),

  buyer(
    contract.createProject,
    async (ctx, { body, first }) => {
      const { id, code } = await draftProject(ctx, body, { code: codeFrom(first[0]) })
      return { projectId: id, code }
    },
    { first: (_caller, _input, now) => [drawProjectCode(now)] },
  ),

  buyer(contract.updateProject, async (ctx, { params, body }) => {
    const project = await ownProject(ctx, params.projectId, 'update')
    const orders = await orderStates(ctx, project.id)
    const { purchaserCompanyId } = await sidesOf(ctx, body)
    if (purchaserCompanyId !== project.purchaserCompanyId)
      await demandUnbound(ctx, project, { orders, what: '变更采购人' })
    const bound = body.regime !== project.regime || body.category !== project.category
    if (bound && orders.some((o) => o.publishedAt || o.isHeld))
      throw new AppError('wrongState', '项目已有公告发布或审批中，不能变更类别或适用制度')
    await ctx.update(
      'project',
      { id: project.id },
      { purchaserCompanyId, ...projectColumns(body), updatedAt: ctx.clock.now() },
    )
    bindRow(ctx, BOUND, [project.id])
    if (body.budgetShares) await budgetUse().name(ctx, { projectId: project.id, shares: body.budgetShares })
    ctx.audit({
      action: 'project.update',
      entity: 'project',
      entityId: project.id,
      summary: `修改采购项目：${body.name}`,
      data: body,
    })
  }),

  buyer(contract.deleteProject, async (ctx, { params }) => {
    const project = await ownProject(ctx, params.projectId, 'update')
    await demandUnbound(ctx, project, { orders: await orderStates(ctx, project.id), what: '删除' })
    await ctx.remove('project', { id: project.id })
    bindRow(ctx, BOUND, [project.id])
    ctx.audit({
      action: 'project.delete',
      entity: 'project',
      entityId: project.id,
      summary: `删除采购项目：${project.name}（${project.code}）`,
    })
  }),

  buyer(contract.partnerCompanies, async (ctx, { query }) => {
    const clients = query.kind === 'purchaser' ? await clientCompanies(ctx, query.keyword) : []
    const rows = await ctx.tx
      .selectFrom('company_tenant as t')
      .innerJoin('company as c', 'c.id', 't.companyId')
      .select(['c.id', 'c.name'])
      .where('t.tenantId', '=', ctx.tenantId)
      .where(query.kind === 'agency' ? 't.isAgency' : 't.isPurchaser', '=', true)
      .where('t.isCertified', '=', true)
      .where('t.status', '=', 1)
      .where('c.id', '<>', ctx.actor.companyId)
      .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['c.name'])))
      .orderBy('c.name')
      .limit(50)
      .execute()
    const others = clients.filter(({ companyId }) => !rows.some(({ id }) => id === companyId))
    return [...rows.map((row) => ({ companyId: row.id, name: row.name })), ...others]
  }),
]

/** What is with its purchaser for good: a project that has orders, was entrusted, or has something else resting on it. */
async function demandUnbound(
  ctx: Context<Employee>,
  project: Project,
  { orders, what }: { orders: readonly unknown[]; what: string },
): Promise<void> {
  if (orders.length > 0) throw new AppError('wrongState', `项目已有采购单，不能${what}`)
  const claim = await projectClaims().claimOn(ctx, project.id)
  if (claim !== null) throw new AppError('wrongState', `项目已有${claim}，不能${what}`)
  if (await entrusting().isOnRecord(ctx, project.id)) throw new AppError('wrongState', `项目已有委托记录，不能${what}`)
}

/** Of a project `p`: whether an order of it runs under one of these methods. */
function hasOrderUnder(codes: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`exists (select from purchase_order o where o.tenant_id = p.tenant_id and o.project_id = p.id
    and o.method = any(${codes}::smallint[]))`
}

/** A project of the own company as seen from the workbench, or `notFound`. */
export async function ownProject(
  ctx: Context<Employee>,
  projectId: string,
  lock?: 'share' | 'update',
): Promise<Project> {
  const project = await ctx.tx
    .selectFrom('project')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', projectId)
    .where(ownColumn(ctx.actor), '=', ctx.actor.companyId)
    .$if(lock === 'share', (q) => q.forShare())
    .$if(lock === 'update', (q) => q.forUpdate())
    .executeTakeFirst()
  if (!project) throw new AppError('notFound')
  return project
}

/** The same as a statement that goes with the begin of the transaction: one row, or none. */
export function findOwnProject({ tenantId, actor }: Caller, projectId: string, lock: 'share' | 'update'): Statement {
  return {
    text: `select * from project where tenant_id = $1 and id = $2 and ${columnOf(ownColumn(actor))} = $3 for ${lock}`,
    values: [tenantId, projectId, actor?.companyId],
  }
}

/** Who would run an order of this project: the agency when one is entrusted, else the purchaser. */
export function runnerOf(project: Pick<Project, 'agencyCompanyId' | 'purchaserCompanyId'>): string {
  return project.agencyCompanyId ?? project.purchaserCompanyId
}

/** All lines of a project, by lot and line. */
export function projectLines(ctx: Context<Employee>, projectId: string) {
  return ctx.many('project_item', { projectId }, { orderBy: ['lotNo', 'line'] })
}

/** Orders of a project with what its other changes depend on. */
export async function orderStates(ctx: Context<Employee>, projectId: string) {
  const orders = await ctx.many('purchase_order', { projectId }, { columns: ['id', 'publishedAt'] })
  const held = await heldAmong(ctx, { kind: 'order', ids: orders.map((o) => o.id) })
  return orders.map((o) => ({ ...o, isHeld: held.has(o.id) }))
}

function ownColumn(actor: Actor | null): 'agencyCompanyId' | 'purchaserCompanyId' {
  return actor?.workbench === 'agency' ? 'agencyCompanyId' : 'purchaserCompanyId'
}

function ownProjects(ctx: Context<Employee>, relation: string) {
  return ctx.tx
    .selectFrom(`${relation as 'project'} as p`)
    .where('p.tenantId', '=', ctx.tenantId)
    .where(`p.${ownColumn(ctx.actor)}`, '=', ctx.actor.companyId)
}

/** Projects that the person may see from its workbench, with what a list shows. */
export function projectRows(ctx: Context<Employee>) {
  return ownProjects(ctx, 'project')
    .innerJoin('company as c', 'c.id', 'p.purchaserCompanyId')
    .leftJoin('company as a', 'a.id', 'p.agencyCompanyId')
    .select([
      'p.id',
      'p.code',
      'p.name',
      'p.category',
      'p.budget',
      'p.createdAt',
      'p.isSupplement',
      'c.name as purchaser',
      'a.name as agency',
    ])
    .select((e) => [
      e
        .selectFrom('purchase_order as o')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('o.tenantId', '=', 'p.tenantId')
        .whereRef('o.projectId', '=', 'p.id')
        .as('orders'),
      e
        .selectFrom('project_item as i')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('i.tenantId', '=', 'p.tenantId')
        .whereRef('i.projectId', '=', 'p.id')
        .as('items'),
    ])
}

function rowValue(row: Awaited<ReturnType<ReturnType<typeof projectRows>['executeTakeFirstOrThrow']>>) {
  return {
    projectId: row.id,
    code: row.code,
    name: row.name,
    category: row.category as 'goods',
    budget: row.budget,
    purchaserName: row.purchaser,
    agencyName: row.agency,
    orders: row.orders ?? 0,
    items: row.items ?? 0,
    isSupplement: row.isSupplement,
    createdAt: row.createdAt.toISOString(),
  }
}

function actionsOf(
  ctx: Context<Employee>,
  project: Project,
  orders: readonly { publishedAt: Date | null; isHeld: boolean }[],
): AllowedAction[] {
  const runs = runnerOf(project) === ctx.actor.companyId
  const frozen = orders.some((o) => o.publishedAt)
    ? '公告已发布，清单不可修改'
    : orders.some((o) => o.isHeld) && '公告审批中，清单不可修改'
  const because = (reason: string | false) => (reason ? { reason } : {})
  return [
    {
      action: 'createOrder',
      label: '发起采购',
      primary: true,
      ...because(!runs && '项目已委托代理机构，由代理机构发起采购'),
    },
    { action: 'edit', label: '编辑' },
    { action: 'items', label: '维护清单', ...because(frozen) },
    {
      action: 'delete',
      label: '删除',
      danger: true,
      confirm: '确认删除该项目？',
      ...because(orders.length > 0 && '项目已有采购单'),
    },
  ]
}
