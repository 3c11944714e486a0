import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { ReviewReport, ReviewSignature } from '#server/database/tables.ts'
import type { Report, ReportTemplate } from '../contract/shared.ts'
import { ProcessStatus, ProcessType, ReportStatus, ReviewerSignStatus } from '#features/evaluation/rules/enums.ts'
import { REPORT_STATUS, type ReportFacts, type ReportState } from '../rules/session-status.ts'
import {
  activeReviewers,
  type Any,
  type Ctx,
  lockReview,
  memberSeat,
  type Order,
  record,
  type ReviewerRow,
  type Seat,
  tell,
} from './access.ts'
import { processRows } from './processes.ts'
import { recheck } from './recheck.ts'
import { hasMarks } from '../rules/result.ts'
import { catalogPlan } from '../rules/report-plan.ts'
import { catalogRows, createCatalogs } from './catalog-rows.ts'
import { reportContent } from './report-content.ts'
import { requestReport } from './report-request.ts'
import { NULL } from '#server/database/records.ts'

export type ReportRow = Selectable<ReviewReport>
type Signature = Selectable<ReviewSignature>
const STATE = ReportStatus.values

/**
 * Has the report written (again): what the record says now is stored with it, the documents are made from that. Throws
 * `wrongState` after the first signature, `tampered` when the record is inconsistent.
 */
export async function write(
  ctx: Ctx,
  orderId: string,
  wish: { processType: number; scope: number; template: ReportTemplate },
): Promise<{ reportId: string }> {
  const { processType, scope, template } = wish
  await memberSeat(ctx, orderId)
  const review = await lockReview(ctx, orderId)
  const seat = await memberSeat(ctx, orderId)
  const { order, who } = seat
  if (!who.isLeader) throw new AppError('notFound')
  const problem = await writeProblem(ctx, order, processType)
  if (problem) throw new AppError('wrongState', problem)
  const last = await lastRow(ctx, orderId, processType)
  if (last) {
    const facts = await reportFacts(ctx, last, seat)
    const state = REPORT_STATUS.next('rewrite', { record: facts, who, now: ctx.clock.now().getTime() })
    await setReport(ctx, last.id, { state })
  }
  const differences = await recheck(ctx, order)
  if (differences.length > 0)
    throw new AppError('tampered', `评审记录复核不一致：${differences.join('；')}`, differences)
  const content = await reportContent(ctx, order, wish)
  const reportId = ctx.newId()
  await ctx.insert('review_report', {
    id: reportId,
    orderId,
    processType,
    scope,
    template,
    state: STATE.pending,
    content: JSON.stringify(content),
    createdBy: ctx.actor.userId,
    createdAt: ctx.clock.now(),
  })
  const types = catalogPlan({
    processType,
    scope,
    wayTypes: content.ways.map((w) => w.type),
    hasAsks: content.asks.length > 0 || (content.lowPrices?.rows ?? []).length > 0,
    hasOffers: content.rounds.length > 0 || content.corrections.length > 0,
    hasMarks: hasMarks(review.reviewMethod),
  })
  await createCatalogs(ctx, reportId, types)
  await requestReport(ctx, orderId, reportId)
  const name = ProcessType.label(processType)
  record(ctx, orderId, {
    action: 'report',
    summary: last ? `重新生成${name}` : `生成${name}`,
    data: { reportId, processType, scope, template, digest: content.digest },
  })
  return { reportId }
}

/** Why a report of this kind cannot be written now, in words; empty when it can. */
export async function writeProblem(ctx: Any, order: Order, processType: number): Promise<string> {
  const step = (await processRows(ctx, order.id)).find((p) => p.processType === processType)
  const inProgress = step?.processStatus === ProcessStatus.values.inProgress
  if (processType === ProcessType.values.report) {
    if (order.state !== 'review.summarised') return '评审汇总后方可生成评审报告'
    return inProgress ? '' : '评审报告已签署完成'
  }
  if (!step) return '采购人尚未启动第一阶段评审报告'
  return inProgress ? '' : '第一阶段评审报告已签署完成'
}

