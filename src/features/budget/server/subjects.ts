import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { Exact, sum } from '#contract/money.ts'
import { spendingOf } from '#features/contracts/server/public.ts'
import { ownOrder, ownProject } from '#features/procurement/server/public.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { implement, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import * as contract from '../contract/use.ts'
import type { Level } from '../rules/levels.ts'
import { NO_USE, type Use, labelOfUse } from '../rules/use.ts'
import { type Ctx, keeps } from './access.ts'
import { leftOf } from './moves.ts'
import { isInForce } from './policy.ts'
import { nameable, namedBy, nameNow, sharesOf, type Subject, whyFixed } from './shares.ts'
import { settle } from './use.ts'

/** Who buys, asks or looks on at the purchaser's. */
const SEES = {
  workbench: 'purchaser',
  right: ['budget', 'tendering', 'purchaseDemand', 'demandManagement', 'auditing'],
} as const
const NAMES = { ...SEES, right: ['budget', 'tendering', 'purchaseDemand', 'demandManagement'] } as const
const MOST = 200

/** The lines that demands, projects and orders name. */
export const subjectRoutes: readonly Route[] = [
  implement(contract.lineChoices, SEES, async (ctx, { query }) => {
    const rows = await (
      await nameable(ctx)
    )
      .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'l.tenantId').onRef('d.id', '=', 'l.departmentId'))
      .select(['l.id', 'l.companyId', 'l.subject', 'l.amount', 'l.over', 'l.planId', 'p.title', 'p.level', 'p.year'])
      .select('d.name as departmentName')
      .where('l.amount', '>', '0')
      .$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['l.subject', 'p.title', 'd.name'])))
      .orderBy('p.year', 'desc')
      .orderBy('p.level', 'desc')
      .orderBy('l.id')
      .limit(MOST)
      .execute()
    const lines = []
    for (const row of rows) lines.push(await choiceOf(ctx, row))
    return { lines, isInForce: await isInForce(ctx, ctx.actor.companyId) }
  }),

  implement(contract.subjectBudget, SEES, async (ctx, { params }) => {
    const { subject, subjectId } = params
    const found = await subjectOf(ctx, params)
    const own = await namedBy(ctx, subject, subjectId)
    const shares = own.length > 0 || !found.order ? own : await sharesOf(ctx, found.order)
    const used = found.order ? await ctx.many('budget_use', { orderId: subjectId }) : []
    const why = found.isPurchaser ? await whyFixed(ctx, subject, subjectId) : '由采购人办理'
    const sees = keeps(ctx.actor) || ctx.actor.rights.has('tendering') || ctx.actor.rights.has('auditing')
    const committed = sum(used.map((one) => one.committed))
    // What is paid of a contract is registered in it.
    const isContracted = found.order !== null && (await spendingOf(ctx, [subjectId])).size > 0
    return {
      lines: await linesOf(ctx, shares, used),
      isOfProject: found.order !== null && own.length === 0 && shares.length > 0,
      mayChoose: why === '' && NAMES.right.some((right) => ctx.actor.rights.has(right)),
      why,
      isInForce: await isInForce(ctx, ctx.actor.companyId),
      payments: sees && found.order ? await paymentsOf(ctx, subjectId) : [],
      payable: keeps(ctx.actor) && new Exact(committed).gt(0) && !isContracted ? new Exact(committed).toFixed(2) : null,
      isPurchaser: found.isPurchaser,
    }
  }),

  implement(contract.nameLines, NAMES, async (ctx, { params, body }) => {
    const { subject, subjectId } = params
    const { order, isPurchaser, trail } = await subjectOf(ctx, params, 'update')
    if (!isPurchaser) throw new AppError('notFound')
    await nameNow(ctx, subject, { subjectId, shares: body.shares })
    ctx.audit({
      action: 'budget.name',
      entity: trail.entity,
      entityId: subjectId,
      summary: body.shares.length > 0 ? `选择预算项：${trail.name}` : `取消预算项：${trail.name}`,
      data: body,
    })
    if (order) await settle(ctx, order)
  }),
]

/** A demand, project or order of the own company, or `notFound`. */
async function subjectOf(ctx: Ctx, { subject, subjectId }: { subject: Subject; subjectId: string }, lock?: 'update') {
  const { companyId } = ctx.actor
  if (subject === 'order') {
    const { order } = await ownOrder(ctx, subjectId, lock)
    const trail = { entity: 'order', name: `${order.title}（${order.code}）` }
    return { order, isPurchaser: order.purchaserCompanyId === companyId, trail }
  }
  if (subject === 'project') {
    const project = await ownProject(ctx, subjectId, lock)
    const trail = { entity: 'project', name: `${project.name}（${project.code}）` }
    return { order: null, isPurchaser: project.purchaserCompanyId === companyId, trail }
  }
  const demand = await ctx.one('demand', { id: subjectId, companyId, purchaserCompanyId: companyId })
  if (!demand) throw new AppError('notFound')
  return { order: null, isPurchaser: true, trail: { entity: 'demand', name: `${demand.title}（${demand.code}）` } }
}

interface ChoiceRow {
  id: string
  companyId: string
  subject: string
  amount: string
  over: string
  planId: string
  title: string
  level: string
  year: number
  departmentName: string | null
}

async function choiceOf(ctx: Ctx, { id, subject, amount, planId, title, level, year, ...row }: ChoiceRow) {
  return {
    lineId: id,
    subject,
    departmentName: row.departmentName ?? '',
    planId,
    planTitle: title,
    level: level as Level,
    year,
    amount,
    free: positive(await leftOf(ctx, { id, ...row })),
  }
}

function positive(value: string): string {
  return Exact.max(new Exact(value), 0).toFixed(2)
}

async function linesOf(
  ctx: Ctx,
  shares: readonly { lineId: string; share: string }[],
  used: readonly ({ lineId: string } & Use)[],
) {
  if (shares.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('budget_line as l')
    .innerJoin('budget_plan as p', (j) => j.onRef('p.tenantId', '=', 'l.tenantId').onRef('p.id', '=', 'l.planId'))
    .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'l.tenantId').onRef('d.id', '=', 'l.departmentId'))
    .select(['l.id', 'l.companyId', 'l.subject', 'l.amount', 'l.over', 'l.planId', 'p.title', 'p.level', 'p.year'])
    .select('d.name as departmentName')
    .where('l.tenantId', '=', ctx.tenantId)
    .where(
      'l.id',
      'in',
      shares.map(({ lineId }) => lineId),
    )
    .execute()
  const lines = []
  for (const { lineId, share } of shares) {
    const row = rows.find(({ id }) => id === lineId)!
    const own = used.find((one) => one.lineId === lineId)
    const { reserved, committed, spent } = own ?? NO_USE
    const label = own ? labelOfUse(own) : '未预占'
    lines.push({ ...(await choiceOf(ctx, row)), share, reserved, committed, spent, label })
  }
  return lines
}

async function paymentsOf(ctx: Ctx, orderId: string) {
  const rows = await ctx.tx
    .selectFrom('budget_payment')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .orderBy(sql`at`)
    .execute()
  return rows.map(({ id, amount, paidOn, voucher, note, files, byName, at, ...row }) => ({
    paymentId: id,
    amount,
    paidOn,
    voucher,
    note,
    files: files as StoredFile[],
    byName,
    at: at.toISOString(),
    takenBackAt: row.takenBackAt?.toISOString() ?? null,
    takenBackByName: row.takenBackByName,
    takenBackReason: row.takenBackReason,
    isOfContract: row.contractPaymentId !== null,
  }))
}
