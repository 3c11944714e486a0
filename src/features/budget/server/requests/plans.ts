import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount, sum } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { makeProject } from '#features/procurement/server/public.ts'
import { statementOf } from '#server/database/exchange.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../../contract/request.ts'
import { splitBy } from '../../rules/use.ts'
import type { Ctx } from '../access.ts'
import { codeOf } from '../plans.ts'
import { handles, HANDLES, note, READS, type Request } from './access.ts'
import { demandedAll, type Part, partsOf, type StoredItem } from './routes.ts'

/** Who makes a project buys, too. */
const BUYS = { workbench: 'purchaser', right: 'tendering' } as const

/** Purchase plans: requests that were taken up, together, and the project that is made of them. */
export const purchasePlanRoutes: readonly Route[] = [
  implement(contract.purchasePlanPage, READS, async (ctx, { query }) => {
    if (!handles(ctx.actor) && !ctx.actor.rights.has('auditing')) throw new AppError('noRight')
    const page = await listPage(ctx, {
      query,
      tabs: {
        all: sql<boolean>`true`,
        planned: sql<boolean>`n.state = 'planned'`,
        handed: sql<boolean>`n.state = 'handed'`,
      },
      tab: query.state ?? 'all',
      list: {
        alias: 'n',
        keys: ['id'],
        rows: () =>
          ownPlans(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['n.title', 'n.code']))),
      },
      show: (rows) =>
        ownPlans(ctx)
          .innerJoin(rows, 'page.id', 'n.id')
          .leftJoin('project as p', (j) => j.onRef('p.tenantId', '=', 'n.tenantId').onRef('p.id', '=', 'n.projectId'))
          .selectAll('n')
          .select(['p.code as projectCode', 'p.name as projectName']),
    })
    const requests = await ctx.many('demand_request', { planId: page.rows.map(({ id }) => id) }, { orderBy: ['id'] })
    return {
      ...page,
      rows: page.rows.map(({ id, state, createdAt, projectId, projectCode, projectName, ...row }) => {
        const of = requests.filter(({ planId }) => planId === id)
        return {
          purchasePlanId: id,
          code: row.code,
          title: row.title,
          state: state as 'planned',
          estimate: totalOf(of),
          requests: of.map((one) => ({ requestId: one.id, code: one.code, title: one.title })),
          items: of.reduce((count, { items }) => count + (items as StoredItem[]).length, 0),
          neededBy: of.map(({ neededBy }) => neededBy).toSorted()[0] ?? '',
          createdByName: row.createdByName,
          createdAt: createdAt.toISOString(),
          project: projectId ? { projectId, code: projectCode ?? '', name: projectName ?? '' } : null,
          mayHand: state === 'planned' && ctx.actor.rights.has('tendering'),
        }
      }),
    }
  }),

  implement(contract.createPurchasePlan, HANDLES, async (ctx, { body }) => {
    const rows = await demandedAll(ctx, body.requestIds, 'plan')
    if (new Set(rows.map(({ category }) => category)).size > 1)
      throw new AppError('invalid', '类别不同的申报不能列入同一计划', [{ path: 'requestIds', message: '类别不同' }])
    const now = ctx.clock.now()
    const id = ctx.newId()
    const code = await codeOf(ctx, 'CG', Number(formatDate(now).slice(0, 4)))
    await ctx.insert('purchase_plan', {
      id,
      companyId: ctx.actor.companyId,
      code,
      title: body.title,
      state: 'planned',
      createdByName: ctx.actor.name,
      createdAt: now,
    })
    for (const row of rows) {
      await ctx.update('demand_request', { id: row.id }, { state: 'planned', planId: id, updatedAt: now })
      note(ctx, row, { action: 'plan', summary: `列入采购计划 ${code}：${row.title}`, data: { planId: id } })
    }
    ctx.audit({
      action: 'purchase-plan.create',
      entity: 'purchase-plan',
      entityId: id,
      summary: `编制采购计划：${body.title}（${code}）`,
      data: body,
    })
    return { purchasePlanId: id }
  }),

  implement(contract.handPurchasePlan, BUYS, async (ctx, { params, body }) => {
    const plan = await ctx.tx
      .selectFrom('purchase_plan')
      .selectAll()
      .where('tenantId', '=', ctx.tenantId)
      .where('companyId', '=', ctx.actor.companyId)
      .where('id', '=', params.purchasePlanId)
      .forUpdate()
      .executeTakeFirst()
    if (!plan) throw new AppError('notFound')
    if (plan.state !== 'planned') throw new AppError('wrongState', '该采购计划已转为采购项目')
    const requests = await ctx.many('demand_request', { planId: plan.id }, { orderBy: ['id'] })
    const project = await makeProject(ctx, {
      fields: {
        name: body.name,
        category: requests[0]!.category as 'goods',
        regime: body.regime,
        region: body.region,
        funds: '',
        budget: totalOf(requests),
        budgetShares: sharesOf(requests),
        description: descriptionOf(plan.code, requests),
        purchaserCompanyId: null,
      },
      items: requests
        .flatMap(({ items }) => items as StoredItem[])
        .map(({ from, remark, ...item }) => ({
          ...item,
          lotNo: 1,
          controlPrice: null,
          section: '',
          remark: remark === '' ? `来源 ${from}` : `${remark}（来源 ${from}）`.slice(0, 500),
        })),
    })
    const now = ctx.clock.now()
    // Behind the project, which is written with the commit.
    ctx.withCommit(
      statementOf(
        ctx.tx
          .updateTable('purchase_plan')
          .set({ state: 'handed', projectId: project.projectId, handedByName: ctx.actor.name, handedAt: now })
          .where('tenantId', '=', ctx.tenantId)
          .where('id', '=', plan.id),
      ),
    )
    for (const row of requests) {
      await ctx.update('demand_request', { id: row.id }, { state: 'handed', updatedAt: now })
      note(ctx, row, {
        action: 'hand',
        summary: `转为采购项目 ${project.code}：${row.title}`,
        data: { projectId: project.projectId },
      })
    }
    ctx.audit({
      action: 'purchase-plan.hand',
      entity: 'purchase-plan',
      entityId: plan.id,
      summary: `采购计划转为采购项目：${body.name}，${formatAmount(totalOf(requests))} 元`,
      data: { projectId: project.projectId },
    })
    return project
  }),

  implement(contract.projectRequests, READS, async (ctx, { params }) => {
    const plan = await ctx.one('purchase_plan', { projectId: params.projectId, companyId: ctx.actor.companyId })
    if (!plan) return null
    const rows = await ctx.tx
      .selectFrom('demand_request as r')
      .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'r.tenantId').onRef('d.id', '=', 'r.departmentId'))
      .select(['r.id as requestId', 'r.code', 'r.title', 'd.name as departmentName'])
      .where('r.tenantId', '=', ctx.tenantId)
      .where('r.planId', '=', plan.id)
      .orderBy('r.id')
      .execute()
    return {
      code: plan.code,
      title: plan.title,
      requests: rows.map((row) => ({ ...row, departmentName: row.departmentName ?? '' })),
    }
  }),
]