/** The last report of a kind as this person sees it; null before there is one. */
export async function lastReport(ctx: Ctx, seat: Seat, processType: number): Promise<Report | null> {
  const row = await lastRow(ctx, seat.order.id, processType)
  if (!row) return null
  const facts = await reportFacts(ctx, row, seat)
  const catalogs = await catalogRows(ctx, row.id)
  const [reviewers, signatures] = [await activeReviewers(ctx, seat.order.id), await signaturesOf(ctx, row.id)]
  return {
    reportId: row.id,
    processType: row.processType,
    scope: row.scope as 0,
    template: row.template as ReportTemplate,
    progress: {
      done: catalogs.filter((c) => c.state === STATE.success).length,
      total: catalogs.length,
    },
    state: row.state as 0,
    stateLabel: ReportStatus.label(row.state),
    failure: row.failure,
    backReason: row.backReason,
    sha256: row.sha256?.toString('hex') ?? null,
    createdAt: row.createdAt.toISOString(),
    generatedAt: row.generatedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
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
    backReason: string
    fileId: string
    sha256: Buffer
    generatedAt: Date
    completedAt: Date
  }>,
): Promise<void> {
  await ctx.update('review_report', { id: reportId }, values)
}

/** A report of this order, or `notFound`. */
export async function reportRow(ctx: Any, orderId: string, reportId: string): Promise<ReportRow> {
  const row = await ctx.one('review_report', { orderId, id: reportId })
  if (!row) throw new AppError('notFound')
  return row
}

/** The newest report of a kind; the evaluation report unless said otherwise. */
export async function lastRow(
  ctx: Any,
  orderId: string,
  processType: number = ProcessType.values.report,
): Promise<ReportRow | null> {
  const row = await ctx.one('review_report', { orderId, processType }, { orderBy: ['id desc'], limit: 1 })
  return row ?? null
}

/** Signatures in force. */
export async function signaturesOf(ctx: Any, reportId: string): Promise<Signature[]> {
  return ctx.many('review_signature', { reportId, revokedAt: NULL }, { orderBy: ['at'] })
}

export async function reportFacts(ctx: Any, row: ReportRow, { order, me }: Seat): Promise<ReportFacts> {
  const reviewers = await activeReviewers(ctx, order.id)
  const signatures = (await signaturesOf(ctx, row.id)).filter((s) => reviewers.some((r) => r.id === s.reviewerId))
  const own = signatures.filter((s) => s.deemed === '')
  return {
    state: row.state as ReportState,
    completed: row.completedAt !== null,
    signed: signatures.length,
    byHand: own.length,
    signers: reviewers.length,
    ownSigned: own.some((s) => s.reviewerId === me?.id),
    isFirstStage: row.processType === ProcessType.values.firstStageReport,
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
    .set({ revokedAt: ctx.clock.now(), revokeReason: reason })
    .where('tenantId', '=', ctx.tenantId)
    .where('reportId', '=', reportId)
    .where('revokedAt', 'is', null)
    .$if(reviewerId !== undefined, (q) => q.where('reviewerId', '=', reviewerId!))
    .executeTakeFirst()
  tell(ctx, orderId, 'signatures')
  return Number(numUpdatedRows)
}

function signOf(row: ReportRow, r: ReviewerRow, signatures: readonly Signature[]): Report['signs'][number] {
  const own = signatures.find((s) => s.reviewerId === r.id)
  const { unsigned, signing, signed } = ReviewerSignStatus.values
  return {
    reviewerId: r.id,
    name: r.name,
    isLeader: r.isLeader,
    signState: own ? signed : row.state === STATE.success ? signing : unsigned,
    signedAt: own?.at.toISOString() ?? null,
    opinion: own?.opinion ?? '',
    deemed: own?.deemed ?? '',
  }
}
