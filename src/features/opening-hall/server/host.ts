import { AppError } from '#contract/errors.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { isAbortive } from '#features/procurement/engine/states.ts'
import { ReviewModel } from '#features/procurement/rules/enums.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { bindOrder } from '#features/procurement/server/public.ts'
import { closingList } from '#features/sealed-bids/server/public.ts'
import { demandFreshFactor } from '#features/passport/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { releaseState } from './joint-access.ts'
import { startJoint } from './joint-start.ts'
import { ConfirmState, DecryptState, isSettled, MAX_WINDOW_MS, mayReturn } from '../rules.ts'
import { isDouble, OFFER_STATUS, type OfferAction, type Stage, stageLabel } from '../rules-offer.ts'
import {
  asHost,
  type BidderRecord,
  bidderRecord,
  claimBidder,
  currentOpening,
  type OpeningRow,
  openingRow,
  type Order,
  setBidder,
  type Sitting,
  stageOf,
} from './access.ts'
import { marksOf } from './marks.ts'
import { offerFacts } from './offer-status.ts'
import { proveOpening } from './proof.ts'

const D = DecryptState.values
type Ctx = Context<Employee>

/**
 * Starts the opening at its time: the closing list is fixed under the order's lock, every bidder gets a number, the
 * decrypt window begins. Fewer bids than the method needs: `legalRule`, the order has to be declared abortive.
 * `model`: as which the host took the order; with double envelope this is the opening of the business envelopes.
 */
export async function start(ctx: Ctx, orderId: string, model: number = ReviewModel.values.normal): Promise<void> {
  const own = await asHost(ctx, orderId)
  const { order } = own
  await demandFreshFactor(ctx)
  if (order.reviewModel !== model)
    throw new AppError(
      'wrongState',
      isDouble({ reviewModel: model }) ? '本标段不是双信封招标' : '双信封招标应先进行商务开标',
    )
  const now = ctx.clock.now()
  if (order.state === 'publish.open' && (order.openAt === null || now < order.openAt))
    throw new AppError('tooEarly', '未到开标时间')
  const bids = order.state === 'publish.open' ? await closingList(ctx, orderId) : []
  const { minSuppliers } = methodOf(order.method)
  if (order.state === 'publish.open' && bids.length < minSuppliers) {
    throw new AppError('legalRule', `投标人少于${minSuppliers}个，不得开标，应当依法重新招标（招标投标法第二十八条）`, {
      ruleId: 'A-109',
      bids: bids.length,
    })
  }
  await own.advance({
    action: 'startOpening',
    summary: `开始${stageLabel(model, 1) || '开标'}，投标人${bids.length}家`,
    data: { submissions: bids.map((b) => b.submissionId) },
  })
  const end = new Date(now.getTime() + order.decryptMinutes * MINUTE)
  await ctx.insert('opening', {
    orderId,
    hostUserId: ctx.actor.userId,
    startedAt: now,
    decryptEnd: end,
  })
  await ctx.insert(
    'opening_bidder',
    bids.map((bid, i) => ({
      orderId,
      tradeId: bid.tradeId,
      submissionId: bid.submissionId,
      no: i + 1,
    })),
  )
  await startJoint(ctx, order)
  tell(ctx, 'opening.started', { orderId })
}

/** Extends the window, before or after it has run out, with a reason on record. Until the marks are open. */
export async function extend(
  ctx: Ctx,
  orderId: string,
  { minutes, reason }: { minutes: number; reason: string },
): Promise<Date> {
  const { order } = await asHost(ctx, orderId)
  const opening = await running(ctx, order)
  const stage = stageOf(opening)
  if (opening.marksOpenedAt) throw new AppError('wrongState', '开标一览表已公布，不能延长解密时间')
  if ((await releaseState(ctx, order))?.isClosed) throw new AppError('wrongState', '已截止提交密钥，不能延长解密时间')
  const now = ctx.clock.now()
  const from = Math.max(opening.decryptEnd!.getTime(), now.getTime())
  const end = new Date(from + minutes * MINUTE)
  if (end.getTime() - opening.startedAt!.getTime() > MAX_WINDOW_MS)
    throw new AppError('invalid', `解密时间合计不能超过${MAX_WINDOW_MS / HOUR}小时`)
  await ctx.insert('decrypt_extension', {
    id: ctx.newId(),
    orderId,
    stage,
    oldEnd: opening.decryptEnd!,
    newEnd: end,
    reason,
    byUserId: ctx.actor.userId,
    byName: ctx.actor.name,
    at: now,
  })
  await setOpening(ctx, { orderId, stage }, { decryptEnd: end })
  ctx.audit({
    action: 'opening.extend',
    entity: 'order',
    entityId: order.id,
    summary: `延长解密时间${minutes}分钟：${reason}`,
    data: { oldEnd: opening.decryptEnd, newEnd: end },
  })
  tell(ctx, 'opening.extended', { orderId })
  return end
}

