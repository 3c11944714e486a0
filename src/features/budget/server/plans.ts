import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount, sum } from '#contract/money.ts'
import { drawNumber } from '#features/procurement/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract/plan.ts'
import { type Level, LEVELS } from '../rules/levels.ts'
import { type Ctx, invalid, KEEPS, type Line, mayWrite, type Plan, planDemanded, record, WRITES } from './access.ts'
import { giveBack, leftOf, lockLines, move, take } from './moves.ts'
import { policyOf } from './policy.ts'

type Fields = BodyOf<typeof contract.updatePlan>
type LineInput = Fields['lines'][number]

const PREFIX: Record<Level, string> = { annual: 'YS', department: 'BM', apply: 'SQ' }

/** Drafts, and the end of what is in force; what comes into force and is adjusted, see `approvals.ts`. */
export const planRoutes: readonly Route[] = [
  implement(contract.createPlan, WRITES, async (ctx, { body }) => {
    const { level, ...fields } = body
    const departmentId = level === 'annual' ? null : fields.departmentId
    if (!(await mayWrite(ctx, { level, departmentId }))) throw new AppError('noRight')
    await demandSound(ctx, level, fields)
    const now = ctx.clock.now()
    const id = ctx.newId()
    const code = await codeOf(ctx, PREFIX[level], fields.year)
    const { title, year, purpose } = fields
    await ctx.insert('budget_plan', {
      id,
      companyId: ctx.actor.companyId,
      level,
      code,
      title,
      year,
      departmentId,
      purpose,
      state: 'draft',
      createdBy: ctx.actor.userId,
      createdByName: ctx.actor.name,
      createdAt: now,
      updatedAt: now,
    })
    await writeLines(ctx, { id, level, departmentId }, fields.lines)
    record(ctx, { id, code }, { action: 'create', summary: `起草${LEVELS[level].label}：${title}`, data: body })
    return { planId: id }
  }),

  implement(contract.updatePlan, WRITES, async (ctx, { params, body }) => {
    const plan = await planDemanded(ctx, params.planId, 'edit')
    const level = plan.level as Level
    const departmentId = level === 'annual' ? null : body.departmentId
    if (!(await mayWrite(ctx, { level, departmentId }))) throw new AppError('noRight')
    await demandSound(ctx, level, body)
    const { title, year, purpose } = body
    await ctx.update('budget_plan', { id: plan.id }, { title, year, purpose, departmentId, updatedAt: ctx.clock.now() })
    await ctx.remove('budget_line', { planId: plan.id })
    await writeLines(ctx, { id: plan.id, level, departmentId }, body.lines)
    record(ctx, plan, { action: 'update', summary: `修改${LEVELS[level].label}：${title}`, data: body })
  }),

  implement(contract.removePlan, WRITES, async (ctx, { params }) => {
    const plan = await planDemanded(ctx, params.planId, 'remove')
    await ctx.remove('budget_plan', { id: plan.id })
    record(ctx, plan, { action: 'remove', summary: `删除草稿：${plan.title}` })
  }),

  implement(contract.closePlan, KEEPS, async (ctx, { params, body }) => {
    const plan = await planDemanded(ctx, params.planId, 'close')
    const lines = await linesOf(ctx, plan.id)
    await demandUnheld(ctx, plan, lines)
    const locked = await lockLines(ctx, [...lines, ...(await parentsOf(ctx, lines))])
    for (const id of lines) {
      const line = locked.get(id)!
      const left = await leftOf(ctx, line)
      if (new Exact(left).lte(0)) continue
      await withdraw(ctx, line, { parent: parentOf(locked, line), amount: left, memo: `关闭：${body.reason}` })
    }
    const closed = { state: 'closed', closedAt: ctx.clock.now(), closeReason: body.reason, updatedAt: ctx.clock.now() }
    await ctx.update('budget_plan', { id: plan.id }, closed)
    record(ctx, plan, { action: 'close', summary: `关闭${LEVELS[plan.level as Level].label}：${body.reason}` })
  }),
]

