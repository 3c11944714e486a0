import { Exact, formatAmount } from '#contract/money.ts'
import { DAY, formatDate } from '#contract/time.ts'
import { notify } from '#features/messages/server/public.ts'
import { AppError } from '#contract/errors.ts'
import type { Subscriber } from '#server/events.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract/use.ts'
import { budgetPlaces, type Level } from '../rules/levels.ts'
import { ENDING_DAYS, type NoticeLevel, NOTICES } from '../rules/policy.ts'
import { type Any, type Ctx, KEEPS, keeps, READS } from './access.ts'
import { figuresOf, type LineFigures } from './figures.ts'

export const messageKinds: readonly MessageKind[] = [
  { kind: 'budget.notice', label: '预算使用提醒', group: '预算管理', workbenches: ['purchaser'], channels: URGENT },
  { kind: 'budget.in-force', label: '预算生效', group: '预算管理', workbenches: ['purchaser'], channels: [] },
]

/** Lines that departments should hear of, and how they are told. */
export const noticeRoutes: readonly Route[] = [
  implement(contract.notifyList, READS, async (ctx, { query }) => {
    if (!keeps(ctx.actor) && !ctx.actor.rights.has('auditing')) throw new AppError('noRight')
    return warned(ctx, query.year)
  }),

  implement(contract.notifyPermission, { workbench: 'purchaser' }, (ctx) =>
    Promise.resolve({ allowed: keeps(ctx.actor) }),
  ),

  implement(contract.notifySubmit, KEEPS, async (ctx, { body }) => {
    const due = await warned(ctx)
    const chosen = body.lines.map((given) => {
      const row = due.find(({ lineId, level }) => lineId === given.lineId && level === given.level)
      if (!row) throw new AppError('notFound')
      return row
    })
    let told = 0
    for (const { lineId, level, subject, planId } of chosen) {
      const row = {
        tenantId: ctx.tenantId,
        id: ctx.newId(),
        lineId,
        level,
        byName: ctx.actor.name,
        at: ctx.clock.now(),
      }
      const added = await ctx.tx
        .insertInto('budget_notice')
        .values(row)
        .onConflict((c) => c.columns(['tenantId', 'lineId', 'level']).doNothing())
        .returning('id')
        .executeTakeFirst()
      // Somebody has told them of this already.
      if (!added) continue
      told += 1
      ctx.audit({
        action: 'budget.notify',
        entity: 'budget',
        entityId: planId,
        summary: `提醒部门：预算项“${subject}”${NOTICES[level].label}`,
        data: { lineId, level },
      })
      ctx.emit({ kind: 'budget.notice', payload: { lineId, level } })
    }
    return { told }
  }),
]

export const messages: readonly Subscriber[] = [
  {
    name: 'budget: tell a department',
    kind: 'budget.notice',
    async handle(ctx, { id, payload }) {
      const line = await ctx.expectOne('budget_line', { id: String(payload.lineId) })
      const plan = await ctx.expectOne('budget_plan', { id: line.planId })
      const figures = (await figuresOf(ctx, line.companyId, [line])).get(line.id)!
      const level = payload.level as NoticeLevel
      const left = new Exact(figures.free).plus(figures.allotted).toFixed(2)
      await notify(ctx, {
        to: { userIds: await peopleOf(ctx, line) },
        identity: 'purchaser',
        kind: 'budget.notice',
        eventId: id,
        title: `预算${NOTICES[level].label}`,
        content: `“${plan.title}”的预算项“${line.subject}”${NOTICES[level].label}，预算 ${formatAmount(line.amount)} 元，未使用 ${formatAmount(left)} 元。`,
        link: plan.level === 'annual' ? null : budgetPlaces(plan.level as Level).detail(plan.id),
      })
    },
  },
  {
    name: 'budget: tell a department of its budget',
    kind: 'budget.in-force',
    async handle(ctx, { id, payload }) {
      const plan = await ctx.expectOne('budget_plan', { id: String(payload.planId) })
      if (plan.departmentId === null) return
      const isAdjusted = plan.version > 1
      await notify(ctx, {
        to: { userIds: await peopleOf(ctx, plan) },
        identity: 'purchaser',
        kind: 'budget.in-force',
        eventId: id,
        title: isAdjusted ? '预算已调整' : '预算已生效',
        content: `“${plan.title}”（${plan.code}）${isAdjusted ? `已调整为第 ${plan.version} 版` : '已生效'}。`,
        link: budgetPlaces(plan.level as Level).detail(plan.id),
      })
    },
  },
]