/** Gives an undecrypted bid back unopened, because the failure was not the bidder's (视为撤回, A-112): see `mayReturn`. */
export async function fileBack(
  ctx: Ctx,
  sitting: Sitting,
  { bidderId, reason }: { bidderId: string; reason: string },
): Promise<void> {
  const { orderId, stage } = sittingOf(sitting)
  const { order } = await asHost(ctx, orderId)
  const opening = await running(ctx, order, stage)
  if (opening.marksOpenedAt) throw new AppError('wrongState', '开标一览表已公布')
  if (!(await bidderRecord(ctx, { orderId, stage }, bidderId))) throw new AppError('notFound')
  // Given back means unopened, so not while it is being opened.
  const bidder = await claimBidder(ctx, { orderId, stage }, bidderId)
  if (!bidder) throw new AppError('wrongState', '该投标文件正在解密，请稍候')
  const verdict = mayReturn(bidder.decryptState as DecryptState, ctx.clock.now() >= opening.decryptEnd!)
  if (verdict !== true) throw new AppError('wrongState', verdict)
  const failure = bidder.decryptState === D.faulted ? `${reason}（${bidder.failure}）` : reason
  await undecrypted(ctx, bidder, { state: D.returned, failure })
  tell(ctx, 'opening.bidder', { orderId, bidderId })
}

/**
 * Opens all quotes and marks at one instant. Waits for the window while somebody has still to decrypt; after it, who
 * has not decrypted counts as having revoked its bid (视为撤销, A-112), who could not by the fault of the platform as
 * having withdrawn it (视为撤回), and the rest goes on.
 */
export async function openMarks(ctx: Ctx, sitting: Sitting): Promise<void> {
  const { orderId, stage } = sittingOf(sitting)
  const own = await asHost(ctx, orderId)
  const { order } = own
  const opening = await running(ctx, order, stage)
  if (opening.marksOpenedAt) throw new AppError('wrongState')
  const now = ctx.clock.now()
  // Not locked: the order is, and without its lock only a released row can change, which stops us below.
  const rows = await ctx.tx
    .selectFrom('opening_bidder as b')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'b.tenantId').onRef('t.id', '=', 'b.tradeId'))
    .innerJoin('company as c', 'c.id', 't.supplierCompanyId')
    .selectAll('b')
    .select('c.name as supplier')
    .where('b.tenantId', '=', ctx.tenantId)
    .where('b.orderId', '=', orderId)
    .where('b.stage', '=', stage)
    .orderBy('b.no')
    .execute()
  const late = rows.filter((r) => !isSettled(r.decryptState as DecryptState))
  const joint = await releaseState(ctx, order)
  if (joint && !joint.isDone) throw new AppError('tooEarly', '保管人尚未共同开启全部投标文件')
  if (!joint && late.length > 0 && now < opening.decryptEnd!)
    throw new AppError('tooEarly', '解密时间未结束，仍有投标人未完成解密')
  if (late.some((r) => r.decryptState === D.released)) throw new AppError('wrongState', '仍有投标文件正在解密，请稍候')
  for (const row of late) {
    const state = row.decryptState === D.faulted ? D.returned : D.revoked
    await undecrypted(ctx, row, { state, failure: row.failure || '未在规定时间内完成解密' })
  }
  const opened = rows.filter((r) => r.decryptState === D.success)
  const { marks: asked } = OrderSettings.parse(order.settings)
  const marks = opened.flatMap((row) =>
    marksOf(row, asked).map((mark, sort) => ({
      tenantId: ctx.tenantId,
      id: ctx.newId(),
      orderId,
      tradeId: row.tradeId,
      stage,
      sort,
      ...mark,
    })),
  )
  if (marks.length > 0) await ctx.tx.insertInto('opening_mark').values(marks).execute()
  await setOpening(ctx, { orderId, stage }, { marksOpenedAt: now })
  await proveOpening(ctx, { orderId, stage }, { rows, marks })
  const step = {
    action: 'openMarks',
    summary: `公布开标一览表：有效开标${opened.length}家，未解密${rows.length - opened.length}家`,
    data: opened.map((r) => ({ tradeId: r.tradeId, quote: r.quote })),
  } as const
  if (stage === 1) await own.advance(step)
  else advanceOffer(ctx, order, { ...step, opening })
  tell(ctx, 'opening.marks', { orderId })
}

