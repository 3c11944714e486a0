import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { OrderStatus } from '#features/procurement/rules/enums.ts'
import type { ReviewReport, ReviewSignature } from '#server/database/tables.ts'
import type { Report, ReportTemplate } from '../contract/shared.ts'
import { ProcessStatus, ProcessType, ReportStatus, ReviewerSignStatus } from '../rules/enums.ts'
import { REPORT_STATUS, type ReportFacts, type ReportState } from '../rules/session-status.ts'
import {
  activeReviewers,
  type Any,
  type Ctx,
  lockReview,
  memberSeat,
  record,
  type ReviewerRow,
  type Seat,
  tell,
} from './access.ts'
import { processRows } from './processes.ts'
import { recheck } from './recheck.ts'
import { reportContent } from './report-content.ts'

export type ReportRow = Selectable<ReviewReport>
type Signature = Selectable<ReviewSignature>
const STATE = ReportStatus.values

/** Asked for by the leader; a job makes the PDF from what is stored here. */
export const REPORT_REQUESTED = 'review.report-requested'

/** Has the report written (again). Throws `wrongState` after the first signature, `tampered` when the record is inconsistent. */
export async function write(ctx: Ctx, orderId: string): Promise<{ reportId: string }> {
  await memberSeat(ctx, orderId)
  await lockReview(ctx, orderId)
  const seat = await memberSeat(ctx, orderId)
  const { order, who } = seat
  if (!who.isLeader) throw new AppError('notFound')
  if (order.status !== OrderStatus.values.summarised) throw new AppError('wrongState', '评审汇总后方可生成评审报告')
  const step = (await processRows(ctx, orderId)).find((p) => p.process_type === ProcessType.values.report)
  if (step?.process_status !== ProcessStatus.values.inProgress) throw new AppError('wrongState')
  const last = await lastRow(ctx, orderId)
  if (last) {
    const facts = await reportFacts(ctx, last, seat)
    const state = REPORT_STATUS.next('rewrite', { record: facts, who, now: ctx.clock.now().getTime() })
    await setReport(ctx, last.id, { state })
  }
  const differences = await recheck(ctx, order)
  if (differences.length > 0)
    throw new AppError('tampered', `评审记录复核不一致：${differences.join('；')}`, differences)
  const content = await reportContent(ctx, order)
  const reportId = ctx.newId()
  await ctx.tx
    .insertInto('review_report')
    .values({
      tenant_id: ctx.tenantId,
      id: reportId,
      order_id: orderId,
      state: STATE.pending,
      content: JSON.stringify(content),
      created_by: ctx.actor.userId,
      created_at: ctx.clock.now(),
    })
    .execute()
  ctx.emit({ kind: REPORT_REQUESTED, payload: { reportId, orderId }, topics: [`review:${orderId}`] })
  record(ctx, orderId, {
    action: 'report',
    summary: last ? '重新生成评审报告' : '生成评审报告',
    data: { reportId, digest: content.digest },
  })
  return { reportId }
}

/** The last report as this person sees it; null before there is one. */
export async function lastReport(ctx: Ctx, seat: Seat): Promise<Report | null> {
  const row = await lastRow(ctx, seat.order.id)
  if (!row) return null
  const facts = await reportFacts(ctx, row, seat)
  const [reviewers, signatures] = [await activeReviewers(ctx, seat.order.id), await signaturesOf(ctx, row.id)]
  return {
    reportId: row.id,
    processType: row.process_type,
    scope: row.scope as 0,
    template: row.template as ReportTemplate,
    progress: { done: 0, total: 0 },
    state: row.state as 0,
    stateLabel: ReportStatus.label(row.state),
    failure: row.failure,
    backReason: row.back_reason,
    sha256: row.sha256?.toString('hex') ?? null,
    createdAt: row.created_at.toISOString(),
    generatedAt: row.generated_at?.toISOString() ?? null,
    completedAt: row.completed_at?.toISOString() ?? null,
    signs: reviewers.map((r) => signOf(row, r, signatures)),
    actions: REPORT_STATUS.allowed(facts, seat.who, ctx.clock.now().getTime()),
  }
}

/** The PDF is there from here on, or the reason why not. Called by the job. */
export async function setReport(
  ctx: Any,
  reportId: string,
  values: Partial<{
    state: number
    failure: string
    back_reason: string
    file_id: string
    sha256: Buffer
    generated_at: Date
    completed_at: Date
  }>,
): Promise<void> {
  await ctx.tx
    .updateTable('review_report')
    .set(values)
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', reportId)
    .execute()
}

/** A report of this order, or `notFound`. */
export async function reportRow(ctx: Any, orderId: string, reportId: string): Promise<ReportRow> {
  const row = await ctx.tx
    .selectFrom('review_report')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .where('id', '=', reportId)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

export async function lastRow(ctx: Any, orderId: string): Promise<ReportRow | null> {
  const row = await ctx.tx
    .selectFrom('review_report')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Signatures in force. */
export async function signaturesOf(ctx: Any, reportId: string): Promise<Signature[]> {
  return ctx.tx
    .selectFrom('review_signature')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('report_id', '=', reportId)
    .where('revoked_at', 'is', null)
    .orderBy('at')
    .execute()
}

export async function reportFacts(ctx: Any, row: ReportRow, { order, me }: Seat): Promise<ReportFacts> {
  const reviewers = await activeReviewers(ctx, order.id)
  const signatures = await signaturesOf(ctx, row.id)
  return {
    state: row.state as ReportState,
    completed: row.completed_at !== null,
    signed: signatures.filter((s) => reviewers.some((r) => r.id === s.reviewer_id)).length,
    signers: reviewers.length,
    ownSigned: signatures.some((s) => s.reviewer_id === me?.id),
  }
}

export async function revoke(
  ctx: Ctx,
  orderId: string,
  which: { reportId: string; reviewerId?: string; reason: string },
): Promise<number> {
  const { reportId, reviewerId, reason } = which
  const { numUpdatedRows } = await ctx.tx
    .updateTable('review_signature')
    .set({ revoked_at: ctx.clock.now(), revoke_reason: reason })
    .where('tenant_id', '=', ctx.tenantId)
    .where('report_id', '=', reportId)
    .where('revoked_at', 'is', null)
    .$if(reviewerId !== undefined, (q) => q.where('reviewer_id', '=', reviewerId!))
    .executeTakeFirst()
  tell(ctx, orderId, 'signatures')
  return Number(numUpdatedRows)
}

function signOf(row: ReportRow, r: ReviewerRow, signatures: readonly Signature[]): Report['signs'][number] {
  const own = signatures.find((s) => s.reviewer_id === r.id)
  const { unsigned, signing, signed } = ReviewerSignStatus.values
  return {
    reviewerId: r.id,
    name: r.name,
    isLeader: r.is_leader,
    signState: own ? signed : row.state === STATE.success ? signing : unsigned,
    signedAt: own?.at.toISOString() ?? null,
    opinion: own?.opinion ?? '',
  }
}
