import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { Exact, sum } from '#contract/money.ts'
import { METHODS } from '#features/procurement/methods/all.ts'
import { makeProject } from '#features/procurement/server/public.ts'
import { statementOf } from '#server/database/exchange.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/plan.ts'
import { DEMAND_STATUS } from '../rules/status.ts'
import {
  announce,
  type Ctx,
  type Demand,
  freeItems,
  invalid,
  ownDemands,
  READS,
  reads,
  record,
  seatAt,
} from './access.ts'
import type { Plan } from './plan-access.ts'
import { planInForce } from './plans.ts'
import { itemValue } from './values.ts'

const TABS = {
  all: sql<boolean>`true`,
  planned: sql<boolean>`d.state = 'planned'`,
  handed: sql<boolean>`d.state = 'handed'`,
}

/** Demands that are settled, and the projects made of them. */
export const resultRoutes: readonly Route[] = [
  implement(contract.resultPage, READS, async (ctx, { query }) => {
    if (!reads(ctx.actor)) throw new AppError('noRight')
    const page = await listPage(ctx, {
      query,
      tabs: TABS,
      tab: query.state ?? 'all',
      list: {
        alias: 'd',
        keys: ['id'],
        rows: () =>
          settled(ctx)
            .$if(query.profile !== undefined, (q) => q.where('d.profile', '=', query.profile!))
            .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['d.title', 'd.code']))),
      },
      show: (rows) =>
        settled(ctx)
          .innerJoin(rows, 'page.id', 'd.id')
          .select(['d.id', 'd.code', 'd.title', 'd.state', 'd.budget', 'd.plannedAt', 'd.companyId', 'd.profile'])
          .select([
            sql<number>`(select count(*)::int from demand_item i where i.tenant_id = d.tenant_id and i.demand_id = d.id)`.as(
              'items',
            ),
            sql<number>`(select coalesce(sum(cardinality(p.item_ids)), 0)::int from demand_project p
              where p.tenant_id = d.tenant_id and p.demand_id = d.id)`.as('taken'),
            sql<number>`(select count(*)::int from demand_project p
              where p.tenant_id = d.tenant_id and p.demand_id = d.id)`.as('projects'),
            sql<string>`(select coalesce(sum(p.budget), 0)::text from demand_project p
              where p.tenant_id = d.tenant_id and p.demand_id = d.id)`.as('given'),
          ]),
    })
    return {
      ...page,
      rows: page.rows.map(({ id, profile, state, plannedAt, companyId, items, taken, given, ...row }) => ({
        ...row,
        profile: profile as 'general',
        demandId: id,
        state: state as 'planned',
        plannedAt: plannedAt?.toISOString() ?? null,
        items,
        freeItems: items - taken,
        given: new Exact(given).toFixed(2),
        isOwn: companyId === ctx.actor.companyId,
      })),
    }
  }),

  implement(contract.projectDemand, READS, async (ctx, { params }) => {
    if (!reads(ctx.actor)) throw new AppError('noRight')
    const row = await ownDemands(ctx)
      .innerJoin('demand_project as p', (j) =>
        j.onRef('p.tenantId', '=', 'd.tenantId').onRef('p.demandId', '=', 'd.id'),
      )
      .innerJoin('demand_plan as n', (j) => j.onRef('n.tenantId', '=', 'p.tenantId').onRef('n.id', '=', 'p.planId'))
      .select(['d.id as demandId', 'd.code', 'd.title', 'd.profile', 'n.no as planNo'])
      .where('p.projectId', '=', params.projectId)
      .executeTakeFirst()
    return row ? { ...row, profile: row.profile as 'general' } : null
  }),
]

function settled(ctx: Ctx) {
  return ownDemands(ctx).where('d.state', 'in', ['planned', 'handed'])
}

/** Makes a project of lines that are in none yet: items, budget and plan go along, and both sides keep the source. */
export async function makeProjectOf(
  ctx: Ctx,
  demandId: string,
  { name, budget, itemIds }: Pick<BodyOf<typeof contract.handOver>, 'name' | 'budget' | 'itemIds'>,
): Promise<{ projectId: string; code: string }> {
  const { demand, facts, who } = await seatAt(ctx, demandId, 'update')
  const now = ctx.clock.now()
  const to = DEMAND_STATUS.next('handOver', { record: { ...facts, pending: null }, who, now: now.getTime() })
  const plan = await planInForce(ctx, demandId)
  const free = await freeItems(ctx, demandId)
  const wanted = new Set(itemIds)
  const items = free.filter(({ id }) => wanted.has(id))
  if (items.length < wanted.size) throw invalid('itemIds', '所选标的已转为采购项目，请刷新后重新选择')
  const made = await ctx.many('demand_project', { demandId }, { columns: ['budget'] })
  const left = new Exact(demand.budget).minus(sum(made.map((one) => one.budget)))
  if (new Exact(budget).isZero()) throw invalid('budget', '预算须大于零')
  if (left.lt(budget)) throw invalid('budget', `超过需求剩余预算 ${left.toFixed(2)} 元`)
  const project = await makeProject(ctx, {
    fields: {
      name,
      category: demand.category as 'goods',
      regime: demand.regime as 'enterprise',
      region: demand.region,
      funds: demand.funds,
      budget,
      description: descriptionOf(demand, plan),
      purchaserCompanyId: ctx.actor.workbench === 'agency' ? demand.purchaserCompanyId : null,
    },
    items: items.map((item) => {
      const { itemId: _, ...line } = itemValue(item)
      return line
    }),
  })
  // Behind the project, which is written with the commit.
  ctx.withCommit(
    statementOf(
      ctx.tx.insertInto('demand_project').values({
        tenantId: ctx.tenantId,
        projectId: project.projectId,
        demandId,
        planId: plan.id,
        itemIds: items.map(({ id }) => id),
        budget,
        madeByName: ctx.actor.name,
        madeAt: now,
      }),
    ),
  )
  await ctx.update('demand', { id: demandId }, { state: to, handedAt: now })
  record(ctx, demand, {
    action: 'hand-over',
    summary: `转为采购项目：${name}，${items.length} 项标的`,
    data: { projectId: project.projectId, planId: plan.id, budget },
  })
  ctx.emit({ kind: 'demand.handed', payload: { demandId, projectId: project.projectId } })
  announce(ctx, demandId)
  return project
}

const MOST = 5000

/** What the plan says, for whoever buys. */
function descriptionOf({ code, purpose }: Demand, plan: Plan): string {
  const method = METHODS.find((one) => one.code === plan.method)?.name ?? ''
  const text = [
    `来源：采购需求 ${code}，采购实施计划第 ${plan.no} 版`,
    `采购目的：${purpose}`,
    `采购方式：${method}`,
    `供应商资格条件：${plan.qualification}`,
    `评审方法和评审因素：${plan.evaluation}`,
    `合同类型：${plan.contractType}`,
    `定价方式：${plan.pricing}`,
    `履约验收：${plan.acceptance}`,
    `风险管控：${plan.risks}`,
  ].join('\n')
  return text.length <= MOST ? text : `${text.slice(0, MOST - 20)}…（全文见采购实施计划）`
}