function ownPlans(ctx: Ctx) {
  return ctx.tx
    .selectFrom('purchase_plan as n')
    .where('n.tenantId', '=', ctx.tenantId)
    .where('n.companyId', '=', ctx.actor.companyId)
}

function totalOf(requests: readonly Pick<Request, 'estimate'>[]): string {
  return new Exact(sum(requests.map(({ estimate }) => estimate))).toFixed(2)
}

/** The lines of all requests by the amounts that they asked for; none where one of them names none. */
function sharesOf(requests: readonly Request[]): { lineId: string; share: string }[] {
  const named = requests.every(({ budget, estimate }) => sumOf(budget as Part[]).eq(estimate))
  const parts = named ? partsOf(requests) : []
  const shares = splitBy(
    '100',
    parts.map(({ amount }) => amount),
  )
  return parts.map(({ lineId }, i) => ({ lineId, share: shares[i]! })).filter(({ share }) => new Exact(share).gt(0))
}

function sumOf(parts: readonly Part[]) {
  return new Exact(sum(parts.map(({ amount }) => amount)))
}

function descriptionOf(code: string, requests: readonly Request[]): string {
  const text = [`来源：采购计划 ${code}`, ...requests.map((row) => `${row.code} ${row.title}：${row.reason}`)].join(
    '\n',
  )
  return text.length <= 5000 ? text : `${text.slice(0, 4990)}…`
}