/** Puts a draft in force: every line gets its amount, from the level above where there is one. The plan is locked. */
export async function putInForce(ctx: Ctx, plan: Plan): Promise<{ version: number }> {
  const level = plan.level as Level
  if (level === 'annual') {
    const where = { companyId: plan.companyId, level: 'annual', state: 'inForce', year: plan.year }
    const [other] = await ctx.many('budget_plan', where, { columns: ['title'], limit: 1 })
    if (other) throw new AppError('wrongState', `${plan.year} 年度已有生效的年度预算“${other.title}”，请调整该预算`)
  }
  const ids = await linesOf(ctx, plan.id)
  await demandParents(ctx, ids)
  const locked = await lockLines(ctx, [...ids, ...(await parentsOf(ctx, ids))])
  for (const id of ids) {
    const line = locked.get(id)!
    await fund(ctx, line, { parent: parentOf(locked, line), amount: line.amount, memo: `${plan.title}生效` })
  }
  const now = ctx.clock.now()
  await ctx.update('budget_plan', { id: plan.id }, { state: 'inForce', version: 1, inForceAt: now, updatedAt: now })
  await keepVersion(ctx, plan.id, { version: 1, reason: '' })
  record(ctx, plan, { action: 'in-force', summary: `${LEVELS[level].label}生效：${plan.title}` })
  ctx.emit({ kind: 'budget.in-force', payload: { planId: plan.id } })
  return { version: 1 }
}

type Adjustment = Omit<BodyOf<typeof contract.adjustPlan>, 'approval'>

/** A further version of what is in force. The plan is locked. A line that is used never falls below its use. */
export async function adjust(ctx: Ctx, plan: Plan, body: Adjustment): Promise<{ version: number }> {
  if (body.version !== plan.version) throw new AppError('wrongState', '该预算已由他人调整，请刷新后重试')
  const level = plan.level as Level
  const known = await ctx.many('budget_line', { planId: plan.id }, { orderBy: ['no'] })
  const given = new Map(body.lines.flatMap((line) => (line.lineId ? [[line.lineId, line] as const] : [])))
  if (given.size !== known.length || known.some(({ id }) => !given.has(id)))
    throw invalid('lines', '调整须包含全部现有明细，不再使用的明细请调为 0')
  const added = body.lines.filter(({ lineId }) => lineId === null)
  if (added.some(({ amount }) => new Exact(amount).lte(0))) throw invalid('lines', '新增明细的金额须大于零')
  await demandSound(ctx, level, { ...body, year: plan.year, departmentId: plan.departmentId, title: '', purpose: '' })
  const changes = known.map((line) => ({ line, by: new Exact(given.get(line.id)!.amount).minus(line.amount) }))
  if (added.length === 0 && changes.every(({ by }) => by.isZero())) throw invalid('lines', '金额没有变化')
  const first = known.length
  const fresh = added.map((line, i) => rowOf(ctx, plan, { line, no: first + i + 1 }))
  await ctx.insert('budget_line', fresh)
  const ids = [...known.map(({ id }) => id), ...fresh.map(({ id }) => id)]
  await demandParents(ctx, ids)
  const locked = await lockLines(ctx, [...ids, ...(await parentsOf(ctx, ids))])
  const memo = `第 ${plan.version + 1} 版：${body.reason}`
  // What becomes less first, so that an amount may go from one line to another.
  for (const { line, by } of changes.filter(({ by }) => by.lt(0))) {
    const row = locked.get(line.id)!
    const left = await leftOf(ctx, row)
    const amount = by.abs().toFixed(2)
    if (new Exact(left).lt(amount)) throw belowUse(row, { left, wanted: given.get(line.id)!.amount })
    await withdraw(ctx, row, { parent: parentOf(locked, row), amount, memo })
    await ctx.update('budget_line', { id: row.id }, { amount: given.get(line.id)!.amount })
  }
  for (const { line, by } of changes.filter(({ by }) => by.gt(0))) {
    const row = locked.get(line.id)!
    await fund(ctx, row, { parent: parentOf(locked, row), amount: by.toFixed(2), memo })
    await ctx.update('budget_line', { id: row.id }, { amount: given.get(line.id)!.amount })
  }
  for (const { id } of fresh) {
    const row = locked.get(id)!
    await fund(ctx, row, { parent: parentOf(locked, row), amount: row.amount, memo })
  }
  const version = plan.version + 1
  await ctx.update('budget_plan', { id: plan.id }, { version, updatedAt: ctx.clock.now() })
  await keepVersion(ctx, plan.id, { version, reason: body.reason })
  record(ctx, plan, {
    action: 'adjust',
    summary: `调整${LEVELS[level].label}（第 ${version} 版）：${body.reason}`,
    data: { lines: body.lines },
  })
  ctx.emit({ kind: 'budget.in-force', payload: { planId: plan.id } })
  return { version }
}