/** Reads one bidder out; again moves the read-out line back to it without a second record. */
export async function readOut(ctx: Ctx, orderId: string, bidderId: string): Promise<void> {
  const { order } = await asHost(ctx, orderId)
  const opening = await running(ctx, order)
  const stage = stageOf(opening)
  if (!opening.marksOpenedAt) throw new AppError('wrongState')
  const bidder = await bidderRecord(ctx, { orderId, stage }, bidderId)
  if (!bidder) throw new AppError('notFound')
  if (bidder.decryptState !== D.success) throw new AppError('wrongState', '该投标人无可唱标内容')
  await setBidder(ctx, { orderId, tradeId: bidderId, stage }, { readAt: ctx.clock.now() })
  if (!bidder.readAt)
    ctx.audit({
      action: 'opening.readOut',
      entity: 'order',
      entityId: orderId,
      summary: `唱标：第${bidder.no}家`,
      data: { tradeId: bidderId, quote: bidder.quote },
    })
  tell(ctx, 'opening.reading', { orderId, bidderId })
}

/** Notes something on a bidder; part of the opening record, so not after the end. */
export async function remark(ctx: Ctx, sitting: Sitting, given: { bidderId: string; remark: string }): Promise<void> {
  const { orderId, stage } = sittingOf(sitting)
  const { order } = await asHost(ctx, orderId)
  await running(ctx, order, stage)
  const bidder = await bidderRecord(ctx, { orderId, stage }, given.bidderId)
  if (!bidder) throw new AppError('notFound')
  await setBidder(ctx, { orderId, tradeId: given.bidderId, stage }, { remark: given.remark })
  ctx.audit({
    action: 'opening.remark',
    entity: 'order',
    entityId: orderId,
    summary: `第${bidder.no}家备注：${given.remark}`,
    data: { tradeId: given.bidderId },
  })
  tell(ctx, 'opening.bidder', { orderId, bidderId: given.bidderId })
}

/**
 * Answers what a bidder has disputed, on the spot and for the record (实施条例第四十四条). May be put differently until the
 * opening ends.
 */
export async function replyDispute(ctx: Ctx, orderId: string, given: { bidderId: string; reply: string }) {
  const { order } = await asHost(ctx, orderId)
  const stage = stageOf(await running(ctx, order))
  const bidder = await bidderRecord(ctx, { orderId, stage }, given.bidderId)
  if (!bidder) throw new AppError('notFound')
  if (bidder.confirmState !== ConfirmState.values.disputed) throw new AppError('wrongState', '该投标人未提出异议')
  await setBidder(
    ctx,
    { orderId, tradeId: given.bidderId, stage },
    { disputeReply: given.reply, disputeRepliedAt: ctx.clock.now() },
  )
  ctx.audit({
    action: 'opening.disputeReply',
    entity: 'order',
    entityId: orderId,
    summary: `答复第${bidder.no}家异议：${given.reply}`,
    data: { tradeId: given.bidderId, dispute: bidder.dispute },
  })
  tell(ctx, 'opening.bidder', { orderId, bidderId: given.bidderId })
}

