import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Shares } from '#features/procurement/contract/budget.ts'
import type { HeldOrder } from '#features/procurement/server/public.ts'
import { statementOf } from '#server/database/exchange.ts'
import { type Any, type Ctx, invalid, keeps, ownDepartment } from './access.ts'

export type Subject = 'demand' | 'project' | 'order'
const COLUMN = { demand: 'demandId', project: 'projectId', order: 'orderId' } as const

/** The lines that something names itself. */
export async function namedBy(ctx: Any, subject: Subject, subjectId: string): Promise<Shares> {
  const rows = await ctx.many('budget_share', { [COLUMN[subject]]: subjectId }, { orderBy: ['id'] })
  return rows.map(({ lineId, share }) => ({ lineId, share }))
}

/** The lines of an order: its own, else those of its project. */
export async function sharesOf(ctx: Any, order: Pick<HeldOrder['order'], 'id' | 'projectId'>): Promise<Shares> {
  const own = await namedBy(ctx, 'order', order.id)
  return own.length > 0 ? own : namedBy(ctx, 'project', order.projectId)
}

/** Lines that somebody may name: in force, of the own company; who keeps no budgets, of its own department or of the whole company. */
export async function nameable(ctx: Ctx) {
  const { companyId, rights } = ctx.actor
  const isFree = keeps(ctx.actor) || rights.has('tendering') || rights.has('demandManagement')
  const department = isFree ? null : await ownDepartment(ctx)
  return ctx.tx
    .selectFrom('budget_line as l')
    .innerJoin('budget_plan as p', (j) => j.onRef('p.tenantId', '=', 'l.tenantId').onRef('p.id', '=', 'l.planId'))
    .where('l.tenantId', '=', ctx.tenantId)
    .where('l.companyId', '=', companyId)
    .where('p.state', '=', 'inForce')
    .$if(!isFree, (q) => q.where((e) => e.or([e('l.departmentId', '=', department), e('l.departmentId', 'is', null)])))
}

/** Refuses lines that the caller may not name. */
export async function demandNameable(ctx: Ctx, lineIds: readonly string[], path = 'shares'): Promise<void> {
  if (lineIds.length === 0) return
  const rows = await (
    await nameable(ctx)
  )
    .select('l.id')
    .where('l.id', 'in', [...lineIds])
    .execute()
  if (rows.length < new Set(lineIds).size) throw invalid(path, '预算项不存在、尚未生效或已关闭')
}

/** The lines of a project, in place of those before; written with the commit, as a new project is. */
export async function nameWithCommit(
  ctx: Ctx,
  { projectId, shares }: { projectId: string; shares: Shares },
): Promise<void> {
  const before = await namedBy(ctx, 'project', projectId)
  if (JSON.stringify(before) === JSON.stringify(shares.map(({ lineId, share }) => ({ lineId, share })))) return
  // Lines are the purchaser's: an agency registers a project without.
  if (ctx.actor.workbench !== 'purchaser') {
    if (shares.length > 0) throw invalid('budgetShares', '预算项由采购人选择')
    return
  }
  await demandNameable(
    ctx,
    shares.map(({ lineId }) => lineId),
    'budgetShares',
  )
  if (before.length > 0) await demandUnused(ctx, 'project', projectId)
  ctx.withCommit(
    statementOf(
      ctx.tx.deleteFrom('budget_share').where('tenantId', '=', ctx.tenantId).where('projectId', '=', projectId),
    ),
  )
  const { tenantId } = ctx
  const rows = rowsOf(ctx, { projectId }, shares).map((row) => ({ tenantId, ...row }))
  if (shares.length > 0) ctx.withCommit(statementOf(ctx.tx.insertInto('budget_share').values(rows)))
}

/** Replaces the lines of a record that is there and locked. */
export async function nameNow(ctx: Ctx, subject: Subject, of: { subjectId: string; shares: Shares }): Promise<void> {
  await demandNameable(
    ctx,
    of.shares.map(({ lineId }) => lineId),
  )
  await demandUnused(ctx, subject, of.subjectId)
  const key = { [COLUMN[subject]]: of.subjectId }
  await ctx.remove('budget_share', key)
  await ctx.insert('budget_share', rowsOf(ctx, key, of.shares))
}

/** Lines from which something is held do not change: their order is over, or goes on with them. */
async function demandUnused(ctx: Any, subject: Subject, subjectId: string): Promise<void> {
  const why = await whyFixed(ctx, subject, subjectId)
  if (why) throw new AppError('wrongState', why)
}

/** Why the lines of something can no longer be changed; empty where they can. */
export async function whyFixed(ctx: Any, subject: Subject, subjectId: string): Promise<string> {
  if (subject === 'demand') {
    const handed = await ctx.many('demand_project', { demandId: subjectId }, { columns: ['projectId'], limit: 1 })
    return handed.length > 0 ? '需求已转为采购项目，请在采购项目中办理' : ''
  }
  const own = sql<boolean>`(${subject === 'order' ? sql`o.id` : sql`o.project_id`} = ${subjectId})`
  const row = await ctx.tx
    .selectFrom('purchase_order as o')
    .innerJoin('budget_use as u', (j) => j.onRef('u.tenantId', '=', 'o.tenantId').onRef('u.orderId', '=', 'o.id'))
    .select('o.code')
    .where('o.tenantId', '=', ctx.tenantId)
    .where(own)
    .where(sql<boolean>`u.reserved + u.committed + u.spent > 0`)
    .limit(1)
    .executeTakeFirst()
  return row ? `采购单 ${row.code} 已使用预算，不能变更预算项` : ''
}

function rowsOf(ctx: Any, key: { demandId?: string; projectId?: string; orderId?: string }, shares: Shares) {
  return shares.map(({ lineId, share }) => ({ id: ctx.newId(), ...key, lineId, share }))
}