function belowUse(line: Line, { left, wanted }: { left: string; wanted: string }): AppError {
  const used = new Exact(line.amount).minus(left).toFixed(2)
  return new AppError(
    'insufficient',
    `预算项“${line.subject}”已下达或使用 ${formatAmount(used)} 元，不能调减到 ${formatAmount(wanted)} 元`,
    { available: left },
  )
}

interface Flow {
  parent: Line | null
  amount: string
  memo: string
}

/** Gives a locked line an amount, out of the locked line above it where there is one. */
async function fund(ctx: Ctx, line: Line, { parent, amount, memo }: Flow): Promise<void> {
  if (parent) {
    const { overrun } = await policyOf(ctx, parent.companyId)
    await take(ctx, parent, { kind: 'budget.granted', amount, memo, overrun, from: line })
    return
  }
  await giveBack(ctx, line, { kind: 'budget.granted', amount, memo })
}

/** Takes an amount that it has left from a locked line; the line above gets it back. */
async function withdraw(ctx: Ctx, line: Line, { parent, amount, memo }: Flow): Promise<void> {
  if (parent) await giveBack(ctx, parent, { kind: 'budget.withdrawn', amount, memo, from: line })
  else await move(ctx, line, { kind: 'budget.withdrawn', amount, memo })
}

function parentOf(locked: ReadonlyMap<string, Line>, { parentId }: Line): Line | null {
  return parentId === null ? null : locked.get(parentId)!
}

async function linesOf(ctx: Ctx, planId: string): Promise<string[]> {
  return (await ctx.many('budget_line', { planId }, { columns: ['id'], orderBy: ['no'] })).map(({ id }) => id)
}

async function parentsOf(ctx: Ctx, lineIds: readonly string[]): Promise<string[]> {
  const rows = await ctx.many('budget_line', { id: [...lineIds] }, { columns: ['parentId'] })
  return [...new Set(rows.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])))]
}

/** Nothing may be reserved by orders, nor in force below, when a plan is closed. */
async function demandUnheld(ctx: Ctx, plan: Plan, lineIds: readonly string[]): Promise<void> {
  const used = await ctx.many('budget_use', { lineId: [...lineIds] }, { columns: ['orderId', 'reserved'] })
  const reserved = sum(used.map((one) => one.reserved))
  if (new Exact(reserved).gt(0)) {
    const orders = new Set(used.filter((one) => new Exact(one.reserved).gt(0)).map(({ orderId }) => orderId))
    throw new AppError(
      'wrongState',
      `尚有 ${orders.size} 个采购单预占 ${formatAmount(new Exact(reserved).toFixed(2))} 元，定标或流标后方可关闭`,
    )
  }
  const below = await ctx.tx
    .selectFrom('budget_line as l')
    .innerJoin('budget_plan as p', (j) => j.onRef('p.tenantId', '=', 'l.tenantId').onRef('p.id', '=', 'l.planId'))
    .select('p.title')
    .where('l.tenantId', '=', ctx.tenantId)
    .where('l.parentId', 'in', lineIds.length > 0 ? [...lineIds] : [plan.id])
    .where('p.state', '=', 'inForce')
    .limit(1)
    .executeTakeFirst()
  if (below) throw new AppError('wrongState', `下级预算“${below.title}”尚未关闭`)
}

/** Lines above must be in force, of the same company and year, and held so. */
async function demandParents(ctx: Ctx, lineIds: readonly string[]): Promise<void> {
  const parents = await parentsOf(ctx, lineIds)
  if (parents.length === 0) return
  const rows = await ctx.many('budget_line', { id: parents }, { columns: ['planId'] })
  const above = await ctx.tx
    .selectFrom('budget_plan')
    .select(['id', 'state', 'title'])
    .where('tenantId', '=', ctx.tenantId)
    .where('id', 'in', [...new Set(rows.map(({ planId }) => planId))])
    .orderBy('id')
    .forShare()
    .execute()
  const over = above.find(({ state }) => state !== 'inForce')
  if (over) throw new AppError('wrongState', `上级预算“${over.title}”未生效或已关闭`)
}