/** Who hears of a line: the head of its department, else those who ask for demands there; of a line of nobody who keeps budgets. */
async function peopleOf(
  ctx: Any,
  { companyId, departmentId }: { companyId: string; departmentId: string | null },
): Promise<string[]> {
  const all = await ctx.tx
    .selectFrom('employee as e')
    .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'e.tenantId').onRef('d.id', '=', 'e.departmentId'))
    .select(['e.id', 'e.userId', 'e.rights', 'e.departmentId', 'd.headEmployeeId'])
    .where('e.tenantId', '=', ctx.tenantId)
    .where('e.companyId', '=', companyId)
    .where('e.status', '=', 1)
    .where('e.deletedAt', 'is', null)
    .execute()
  const there = all.filter((one) => departmentId !== null && one.departmentId === departmentId)
  const heads = there.filter(({ id, headEmployeeId }) => id === headEmployeeId)
  const asking = there.filter(({ rights }) => rights.includes('purchaseDemand'))
  const keepers = all.filter(({ rights }) => rights.includes('budget'))
  const told = heads.length > 0 ? heads : asking.length > 0 ? asking : keepers
  return [...new Set(told.map(({ userId }) => userId))]
}

/** Lines in force with the highest level that each has reached. */
async function warned(ctx: Ctx, year?: number) {
  const { companyId } = ctx.actor
  const rows = await ctx.tx
    .selectFrom('budget_line as l')
    .innerJoin('budget_plan as p', (j) => j.onRef('p.tenantId', '=', 'l.tenantId').onRef('p.id', '=', 'l.planId'))
    .leftJoin('department as d', (j) => j.onRef('d.tenantId', '=', 'l.tenantId').onRef('d.id', '=', 'l.departmentId'))
    .selectAll('l')
    .select(['p.title', 'p.year', 'd.name as departmentName'])
    .where('l.tenantId', '=', ctx.tenantId)
    .where('l.companyId', '=', companyId)
    .where('l.amount', '>', '0')
    .where('p.state', '=', 'inForce')
    .$if(year !== undefined, (q) => q.where('p.year', '=', year!))
    .orderBy('l.id')
    .execute()
  const figures = await figuresOf(ctx, companyId, rows)
  const told = await ctx.many('budget_notice', { lineId: rows.map(({ id }) => id) })
  const found = []
  for (const row of rows) {
    const own = figures.get(row.id)!
    const used = usedShare(own)
    const level = levelOf(used, { year: row.year, now: ctx.clock.now() })
    if (!level) continue
    const before = told.find((one) => one.lineId === row.id && one.level === level)
    found.push({
      lineId: row.id,
      planId: row.planId,
      subject: row.subject,
      planTitle: row.title,
      departmentName: row.departmentName ?? '',
      level,
      label: NOTICES[level].label,
      amount: row.amount,
      free: new Exact(own.free).plus(own.allotted).toFixed(2),
      used: used.toFixed(0, Exact.ROUND_DOWN),
      toldAt: before?.at.toISOString() ?? null,
      toldByName: before?.byName ?? '',
      people: (await peopleOf(ctx, row)).length,
    })
  }
  return found
}

/** Percent of a line that orders hold or were paid. */
function usedShare({ amount, reserved, committed, spent }: LineFigures): Exact {
  return new Exact(reserved).plus(committed).plus(spent).div(amount).times(100)
}

function levelOf(used: Exact, { year, now }: { year: number; now: Date }): NoticeLevel | null {
  if (used.gte(NOTICES.used100.share)) return 'used100'
  if (used.gte(NOTICES.used80.share)) return 'used80'
  const isEnding = formatDate(new Date(now.getTime() + ENDING_DAYS * DAY)) > `${year}-12-31`
  return isEnding ? 'ending' : null
}
