import { bindRow } from '#server/bound-rows.ts'
import { OBJECTIONS } from './bound.ts'
import { keptFile, type StoredFile } from '#server/files/own-files.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { giveAppraisedGrade } from '#features/suppliers/server/public.ts'
import * as contract from '../contract/appraisals.ts'
import { scoreOf } from '../rules/score.ts'
import type { Fact } from '../rules/sources.ts'
import { OUTCOMES } from '../rules/status.ts'
import { type Appraisal, type Ctx, invalid, itemsOf, KEEPS, ownAppraisal, READS, record } from './access.ts'
import { gradeBy, marksOf, publishedOf } from './results.ts'

/** What an owner does with objections to its results. */
export const objectionRoutes: readonly Route[] = [
  implement(contract.answerObjection, KEEPS, async (ctx, { params, body }) => {
    const row = await ownAppraisal(ctx, params.appraisalId, 'update')
    const where = { id: params.objectionId, appraisalId: row.id }
    const objection = await ctx.one('appraisal_objection', where, { lock: 'update' })
    if (!objection) throw new AppError('notFound')
    if (objection.answeredAt !== null) throw new AppError('wrongState', '异议已答复')
    const { outcome, answer } = body
    if (outcome === 'upheld') await correct(ctx, row, { supplierId: objection.supplierId, body })
    else if (body.corrections.length > 0 || body.liftsVeto) throw invalid('outcome', '异议不成立的，不更正结果')
    await ctx.update(
      'appraisal_objection',
      { id: objection.id },
      { outcome, answer, answeredByName: ctx.actor.name, answeredAt: ctx.clock.now() },
    )
    bindRow(ctx, OBJECTIONS, [objection.id])
    record(ctx, row, {
      action: 'answer',
      summary: `答复考核异议（${OUTCOMES[outcome]}）`,
      data: { objectionId: objection.id, supplierId: objection.supplierId, ...body },
    })
    ctx.emit({ kind: 'appraisal.answered', payload: { objectionId: objection.id } })
  }),

  implementFile(contract.objectionFile, READS, async (ctx, { params }) => {
    const row = await ownAppraisal(ctx, params.appraisalId)
    const objection = await ctx.one('appraisal_objection', { id: params.objectionId, appraisalId: row.id })
    if (!objection) throw new AppError('notFound')
    return keptFile(ctx, objection.files as StoredFile[], params.fileId)
  }),
]

/** A new version of a result with corrected marks; the grade follows, and what was published before stays on record. */
async function correct(
  ctx: Ctx,
  row: Appraisal,
  { supplierId, body }: { supplierId: string; body: BodyOf<typeof contract.answerObjection> },
): Promise<void> {
  const { corrections, liftsVeto, answer } = body
  const [latest] = await publishedOf(ctx, { appraisalId: row.id, supplierId })
  const items = itemsOf(row)
  if (corrections.length === 0 && !(liftsVeto && latest!.veto !== ''))
    throw invalid('corrections', '异议成立的，请更正得分或撤销否决认定')
  const corrected: Record<string, string> = {}
  for (const { indicatorId, marks } of corrections) {
    const item = items.find((one) => one.indicatorId === indicatorId)
    if (!item) throw invalid('corrections', '更正的指标不在考核模板中')
    if (Number(marks) > Number(item.fullMarks))
      throw invalid('corrections', `“${item.name}”的分值不能超过 ${item.fullMarks}`)
    corrected[indicatorId] = marks
  }
  const supplier = await ctx.expectOne('appraisal_supplier', { appraisalId: row.id, supplierId })
  const marks = (await marksOf(ctx, row.id)).filter((one) => one.supplierId === supplierId)
  const scored = scoreOf(items, { facts: supplier.facts as Fact[], marks, corrected })
  const veto = liftsVeto ? '' : latest!.veto
  const grade = gradeBy(row, scored.score, veto !== '')
  const until = row.gradeUntil!
  const isGraded =
    grade !== null &&
    (await giveAppraisedGrade(ctx, {
      supplierId,
      grade,
      until,
      reason: `${row.title}：异议成立，更正为 ${scored.score} 分`,
    }))
  await ctx.insert('appraisal_result', {
    appraisalId: row.id,
    supplierId,
    version: latest!.version + 1,
    score: scored.score,
    grade,
    veto,
    items: JSON.stringify(scored.items),
    isGraded,
    reason: answer,
    byName: ctx.actor.name,
    at: ctx.clock.now(),
  })
}
