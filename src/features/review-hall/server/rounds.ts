import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { formatTime, MINUTE } from '#contract/time.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import type { Subscriber } from '#server/events.ts'
import type { createRound } from '../contract/offers.ts'
import { ROUND_STATUS, type RoundAction, type RoundFacts } from '../rules/dialog-status.ts'
import { OfferMode, OfferRoundStatus } from '#features/evaluation/rules/enums.ts'
import { roundLabel } from '../rules/offer-round.ts'
import { actingMember, type Any, type Ctx, lockReview, type Order, record, tell, tellBidder } from './access.ts'
import { beginning } from './begin.ts'
import { dialogWho, isOver } from './bidder-seat.ts'
import { bidsOf, isValid } from './bids.ts'
import { markMissed } from './closing.ts'
import { notifyBidder } from './notify-bidder.ts'
import { type RoundRow, roundRows } from './round-rows.ts'

const S = OfferRoundStatus.values
const DUE = 'review.round-due'

/**
 * Prepares the next round. Throws `legalRule` where the tender documents provide for none: price may not be negotiated
 * in a tender (招标投标法第四十三条); `wrongState` while another round is open or after the final one.
 */
export async function create(
  ctx: Ctx,
  orderId: string,
  given: z.output<typeof createRound.body>,
): Promise<{ roundId: string }> {
  const seat = await actingMember(ctx, orderId)
  if (seat.me.isLeader && OrderSettings.parse(seat.order.settings).offerRounds === 0)
    throw new AppError('legalRule', '采购文件未约定评审中报价，不得就投标价格进行谈判（《招标投标法》第四十三条）')
  const { me, bids } = await beginning(ctx, orderId, 'createRound')
  const rounds = await roundRows(ctx, orderId)
  const valid = bids.filter(isValid)
  const chosen = given.bidderIds.length === 0 ? valid : valid.filter((b) => given.bidderIds.includes(b.tradeId))
  if (chosen.length < new Set(given.bidderIds).size) throw new AppError('invalid', '所选投标人不存在或已被否决')
  const roundId = ctx.newId()
  const round = { mode: given.mode, note: given.note, notAbove: given.notAbove, isFinal: given.isFinal }
  await ctx.insert('review_offer_round', {
    id: roundId,
    orderId,
    roundNo: rounds.length + 1,
    ...round,
    minutes: given.minutes,
    createdBy: me.id,
    createdAt: ctx.clock.now(),
  })
  await ctx.insert(
    'review_offer',
    chosen.map((b) => ({ roundId, tradeId: b.tradeId })),
  )
  record(ctx, orderId, {
    action: 'round',
    summary: `准备${roundLabel(rounds.length + 1)}（${OfferMode.label(given.mode)}），邀请投标人 ${chosen.length} 家`,
    data: { roundId, ...given, invited: chosen.map((b) => b.tradeId) },
  })
  tell(ctx, orderId, 'round')
  return { roundId }
}

export async function start(ctx: Ctx, place: Place): Promise<{ deadline: string }> {
  const { order, row, to } = await acting(ctx, place, 'start')
  const now = ctx.clock.now()
  const deadline = new Date(now.getTime() + row.minutes * MINUTE)
  await setRound(ctx, row.id, { status: to, startedAt: now, deadline })
  await schedule(ctx, place, deadline)
  const label = roundLabel(row.roundNo)
  const invited = await invitedBids(ctx, order, row.id)
  for (const { tradeId } of invited)
    await notifyBidder(
      ctx,
      { order, tradeId },
      {
        kind: 'review.round',
        title: `请进行${label}`,
        content: `${label}已开始，报价时间 ${row.minutes} 分钟，请在截止前提交。`,
      },
    )
  record(ctx, place.orderId, {
    action: 'round-started',
    summary: `${label}开始，${row.minutes} 分钟`,
    data: { ...place, deadline: deadline.toISOString() },
  })
  tellAll(ctx, place.orderId, invited)
  return { deadline: deadline.toISOString() }
}

/** Closes a round in which everybody has quoted. */
export async function close(ctx: Ctx, place: Place): Promise<void> {
  const { order, row, to } = await acting(ctx, place, 'close')
  await end(ctx, order, { row, to, reason: '全部投标人均已报价，提前结束' })
}

