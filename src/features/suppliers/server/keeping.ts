import { AppError } from '#contract/errors.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { gradeSupplier, renewSupplier } from '../contract/library.ts'
import { SUPPLIER_STATES, type SupplierState } from '../rules/states.ts'
import type { Grade } from '../rules/grades.ts'
import { type Ctx, invalid, ownSupplier, type Supplier, todayOf } from './access.ts'
import { move } from './record.ts'

/** Changes categories and term of a record; what had run out may then be resumed. */
export async function renew(ctx: Ctx, supplierId: string, body: BodyOf<typeof renewSupplier>): Promise<void> {
  const row = await ownSupplier(ctx, supplierId, 'update')
  const { categories, validUntil, reason } = body
  if (validUntil < todayOf(ctx)) throw invalid('validUntil', '有效期截止不能早于今天')
  await move(ctx, row, {
    action: 'renew',
    who: 'keeper',
    reason,
    set: { categories: [...new Set(categories)], validUntil },
  })
}

/** Gives a grade from today on; what was given before stays on record. */
export async function giveGrade(ctx: Ctx, supplierId: string, body: BodyOf<typeof gradeSupplier>): Promise<void> {
  const row = await ownSupplier(ctx, supplierId, 'update')
  const { grade, until, reason } = body
  const today = todayOf(ctx)
  const state = row.state as SupplierState
  if (state !== 'qualified' && state !== 'paused')
    throw new AppError('wrongState', `“${SUPPLIER_STATES[state]}”状态的供应商不能评定等级`)
  if (until < today) throw invalid('until', '等级有效期截止不能早于今天')
  if (row.grade === grade && row.gradeFrom === today && row.gradeUntil === until)
    throw new AppError('wrongState', '该等级今日已评定')
  await setGrade(ctx, row, { grade, until, reason })
}

/** Writes a grade of a locked record from today on, and its line in the history. */
export async function setGrade(
  ctx: Ctx,
  row: Supplier,
  { grade, until, reason }: { grade: Grade; until: string; reason: string },
): Promise<void> {
  const today = todayOf(ctx)
  await ctx.update('supplier', { id: row.id }, { grade, gradeFrom: today, gradeUntil: until })
  await ctx.insert('supplier_grade', {
    id: ctx.newId(),
    supplierId: row.id,
    grade,
    fromDay: today,
    untilDay: until,
    reason,
    byName: ctx.actor.name,
    at: ctx.clock.now(),
  })
  ctx.audit({
    action: 'supplier.grade',
    entity: 'supplier',
    entityId: row.id,
    summary: `评定等级 ${grade}：${row.name}（至 ${until}），${reason}`,
    data: { grade, from: today, until, before: row.grade },
  })
}
