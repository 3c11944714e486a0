import { type Selectable, sql } from 'kysely'
import { pendingApproval } from '#features/workflow/server/public.ts'
import type * as tables from '#server/database/tables.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract/plan.ts'
import { type Category, type Level, LEVELS } from '../rules/levels.ts'
import { PLAN_STATUS, type PlanState } from '../rules/plan-status.ts'
import { MOVES } from '../rules/use.ts'
import { type Ctx, keeps, ownDepartment, ownPlan, ownPlans, PLAN_SUBJECT, READS, seatOf } from './access.ts'
import { figuresOf, type LineFigures, totalOf } from './figures.ts'

/** How many moves of a plan its page shows. */
const MOST_MOVES = 200

/** Budgets as their company reads them. */
export const viewRoutes: readonly Route[] = [
  implement(contract.planPage, READS, async (ctx, { query }) => {
    const pending = pendingApproval(ctx, PLAN_SUBJECT, 'p.id')
    const plans = await ownPlans(ctx)
    const page = await listPage(ctx, {
      query,
      tabs: {
        all: sql<boolean>`true`,
        draft: sql<boolean>`p.state = 'draft' and ${pending} is null`,
        approving: sql<boolean>`${pending} is not null`,
        inForce: sql<boolean>`p.state = 'inForce'`,
        closed: sql<boolean>`p.state = 'closed'`,
      },
      tab: query.state ?? 'all',
      list: {
        alias: 'p',
        keys: ['id'],
        rows: () =>
          plans
            .where('p.level', '=', query.level)
            .$if(query.year !== undefined, (q) => q.where('p.year', '=', query.year!))
            .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['p.title', 'p.code']))),
      },
      show: (rows) => named(plans).innerJoin(rows, 'page.id', 'p.id').select(pending.as('pending')),
    })
    const totals = await totalsOf(
      ctx,
      page.rows.map(({ id }) => id),
    )
    return { ...page, rows: page.rows.map((row) => ({ ...rowValue(row), ...totals.get(row.id)! })) }
  }),

  implement(contract.planDetail, READS, async (ctx, { params }) => {
    const plan = await ownPlan(ctx, params.planId)
    const { facts, who } = await seatOf(ctx, plan)
    const row = await named(await ownPlans(ctx))
      .where('p.id', '=', plan.id)
      .executeTakeFirstOrThrow()
    const lines = await linesOf(ctx, plan)
    const versions = await ctx.many('budget_adjustment', { planId: plan.id }, { orderBy: ['version desc'] })
    return {
      ...rowValue({ ...row, pending: facts.pending }),
      ...totalOf(lines),
      departmentId: plan.departmentId,
      purpose: plan.purpose,
      closeReason: plan.closeReason,
      closedAt: plan.closedAt?.toISOString() ?? null,
      inForceAt: plan.inForceAt?.toISOString() ?? null,
      lines,
      versions: versions.map(({ version, reason, total, decidedByName, decidedAt, lines: kept }) => ({
        version,
        reason,
        total,
        decidedByName,
        decidedAt: decidedAt.toISOString(),
        lines: kept as { lineId: string; subject: string; amount: string }[],
      })),
      parts: await partsOf(ctx, plan.id),
      moves: await movesOf(ctx, plan.id),
      actions: PLAN_STATUS.allowed(facts, who, ctx.clock.now().getTime()),
    }
  }),

  implement(contract.planChoices, READS, async (ctx, { query }) => {
    const { companyId, rights } = ctx.actor
    const isKeeper = keeps(ctx.actor)
    const own = isKeeper ? null : await ownDepartment(ctx)
    const departments = await ctx.many('department', { companyId }, { orderBy: ['sort', 'name'] })
    const years = await ctx.tx
      .selectFrom('budget_plan')
      .select('year')
      .distinct()
      .where('tenantId', '=', ctx.tenantId)
      .where('companyId', '=', companyId)
      .orderBy('year', 'desc')
      .execute()
    const { above } = LEVELS[query.level]
    const year = query.year
    return {
      departments: departments
        .filter(({ id }) => isKeeper || id === own)
        .map(({ id, name }) => ({ departmentId: id, name })),
      parents:
        above === null || year === undefined ? [] : await parentsOf(ctx, { above, year, own: isKeeper ? null : own }),
      years: years.map((row) => row.year),
      isKeeper,
      mayWrite: isKeeper || (query.level === 'apply' && own !== null && rights.has('purchaseDemand')),
    }
  }),
]

