import { AppError } from '#contract/errors.ts'
import { verifyPassword } from '#features/passport/server/public.ts'
import { heldOrder, setCandidates } from '#features/procurement/server/public.ts'
import { openedBids } from '#features/opening-hall/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { logRecord } from '#server/public-log.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import { ProcessType } from '#features/evaluation/rules/enums.ts'
import { hasMarks } from '../rules/result.ts'
import { MAX_CANDIDATES } from '../rules/ranking.ts'
import { REPORT_STATUS, type ReportAction } from '../rules/session-status.ts'
import {
  activeReviewers,
  actingOwner,
  type Ctx,
  lockReview,
  memberSeat,
  type Order,
  record,
  type ReviewRow,
  type Seat,
  tell,
} from './access.ts'
import { setProcess } from './processes.ts'
import { bundleOf } from './replay-bundle.ts'
import { lastRow, reportFacts, reportRow, type ReportRow, revoke, setReport, signaturesOf } from './reports.ts'
import { pricedLines } from './priced-lines.ts'
import { rankingRows } from './results.ts'

/**
 * A member's signature on exactly the document they name by its hash. A wrong password is refused and counted; dissent
 * is written down and counts as signed (评标委员会和评标方法暂行规定第四十三条).
 */
export async function sign(
  ctx: Ctx,
  place: { orderId: string; reportId: string },
  given: { sha256: string; opinion: string; prepared: unknown },
): Promise<{ signed: number; signers: number }> {
  await memberSeat(ctx, place.orderId)
  await lockReview(ctx, place.orderId)
  const seat = await memberSeat(ctx, place.orderId)
  const row = await currentReport(ctx, seat.order, place.reportId)
  const facts = await reportFacts(ctx, row, seat)
  if (facts.ownSigned) throw new AppError('wrongState', '已签署，请勿重复签署')
  REPORT_STATUS.next('sign', { record: facts, who: seat.who, now: ctx.clock.now().getTime() })
  if (row.sha256?.toString('hex') !== given.sha256) throw new AppError('tampered', '报告已更新，请重新阅读后签署')
  await verifyPassword(ctx, given.prepared)
  // Whoever was taken as agreeing may sign after all.
  const late = await revoke(ctx, place.orderId, { reportId: row.id, reviewerId: seat.me.id, reason: '本人补签' })
  const id = ctx.newId()
  await ctx.insert('review_signature', {
    id,
    reportId: row.id,
    reviewerId: seat.me.id,
    sha256: row.sha256,
    opinion: given.opinion,
    at: ctx.clock.now(),
    ip: ctx.ip,
  })
  record(ctx, place.orderId, {
    action: 'sign',
    summary: `签署${ProcessType.label(row.processType)}${given.opinion ? '（持不同意见）' : ''}`,
    data: { reportId: row.id, signatureId: id, reviewerId: seat.me.id, sha256: given.sha256, opinion: given.opinion },
  })
  tell(ctx, place.orderId, 'signatures')
  return { signed: facts.signed + 1 - late, signers: facts.signers }
}

/** Gives the report back to be written again; signatures on it are void. */
export async function backToInit(ctx: Context<Employee>, place: Place, reason: string): Promise<void> {
  const { row } = await acting(ctx, place, 'backToInit')
  await setReport(ctx, row.id, { state: 0, backReason: reason })
  const voided = await revoke(ctx, place.orderId, { reportId: row.id, reason })
  record(ctx, place.orderId, {
    action: 'report-back',
    summary: `退回评审报告：${reason}`,
    data: { reportId: row.id, sha256: row.sha256?.toString('hex'), voided },
  })
}

/** Voids all signatures; the document stays. */
export async function signBack(ctx: Context<Employee>, place: Place, reason: string): Promise<void> {
  const { row } = await acting(ctx, place, 'signBack')
  const voided = await revoke(ctx, place.orderId, { reportId: row.id, reason })
  record(ctx, place.orderId, {
    action: 'sign-back',
    summary: `退回全部签署：${reason}`,
    data: { reportId: row.id, voided },
  })
}

/** Voids one member's signature. */
export async function againSign(
  ctx: Context<Employee>,
  place: Place,
  { reviewerId, reason }: { reviewerId: string; reason: string },
): Promise<void> {
  const { row } = await acting(ctx, place, 'againSign')
  const voided = await revoke(ctx, place.orderId, { reportId: row.id, reviewerId, reason })
  if (voided === 0) throw new AppError('wrongState', '该评委尚未签署')
  record(ctx, place.orderId, {
    action: 'again-sign',
    summary: `退回一名评委的签署：${reason}`,
    data: { reportId: row.id, reviewerId },
  })
}

/**
 * A member who refuses to sign and puts no dissent in writing counts as agreeing (实施条例第五十三条); the reason is put on
 * record by the buyer's side, once most of the committee has signed. The member may still sign until the report is complete.
 */
