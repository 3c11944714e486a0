import { bindRow } from '#server/bound-rows.ts'
import { CORRECTIONS } from './bound.ts'
import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { formatAmount } from '#contract/money.ts'
import { MINUTE } from '#contract/time.ts'
import { notify } from '#features/messages/server/public.ts'
import { verifyPassword } from '#features/passport/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { ReviewCorrection } from '#server/database/tables.ts'
import type { Subscriber } from '#server/events.ts'
import type { proposeCorrection } from '../contract/asks.ts'
import { corrected, CORRECTION_RULES, REFUSAL_RULE } from '../rules/correction.ts'
import { CORRECTION_STATUS, type CorrectionAction, type CorrectionFacts } from '../rules/dialog-status.ts'
import { CorrectionKind, CorrectionStatus } from '#features/evaluation/rules/enums.ts'
import {
  activeReviewers,
  actingMember,
  type Any,
  type Ctx,
  lockReview,
  type Order,
  record,
  tell,
  tellBidder,
} from './access.ts'
import { beginning } from './begin.ts'
import { BIDDER, bidderSeat, dialogWho, isOver } from './bidder-seat.ts'
import { isValid } from './bids.ts'
import { raiseRejection } from './motions.ts'
import { notifyBidder } from './notify-bidder.ts'
import { pricedLines } from './priced-lines.ts'

export type CorrectionRow = Selectable<ReviewCorrection>
const S = CorrectionStatus.values
const DUE = 'review.correction-due'