async function parentsOf(ctx: Ctx, { above, year, own }: { above: Level; year: number; own: string | null }) {
  const { companyId } = ctx.actor
  const where = { companyId, level: above, year, state: 'inForce', ...(own !== null && { departmentId: own }) }
  const plans = await ctx.many('budget_plan', where, { orderBy: ['id'] })
  const all = []
  for (const plan of plans) for (const line of await linesOf(ctx, plan)) all.push({ ...line, planTitle: plan.title })
  return all
}

/** The lines of a plan with what became of them. */
export async function linesOf(ctx: Ctx, plan: Pick<Selectable<tables.BudgetPlan>, 'id' | 'companyId'>) {
  const rows = await ctx.tx
    .selectFrom('budget_line as l')
    .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'l.tenantId').onRef('d.id', '=', 'l.departmentId'))
    .leftJoin('budget_line as a', (j) => j.onRef('a.tenantId', '=', 'l.tenantId').onRef('a.id', '=', 'l.parentId'))
    .selectAll('l')
    .select(['d.name as departmentName', 'a.subject as parentName'])
    .where('l.tenantId', '=', ctx.tenantId)
    .where('l.planId', '=', plan.id)
    .orderBy('l.no')
    .execute()
  const figures = await figuresOf(ctx, plan.companyId, rows)
  return rows.map((row) => ({
    lineId: row.id,
    no: row.no,
    subject: row.subject,
    category: row.category as Category,
    departmentId: row.departmentId,
    departmentName: row.departmentName ?? '',
    funds: row.funds,
    parentId: row.parentId,
    parentName: row.parentName ?? '',
    ...figures.get(row.id)!,
  }))
}

async function totalsOf(ctx: Ctx, planIds: readonly string[]): Promise<Map<string, LineFigures>> {
  const lines = planIds.length === 0 ? [] : await ctx.many('budget_line', { planId: [...planIds] })
  const figures = await figuresOf(ctx, ctx.actor.companyId, lines)
  return new Map(
    planIds.map((id) => [
      id,
      totalOf(lines.filter(({ planId }) => planId === id).map((line) => figures.get(line.id)!)),
    ]),
  )
}

async function partsOf(ctx: Ctx, planId: string) {
  const rows = await (
    await ownPlans(ctx)
  )
    .innerJoin('budget_line as l', (j) => j.onRef('l.tenantId', '=', 'p.tenantId').onRef('l.planId', '=', 'p.id'))
    .innerJoin('budget_line as a', (j) => j.onRef('a.tenantId', '=', 'l.tenantId').onRef('a.id', '=', 'l.parentId'))
    .select(['p.id', 'p.level', 'p.title', 'p.state'])
    .select(sql<string>`sum(l.amount)::text`.as('amount'))
    .where('a.planId', '=', planId)
    .groupBy(['p.id', 'p.level', 'p.title', 'p.state'])
    .orderBy('p.id')
    .execute()
  return rows.map(({ id, level, state, ...row }) => ({
    planId: id,
    level: level as Level,
    state: state as PlanState,
    ...row,
  }))
}

async function movesOf(ctx: Ctx, planId: string) {
  const rows = await ctx.tx
    .selectFrom('budget_move as m')
    .innerJoin('budget_line as l', (j) => j.onRef('l.tenantId', '=', 'm.tenantId').onRef('l.id', '=', 'm.lineId'))
    .select(['m.id', 'm.kind', 'm.amount', 'm.memo', 'm.at', 'm.orderId', 'l.subject'])
    .where('m.tenantId', '=', ctx.tenantId)
    .where('l.planId', '=', planId)
    .orderBy('m.at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(MOST_MOVES)
    .execute()
  return rows.map(({ id, kind, at, ...row }) => ({
    moveId: id,
    label: MOVES[kind as keyof typeof MOVES],
    at: at.toISOString(),
    ...row,
  }))
}

function named(plans: Awaited<ReturnType<typeof ownPlans>>) {
  return plans
    .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'p.tenantId').onRef('d.id', '=', 'p.departmentId'))
    .selectAll('p')
    .select('d.name as departmentName')
}

type Row = Selectable<tables.BudgetPlan> & { departmentName: string | null; pending: string | null }

function rowValue({ id, level, code, title, year, departmentName, state, version, pending, ...row }: Row) {
  return {
    planId: id,
    level: level as Level,
    code,
    title,
    year,
    departmentName: departmentName ?? '',
    state: state as PlanState,
    version,
    pending,
    createdByName: row.createdByName,
    updatedAt: row.updatedAt.toISOString(),
  }
}