/**
 * Ends the opening: the record is fixed, the opening sheet is made. Everybody opened must have been read out, and every
 * dispute answered.
 */
export async function end(ctx: Ctx, sitting: Sitting): Promise<void> {
  const { orderId, stage } = sittingOf(sitting)
  const own = await asHost(ctx, orderId)
  const { order } = own
  const opened = await ctx.many(
    'opening_bidder',
    { orderId, stage, decryptState: D.success },
    { columns: ['no', 'readAt', 'confirmState', 'disputeRepliedAt'], orderBy: ['no'] },
  )
  const unread = opened.find((row) => !row.readAt)
  if (unread) throw new AppError('wrongState', `第${unread.no}家尚未唱标`)
  const waiting = opened.find((row) => row.confirmState === ConfirmState.values.disputed && !row.disputeRepliedAt)
  if (waiting) throw new AppError('wrongState', `第${waiting.no}家的异议尚未答复（实施条例第四十四条）`)
  if (stage === 1) await own.advance({ action: 'endOpening' })
  else advanceOffer(ctx, order, { action: 'end', opening: await running(ctx, order, 2), summary: '结束报价开标' })
  await setOpening(ctx, { orderId, stage }, { endedAt: ctx.clock.now() })
  tell(ctx, stage === 1 ? 'opening.ended' : 'opening.offerEnded', { orderId })
}

/** A change of the second opening, by its table, on the locked order: the order's own status stays. */
export function advanceOffer(
  ctx: Ctx,
  order: Order,
  step: { action: OfferAction; opening: OpeningRow | undefined; summary: string; data?: unknown } & Partial<FirstStage>,
): void {
  const { done = true, passed = 1 } = step
  const record = { ...offerFacts(order, step.opening), firstStageDone: done, passed }
  OFFER_STATUS.next(step.action, { record, who: { isHost: true }, now: ctx.clock.now().getTime() })
  ctx.audit({
    action: `opening.offer-${step.action}`,
    entity: 'order',
    entityId: order.id,
    summary: step.summary,
    data: step.data,
  })
  bindOrder(ctx, order.id)
}

interface FirstStage {
  done: boolean
  passed: number
}

/** Events of the hall name what happened and to whom, never a price: pages refetch. */
export function tell(
  ctx: Pick<Ctx, 'emit'>,
  kind: string,
  about: { orderId: string; bidderId?: string; stage?: Stage },
): void {
  ctx.emit({ kind, payload: { ...about }, topics: [`hall:${about.orderId}`] })
}

function sittingOf(sitting: Sitting): { orderId: string; stage: Stage } {
  return typeof sitting === 'string' ? { orderId: sitting, stage: 1 } : sitting
}

/** An opening that goes on: of the stage given, else the one that is held now. */
export async function running(ctx: Ctx, order: Order, stage?: Stage): Promise<OpeningRow> {
  if (isAbortive(order)) throw new AppError('wrongState', '该标段已流标')
  const opening = stage ? await openingRow(ctx, order.id, stage) : await currentOpening(ctx, order.id)
  if (!opening) throw new AppError('wrongState', '开标尚未开始')
  if (opening.endedAt) throw new AppError('wrongState', '开标已结束')
  return opening
}

/** What follows from a bid that was not decrypted, by whose fault. */
export async function undecrypted(
  ctx: Ctx,
  row: BidderRecord,
  { state, failure }: { state: typeof D.revoked | typeof D.returned; failure: string },
): Promise<void> {
  const values = { decryptState: state, failure, releasedKeys: '{}' }
  await setBidder(ctx, { orderId: row.orderId, tradeId: row.tradeId, stage: stageOf(row) }, values)
  ctx.audit({
    action: state === D.returned ? 'opening.fileBack' : 'opening.revoked',
    entity: 'order',
    entityId: row.orderId,
    summary: `第${row.no}家投标${DecryptState.label(state)}：${failure}`,
    data: { tradeId: row.tradeId, was: row.decryptState },
  })
}

export async function setOpening(
  ctx: Ctx,
  { orderId, stage }: { orderId: string; stage: Stage },
  values: Partial<OpeningRow>,
): Promise<void> {
  await ctx.update('opening', { orderId, stage }, values)
}