export async function deemAgreed(
  ctx: Context<Employee>,
  place: Place,
  { reviewerId, reason }: { reviewerId: string; reason: string },
): Promise<void> {
  const { row } = await acting(ctx, place, 'deemAgreed')
  const member = (await activeReviewers(ctx, place.orderId)).find((r) => r.id === reviewerId)
  if (!member) throw new AppError('notFound')
  if ((await signaturesOf(ctx, row.id)).some((s) => s.reviewerId === reviewerId))
    throw new AppError('wrongState', '该成员已签署')
  await ctx.insert('review_signature', {
    id: ctx.newId(),
    reportId: row.id,
    reviewerId,
    sha256: row.sha256!,
    deemed: reason,
    at: ctx.clock.now(),
    ip: ctx.ip,
  })
  record(ctx, place.orderId, {
    action: 'deem-agreed',
    summary: `一名评委拒绝签署且未书面说明，视为同意：${reason}`,
    data: { reportId: row.id, reviewerId, reason, sha256: row.sha256?.toString('hex') },
  })
  tell(ctx, place.orderId, 'signatures')
}

/**
 * All have signed: the review ends and its candidates go to the order, at most three (实施条例第五十三条). Of the first
 * stage's report: that step is done, nothing else ends.
 */
export async function signComplete(ctx: Context<Employee>, place: Place): Promise<void> {
  const { row, seat, review } = await acting(ctx, place, 'signComplete')
  await setReport(ctx, row.id, { completedAt: ctx.clock.now() })
  await setProcess(ctx, place.orderId, { type: row.processType, status: 2 })
  const isFirst = row.processType === ProcessType.values.firstStageReport
  logRecord(ctx, {
    type: 'review-bundle',
    subject: place.orderId,
    text: canonicalJson({
      type: 'kaibiao.review/1',
      tenantId: String(ctx.tenantId),
      orderId: place.orderId,
      report: row.sha256?.toString('hex') ?? null,
      bundle: isFirst ? null : (await bundleOf(ctx, seat.order)).hash,
    }),
  })
  if (isFirst) {
    record(ctx, place.orderId, {
      action: 'first-stage-signed',
      summary: '第一阶段评审报告签署完成',
      data: { reportId: row.id, sha256: row.sha256?.toString('hex') },
    })
    tell(ctx, place.orderId, 'report')
    return
  }
  const ranking = (await rankingRows(ctx, place.orderId)).filter((r) => r.rank <= MAX_CANDIDATES)
  const held = await heldOrder(ctx, seat.order.id, { part: 'owner' })
  const order = await held.advance({
    action: 'endReview',
    patch: { reviewedAt: ctx.clock.now() },
    data: { reportId: row.id, sha256: row.sha256?.toString('hex') },
  })
  const bids = await openedBids(ctx, order.id)
  const rows = await Promise.all(
    ranking.map(async (r) => {
      const bid = bids.find((one) => one.tradeId === r.tradeId)
      return {
        rank: r.rank,
        tradeId: r.tradeId,
        price: r.quote,
        score: hasMarks(review.reviewMethod) ? r.total : null,
        lines: bid ? await pricedLines(ctx, order, { bid }) : null,
      }
    }),
  )
  await setCandidates(ctx, order, rows)
  tell(ctx, place.orderId, 'ended')
}

/** The purchaser's side acts on the last report of its kind: the row, and the state it goes to. */
export async function actingOnReport(
  ctx: Context<Employee>,
  place: Place,
  action: ReportAction,
): Promise<{ row: ReportRow; to: number }> {
  const { row, to } = await acting(ctx, place, action)
  return { row, to }
}

export interface Place {
  orderId: string
  reportId: string
}

async function acting(
  ctx: Context<Employee>,
  place: Place,
  action: ReportAction,
): Promise<{ row: ReportRow; seat: Seat; review: ReviewRow; to: number }> {
  await actingOwner(ctx, place.orderId)
  const review = await lockReview(ctx, place.orderId)
  const seat = await actingOwner(ctx, place.orderId)
  const row = await currentReport(ctx, seat.order, place.reportId)
  const to = REPORT_STATUS.next(action, {
    record: await reportFacts(ctx, row, seat),
    who: seat.who,
    now: ctx.clock.now().getTime(),
  })
  return { row, seat, review, to }
}

/** Only the last report can be acted on, and only until the review has ended. */
async function currentReport(ctx: Ctx, order: Order, reportId: string): Promise<ReportRow> {
  const row = await reportRow(ctx, order.id, reportId)
  const running = row.processType === ProcessType.values.firstStageReport && order.state === 'review.running'
  if (order.state !== 'review.summarised' && !running) throw new AppError('wrongState')
  const last = await lastRow(ctx, order.id, row.processType)
  if (last?.id !== row.id) throw new AppError('wrongState', '该报告已被新的报告替代')
  return row
}