/** Departments of the company, and parents of the right level, year and department. */
async function demandSound(ctx: Ctx, level: Level, { year, departmentId, lines }: Fields): Promise<void> {
  const { companyId } = ctx.actor
  const departments = new Set((await ctx.many('department', { companyId }, { columns: ['id'] })).map(({ id }) => id))
  if (level !== 'annual' && (departmentId === null || !departments.has(departmentId)))
    throw invalid('departmentId', '请选择部门')
  for (const [i, line] of lines.entries())
    if (line.departmentId !== null && !departments.has(line.departmentId))
      throw invalid(`lines.${i}.departmentId`, '部门不存在')
  const { above } = LEVELS[level]
  const parentIds = lines.map(({ parentId }) => parentId)
  if (above === null) {
    const wrong = parentIds.findIndex((id) => id !== null)
    if (wrong >= 0) throw invalid(`lines.${wrong}.parentId`, '年度预算没有上级预算项')
    return
  }
  const found = await ctx.tx
    .selectFrom('budget_line as l')
    .innerJoin('budget_plan as p', (j) => j.onRef('p.tenantId', '=', 'l.tenantId').onRef('p.id', '=', 'l.planId'))
    .select('l.id')
    .where('l.tenantId', '=', ctx.tenantId)
    .where('l.companyId', '=', companyId)
    .where('l.id', 'in', parentIds.flatMap((id) => (id === null ? [] : [id])).concat(ZERO_ID))
    .where('p.level', '=', above)
    .where('p.year', '=', year)
    .where((e) => e.or([e('l.departmentId', 'is', null), e('l.departmentId', '=', departmentId)]))
    .execute()
  const known = new Set(found.map(({ id }) => id))
  const wrong = parentIds.findIndex((id) => id === null || !known.has(id))
  if (wrong >= 0) throw invalid(`lines.${wrong}.parentId`, `请选择本年度本部门的${LEVELS[above].label}明细`)
}

const ZERO_ID = '00000000-0000-0000-0000-000000000000'

async function writeLines(
  ctx: Ctx,
  plan: { id: string; level: Level; departmentId: string | null },
  lines: readonly LineInput[],
): Promise<void> {
  const of = { ...plan, companyId: ctx.actor.companyId }
  await ctx.insert(
    'budget_line',
    lines.map((line, i) => rowOf(ctx, of, { line, no: i + 1 })),
  )
}

function rowOf(
  ctx: Ctx,
  plan: Pick<Plan, 'id' | 'companyId' | 'departmentId'> & { level: string },
  { line, no }: { line: LineInput; no: number },
) {
  const { subject, category, funds, amount, parentId } = line
  const departmentId = plan.level === 'annual' ? line.departmentId : plan.departmentId
  const { id: planId, companyId } = plan
  return { id: ctx.newId(), planId, companyId, no, subject, category, departmentId, funds, amount, parentId }
}

async function keepVersion(
  ctx: Ctx,
  planId: string,
  { version, reason }: { version: number; reason: string },
): Promise<void> {
  const lines = await ctx.many('budget_line', { planId }, { orderBy: ['no'] })
  await ctx.insert('budget_adjustment', {
    id: ctx.newId(),
    planId,
    version,
    reason,
    lines: JSON.stringify(lines.map(({ id, subject, amount }) => ({ lineId: id, subject, amount }))),
    total: new Exact(sum(lines.map(({ amount }) => amount))).toFixed(2),
    decidedByName: ctx.actor.name,
    decidedAt: ctx.clock.now(),
  })
}

/** The next number of a kind of record in a year, e.g. `YS20260001`. */
export async function codeOf(ctx: Ctx, prefix: string, year: number): Promise<string> {
  const [[drawn] = []] = await ctx.run([drawNumber(ctx.tenantId, `${prefix}${year}`)])
  return `${prefix}${year}${String(drawn!.last).padStart(4, '0')}`
}