export async function extend(
  ctx: Ctx,
  place: Place,
  { minutes, reason }: { minutes: number; reason: string },
): Promise<{ deadline: string }> {
  const { order, row, to } = await acting(ctx, place, 'extend')
  const deadline = new Date(row.deadline!.getTime() + minutes * MINUTE)
  await setRound(ctx, row.id, { status: to, deadline })
  await schedule(ctx, place, deadline)
  record(ctx, place.orderId, {
    action: 'round-extended',
    summary: `${roundLabel(row.roundNo)}延长 ${minutes} 分钟：${reason}`,
    data: { ...place, before: row.deadline!.toISOString(), deadline: deadline.toISOString() },
  })
  const invited = await invitedBids(ctx, order, row.id)
  const label = roundLabel(row.roundNo)
  for (const { tradeId } of invited)
    await notifyBidder(
      ctx,
      { order, tradeId },
      {
        kind: 'review.round',
        title: `${label}延长 ${minutes} 分钟`,
        content: `${label}的截止时间延长至 ${formatTime(deadline, true)}。`,
      },
    )
  tellAll(ctx, place.orderId, invited)
  return { deadline: deadline.toISOString() }
}

export async function drop(ctx: Ctx, place: Place): Promise<void> {
  const { row } = await acting(ctx, place, 'drop')
  await ctx.remove('review_offer_round', { id: row.id })
  record(ctx, place.orderId, { action: 'round-dropped', summary: `取消${roundLabel(row.roundNo)}`, data: place })
  tell(ctx, place.orderId, 'round')
}

/** The time to quote is over: offers become visible, to all at the same instant. */
export const roundDue: Subscriber = {
  name: 'review-hall.round-due',
  kind: DUE,
  async handle(ctx, event) {
    const place = event.payload as unknown as Place
    await lockReview(ctx, place.orderId)
    const row = (await roundRows(ctx, place.orderId, true)).find((r) => r.id === place.roundId)
    const now = ctx.clock.now()
    if (!row || row.status !== S.quoting || row.deadline === null || row.deadline > now) return
    const record_ = await roundFacts(ctx, row, false)
    const to = ROUND_STATUS.next('expire', {
      record: record_,
      who: { part: 'system', isAuthor: false },
      now: now.getTime(),
    })
    const order = await orderRow(ctx, place.orderId)
    await end(ctx, order, { row, to, reason: '报价时间截止' })
  },
}

/** Rounds in their order. */
export async function roundFacts(ctx: Any, row: RoundRow, over: boolean): Promise<RoundFacts> {
  const { invited, submitted } = await ctx.tx
    .selectFrom('review_offer')
    .select((e) => [e.fn.countAll<number>().as('invited'), e.fn.count<number>('submittedAt').as('submitted')])
    .where('tenantId', '=', ctx.tenantId)
    .where('roundId', '=', row.id)
    .executeTakeFirstOrThrow()
  const deadline = row.deadline?.getTime() ?? null
  return { status: row.status as RoundFacts['status'], deadline, isOver: over, invited, submitted }
}

interface Place {
  orderId: string
  roundId: string
}

async function acting(ctx: Ctx, { orderId, roundId }: Place, action: RoundAction) {
  const { order, me, review } = await actingMember(ctx, orderId)
  const row = (await roundRows(ctx, orderId, true)).find((r) => r.id === roundId)
  if (!row) throw new AppError('notFound')
  const facts = await roundFacts(ctx, row, isOver(order, review))
  const to = ROUND_STATUS.next(action, {
    record: facts,
    who: dialogWho(me, row.createdBy),
    now: ctx.clock.now().getTime(),
  })
  return { order, row, to }
}

async function end(
  ctx: Any,
  order: Order,
  { row, to, reason }: { row: RoundRow; to: RoundFacts['status']; reason: string },
): Promise<void> {
  await markMissed(ctx, row.id)
  await setRound(ctx, row.id, { status: to, closedAt: ctx.clock.now(), closeReason: reason })
  await ctx.schedule(timerOf(row.id), null, { kind: DUE, payload: {} })
  const offers = await ctx.many('review_offer', { roundId: row.id }, { columns: ['tradeId', 'total', 'status'] })
  record(ctx, order.id, {
    action: 'round-closed',
    summary: `${roundLabel(row.roundNo)}结束：${reason}`,
    data: { roundId: row.id, offers },
  })
  tellAll(ctx, order.id, await invitedBids(ctx, order, row.id))
}

async function invitedBids(ctx: Any, order: Order, roundId: string) {
  const rows = await ctx.many('review_offer', { roundId }, { columns: ['tradeId'] })
  return (await bidsOf(ctx, order)).filter((b) => rows.some((r) => r.tradeId === b.tradeId))
}

async function setRound(ctx: Any, id: string, values: Partial<RoundRow>): Promise<void> {
  await ctx.update('review_offer_round', { id }, values)
}

function schedule(ctx: Any, place: Place, deadline: Date): Promise<void> {
  return ctx.schedule(timerOf(place.roundId), deadline, { kind: DUE, payload: { ...place } })
}

function tellAll(ctx: Any, orderId: string, bids: readonly { tradeId: string }[]): void {
  tell(ctx, orderId, 'round')
  for (const bid of bids) tellBidder(ctx, bid.tradeId, 'round')
}

function timerOf(id: string): string {
  return `review-round:${id}`
}