/** Proposes a correction; the leader's goes to the bidder at once. Throws `conflict` while one of the bid is open. */
export async function propose(
  ctx: Ctx,
  orderId: string,
  given: z.output<typeof proposeCorrection.body>,
): Promise<{ correctionId: string; sent: boolean }> {
  const { order, me, bids } = await beginning(ctx, orderId, 'proposeCorrection')
  const bid = bids.find((b) => b.tradeId === given.bidderId)
  if (!bid) throw new AppError('notFound')
  if (!isValid(bid)) throw new AppError('wrongState', '该投标已被否决')
  if (bid.evaluatedPrice === null) throw new AppError('wrongState', '报价信封尚未开启')
  const before = bid.evaluatedPrice
  const { lines, after } = corrected({ total: before, lines: await pricedLines(ctx, order, { bid }) }, given)
  const id = ctx.newId()
  const said = { orderId, bidderId: bid.tradeId, kind: given.kind, basis: given.basis, lines, before, after }
  const row = await ctx.tx
    .insertInto('review_correction')
    .values({
      tenantId: ctx.tenantId,
      id,
      orderId,
      tradeId: bid.tradeId,
      kind: given.kind,
      basis: given.basis,
      lines: JSON.stringify(lines),
      before,
      after,
      sha256: createHash('sha256').update(JSON.stringify(said)).digest(),
      proposedBy: me.id,
      minutes: given.minutes,
      createdAt: ctx.clock.now(),
    })
    .onConflict((c) => c.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new AppError('conflict', '该投标人已有未完成的价格修正')
  bindRow(ctx, CORRECTIONS, [id])
  if (me.isLeader) await sendOut(ctx, order, row)
  record(ctx, orderId, {
    action: 'correction',
    summary: `提出价格修正：${CorrectionKind.label(given.kind)}`,
    data: { correctionId: id, ...said, rule: CORRECTION_RULES[given.kind] },
  })
  tell(ctx, orderId, 'correction')
  return { correctionId: id, sent: me.isLeader }
}

export async function send(ctx: Ctx, place: Place, minutes?: number): Promise<void> {
  const { order, row } = await acting(ctx, place, 'send')
  await sendOut(ctx, order, { ...row, minutes: minutes ?? row.minutes })
  record(ctx, place.orderId, { action: 'correction-sent', summary: '向投标人发出价格修正', data: place })
  tell(ctx, place.orderId, 'correction')
}

export async function withdraw(ctx: Ctx, place: Place, reason: string): Promise<void> {
  const { order, row, to } = await acting(ctx, place, 'withdraw')
  await setCorrection(ctx, row.id, { status: to, note: reason })
  await ctx.schedule(timerOf(row.id), null, { kind: DUE, payload: {} })
  record(ctx, place.orderId, { action: 'correction-withdrawn', summary: `撤回价格修正：${reason}`, data: place })
  tell(ctx, place.orderId, 'correction')
  if (!row.sentAt) return
  await notifyBidder(
    ctx,
    { order, tradeId: row.tradeId },
    {
      kind: 'review.correction',
      title: '价格修正已撤回',
      content: '评标委员会已撤回对贵公司报价的修正，无需确认。',
    },
  )
  tellBidder(ctx, row.tradeId, 'correction')
}

/**
 * The bidder confirms, and the corrected price counts from here on; or refuses, and the committee votes on rejecting the
 * bid. Signed: on the correction's hash, with the password entered again.
 */
export async function decide(
  ctx: Context<Employee>,
  place: Place,
  given: { confirm: boolean; reason: string; sha256: string; prepared: unknown },
): Promise<void> {
  await bidderSeat(ctx, place.orderId)
  await lockReview(ctx, place.orderId)
  const { order, bid, review } = await bidderSeat(ctx, place.orderId)
  const row = await correctionRow(ctx, place)
  if (row.tradeId !== bid.tradeId || row.sentAt === null) throw new AppError('notFound')
  const now = ctx.clock.now()
  if (row.status === S.waiting && row.deadline !== null && now >= row.deadline)
    throw new AppError('tooLate', '已超过确认截止时间')
  const action = given.confirm ? 'decide' : 'refuse'
  const status = CORRECTION_STATUS.next(action, {
    record: factsOf(row, isOver(order, review)),
    who: BIDDER,
    now: now.getTime(),
  })
  if (row.sha256.toString('hex') !== given.sha256) throw new AppError('tampered', '修正内容已更新，请刷新后确认')
  await verifyPassword(ctx, given.prepared)
  await setCorrection(ctx, row.id, {
    status,
    decidedBy: ctx.actor.userId,
    decidedName: ctx.actor.name,
    decidedAt: now,
    note: given.reason,
  })
  await ctx.schedule(timerOf(row.id), null, { kind: DUE, payload: {} })
  record(ctx, place.orderId, {
    action: given.confirm ? 'correction-confirmed' : 'correction-refused',
    summary: given.confirm ? '投标人确认价格修正' : '投标人不接受价格修正',
    data: { correctionId: row.id, bidderId: bid.tradeId, sha256: given.sha256, reason: given.reason },
  })
  if (!given.confirm) await proposeRejection(ctx, order, { row, ground: `不接受价格修正：${given.reason}` })
  await notify(ctx, {
    to: { userIds: (await activeReviewers(ctx, place.orderId)).map((r) => r.userId) },
    identity: 'expert',
    kind: 'review.answered',
    title: given.confirm ? '投标人已确认价格修正' : '投标人不接受价格修正',
    content: `${order.title}：${bid.supplierName}${given.confirm ? '确认' : '不接受'}价格修正。`,
    link: `/review/projects/${place.orderId}/review-session`,
  })
  tell(ctx, place.orderId, 'correction')
  tellBidder(ctx, bid.tradeId, 'correction')
}

/** Silence is no confirmation: the correction lapses and the committee votes on the bid. */
export const correctionDue: Subscriber = {
  name: 'review-hall.correction-due',
  kind: DUE,
  async handle(ctx, event) {
    const place = event.payload as unknown as Place
    await lockReview(ctx, place.orderId)
    const row = await correctionRow(ctx, place)
    const now = ctx.clock.now()
    if (row.status !== S.waiting || row.deadline === null || row.deadline > now) return
    const status = CORRECTION_STATUS.next('expire', {
      record: factsOf(row, false),
      who: { part: 'system', isAuthor: false },
      now: now.getTime(),
    })
    await setCorrection(ctx, row.id, { status })
    record(ctx, place.orderId, { action: 'correction-overdue', summary: '投标人逾期未确认价格修正', data: place })
    const order = { id: place.orderId }
    await proposeRejection(ctx, order, { row, ground: '逾期未确认价格修正' })
    tell(ctx, place.orderId, 'correction')
    tellBidder(ctx, row.tradeId, 'correction')
  },
}

export function factsOf(row: CorrectionRow, over: boolean): CorrectionFacts {
  return { status: row.status as CorrectionFacts['status'], deadline: row.deadline?.getTime() ?? null, isOver: over }
}

interface Place {
  orderId: string
  correctionId: string
}

async function acting(ctx: Ctx, place: Place, action: CorrectionAction) {
  const { order, me, review } = await actingMember(ctx, place.orderId)
  const row = await correctionRow(ctx, place)
  const to = CORRECTION_STATUS.next(action, {
    record: factsOf(row, isOver(order, review)),
    who: dialogWho(me, row.proposedBy),
    now: ctx.clock.now().getTime(),
  })
  return { order, row, to }
}

async function correctionRow(ctx: Any, { orderId, correctionId }: Place): Promise<CorrectionRow> {
  const row = await ctx.one('review_correction', { orderId, id: correctionId }, { lock: 'update' })
  if (!row) throw new AppError('notFound')
  return row
}

async function proposeRejection(
  ctx: Any,
  order: Pick<Order, 'id'>,
  { row, ground }: { row: CorrectionRow; ground: string },
): Promise<void> {
  const reason = `${ground}（${formatAmount(row.before)} 元修正为 ${formatAmount(row.after)} 元）`
  await raiseRejection(ctx, order, { bidderId: row.tradeId, reason, rule: REFUSAL_RULE })
}

async function sendOut(ctx: Ctx, order: Order, row: CorrectionRow): Promise<void> {
  const now = ctx.clock.now()
  const deadline = new Date(now.getTime() + row.minutes * MINUTE)
  await setCorrection(ctx, row.id, { status: S.waiting, sentAt: now, deadline, minutes: row.minutes })
  const payload = { correctionId: row.id, orderId: order.id }
  await ctx.schedule(timerOf(row.id), deadline, { kind: DUE, payload })
  await notifyBidder(
    ctx,
    { order, tradeId: row.tradeId },
    {
      kind: 'review.correction',
      title: '请确认价格修正',
      content: '评标委员会拟修正贵公司报价中的算术错误，请在截止前确认。',
    },
  )
  tellBidder(ctx, row.tradeId, 'correction')
}

async function setCorrection(ctx: Any, id: string, values: Partial<Omit<CorrectionRow, 'lines'>>): Promise<void> {
  await ctx.update('review_correction', { id }, values)
  bindRow(ctx, CORRECTIONS, [id])
}

function timerOf(id: string): string {
  return `review-correction:${id}`
}
