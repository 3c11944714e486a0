import { bindRow } from '#server/bound-rows.ts'
import { ASKS } from './bound.ts'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'
import { notify } from '#features/messages/server/public.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { ReviewAsk } from '#server/database/tables.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import type { createAsks } from '../contract/asks.ts'
import { AskKind, AskStatus } from '#features/evaluation/rules/enums.ts'
import { ASK_STATUS, type AskAction, type AskFacts, type DialogWho } from '../rules/dialog-status.ts'
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
import { attachFiles } from './ask-files.ts'
import { beginning } from './begin.ts'
import { BIDDER, bidderSeat, dialogWho, isOver } from './bidder-seat.ts'
import { type Bid, bidsOf, isValid } from './bids.ts'
import { isDecided, votesOn } from './low-price.ts'
import { explained } from './low-price-asks.ts'
import { raiseLowPriceVotes } from './low-price-votes.ts'
import { dropOpenOn } from './motions.ts'
import { notifyBidder } from './notify-bidder.ts'

export type AskRow = Selectable<ReviewAsk>
const S = AskStatus.values
const DUE = 'review.ask-due'
const LOW_PRICE = AskKind.values.lowPrice

/** Puts the same question to some bidders, one record each. The leader's goes out at once, others' wait for the leader. */
export async function create(
  ctx: Ctx,
  orderId: string,
  given: z.output<typeof createAsks.body>,
): Promise<{ askIds: string[]; sent: boolean }> {
  const { order, me, review, bids } = await beginning(ctx, orderId, 'createAsk')
  const about = given.kind === LOW_PRICE ? await explained(ctx, { order, review, bids }, given) : null
  const chosen = [...new Set(given.bidderIds)].map((id) => bids.find((b) => b.tradeId === id))
  const askIds: string[] = []
  for (const bid of chosen) {
    if (!bid) throw new AppError('notFound')
    demandValid(bid)
    const id = ctx.newId()
    const row = await ctx.tx
      .insertInto('review_ask')
      .values({
        tenantId: ctx.tenantId,
        id,
        orderId,
        tradeId: bid.tradeId,
        kind: given.kind,
        title: given.title,
        content: given.content,
        askedBy: me.id,
        minutes: given.minutes,
        ...about?.get(bid.tradeId),
        createdAt: ctx.clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    bindRow(ctx, ASKS, [id])
    await attachFiles(ctx, id, { side: 'ask', fileIds: given.fileIds })
    if (me.isLeader) await sendOut(ctx, order, row)
    askIds.push(id)
  }
  record(ctx, orderId, {
    action: 'ask',
    summary: `${me.isLeader ? '要求' : '拟要求'}投标人${AskKind.label(given.kind)}：${given.title}`,
    data: { askIds, ...given },
  })
  tell(ctx, orderId, 'ask')
  return { askIds, sent: me.isLeader }
}

export async function send(ctx: Ctx, place: Place, minutes?: number): Promise<void> {
  const { order, review, row } = await acting(ctx, place, 'send')
  const asked = { ...row, minutes: minutes ?? row.minutes }
  const bids = await bidsOf(ctx, order)
  // Rejected since it was drafted: a question would make the bidder work for nothing.
  demandValid(bids.find((bid) => bid.tradeId === row.tradeId)!)
  if (row.kind === LOW_PRICE) {
    const given = { bidderIds: [row.tradeId], minutes: asked.minutes, own: row.id }
    await setAsk(ctx, row.id, (await explained(ctx, { order, review, bids }, given)).get(row.tradeId)!)
  }
  await sendOut(ctx, order, asked)
  record(ctx, place.orderId, {
    action: 'ask-sent',
    summary: `发出${AskKind.label(row.kind)}：${row.title}`,
    data: place,
  })
  tell(ctx, place.orderId, 'ask')
}

export async function withdraw(ctx: Ctx, place: Place, reason: string): Promise<void> {
  const { order, row, to } = await acting(ctx, place, 'withdraw')
  await setAsk(ctx, row.id, { status: to, withdrawReason: reason })
  await ctx.schedule(timerOf(row.id), null, { kind: DUE, payload: {} })
  record(ctx, place.orderId, { action: 'ask-withdrawn', summary: `撤回“${row.title}”：${reason}`, data: place })
  tell(ctx, place.orderId, 'ask')
  if (!row.sentAt) return
  await notifyBidder(
    ctx,
    { order, tradeId: row.tradeId },
    {
      kind: 'review.ask',
      title: `无需再作${AskKind.label(row.kind)}`,
      content: `评标委员会已撤回就“${row.title}”提出的${AskKind.label(row.kind)}要求，无需答复。`,
    },
  )
  tellBidder(ctx, row.tradeId, 'ask')
}

/** More time from now on, never less than there was. */
export async function extend(
  ctx: Ctx,
  place: Place,
  { minutes, reason }: { minutes: number; reason: string },
): Promise<{ deadline: string }> {
  const { row, to, order } = await acting(ctx, place, 'extend')
  const from = Math.max(ctx.clock.now().getTime(), row.deadline?.getTime() ?? 0)
  const deadline = new Date(from + minutes * MINUTE)
  await setAsk(ctx, row.id, { status: to, deadline })
  // Nobody votes on an explanation that may still come.
  await dropOpenOn(ctx, place.orderId, { askId: row.id })
  await ctx.schedule(timerOf(row.id), deadline, { kind: DUE, payload: { askId: row.id, orderId: place.orderId } })
  record(ctx, place.orderId, {
    action: 'ask-extended',
    summary: `延长“${row.title}”的答复时间：${reason}`,
    data: { ...place, before: row.deadline?.toISOString(), deadline: deadline.toISOString() },
  })
  await tellPeople(ctx, order, { ...row, deadline })
  tell(ctx, place.orderId, 'ask')
  return { deadline: deadline.toISOString() }
}

/** The bidder's answer: once, and before the deadline by the server's clock. */
export async function reply(
  ctx: Context<Employee>,
  orderId: string,
  given: { askId: string; content: string; fileIds: readonly string[] },
): Promise<{ repliedAt: string }> {
  await bidderSeat(ctx, orderId)
  await lockReview(ctx, orderId)
  const { order, bid, review } = await bidderSeat(ctx, orderId)
  const row = await askRow(ctx, { orderId, askId: given.askId }, true)
  if (row.tradeId !== bid.tradeId || row.sentAt === null) throw new AppError('notFound')
  const now = ctx.clock.now()
  const facts = factsOf(row, { over: isOver(order, review) })
  if (facts.deadline !== null && now.getTime() >= facts.deadline && row.status === S.waiting)
    throw new AppError('tooLate', '已超过答复截止时间')
  const status = ASK_STATUS.next('reply', { record: facts, who: BIDDER, now: now.getTime() })
  await setAsk(ctx, row.id, {
    status,
    reply: given.content,
    repliedBy: ctx.actor.userId,
    repliedName: ctx.actor.name,
    repliedAt: now,
  })
  await attachFiles(ctx, row.id, { side: 'reply', fileIds: given.fileIds })
  await ctx.schedule(timerOf(row.id), null, { kind: DUE, payload: {} })
  await raiseLowPriceVotes(ctx, order)
  // The answer itself is in the row; the order's history, which others read, tells that there is one.
  record(ctx, orderId, {
    action: 'ask-replied',
    summary: `投标人答复“${row.title}”`,
    data: { askId: row.id, bidderId: bid.tradeId, content: given.content, fileIds: given.fileIds },
  })
  await notify(ctx, {
    to: { userIds: (await activeReviewers(ctx, orderId)).map((r) => r.userId) },
    identity: 'expert',
    kind: 'review.answered',
    title: '投标人已答复',
    content: `${order.title}：${bid.supplierName}已答复“${row.title}”。`,
    link: `/review/projects/${orderId}/review-session`,
  })
  tell(ctx, orderId, 'ask')
  tellBidder(ctx, bid.tradeId, 'ask')
  return { repliedAt: now.toISOString() }
}

/** The time to answer is over. */
export const askDue: Subscriber = {
  name: 'review-hall.ask-due',
  kind: DUE,
  async handle(ctx, event) {
    const { askId, orderId } = event.payload as { askId: string; orderId: string }
    await lockReview(ctx, orderId)
    const row = await askRow(ctx, { orderId, askId }, true)
    const now = ctx.clock.now()
    if (row.status !== S.waiting || row.deadline === null || row.deadline > now) return
    const who: DialogWho = { part: 'system', isAuthor: false }
    const status = ASK_STATUS.next('expire', { record: factsOf(row, { over: false }), who, now: now.getTime() })
    await setAsk(ctx, askId, { status })
    await raiseLowPriceVotes(ctx, await orderRow(ctx, orderId))
    record(ctx, orderId, { action: 'ask-overdue', summary: `投标人逾期未答复“${row.title}”`, data: { askId } })
    tell(ctx, orderId, 'ask')
    tellBidder(ctx, row.tradeId, 'ask')
  },
}

/** `decided`: the committee has voted on the explanation that was asked for. */
export function factsOf(row: AskRow, { over, decided = false }: { over: boolean; decided?: boolean }): AskFacts {
  return {
    status: row.status as AskFacts['status'],
    deadline: row.deadline?.getTime() ?? null,
    isOver: over,
    isDecided: decided,
  }
}

/** A question of this review, or `notFound`. */
export async function askRow(ctx: Any, { orderId, askId }: Place, lock = false): Promise<AskRow> {
  const row = await ctx.tx
    .selectFrom('review_ask')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .where('id', '=', askId)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

interface Place {
  orderId: string
  askId: string
}

async function acting(ctx: Ctx, { orderId, askId }: Place, action: AskAction) {
  const { order, me, review } = await actingMember(ctx, orderId)
  const row = await askRow(ctx, { orderId, askId }, true)
  const who = dialogWho(me, row.askedBy)
  const vote = (await votesOn(ctx, orderId)).find((one) => one.askId === askId)
  const facts = factsOf(row, { over: isOver(order, review), decided: isDecided(vote) })
  const to = ASK_STATUS.next(action, { record: facts, who, now: ctx.clock.now().getTime() })
  return { order, me, review, row, to }
}

function demandValid(bid: Bid): void {
  if (!isValid(bid)) throw new AppError('wrongState', `${bid.supplierName}的投标已被否决`)
}

async function sendOut(ctx: Ctx, order: Order, row: AskRow): Promise<void> {
  const now = ctx.clock.now()
  const deadline = new Date(now.getTime() + row.minutes * MINUTE)
  await setAsk(ctx, row.id, { status: S.waiting, sentAt: now, deadline, minutes: row.minutes })
  await ctx.schedule(timerOf(row.id), deadline, { kind: DUE, payload: { askId: row.id, orderId: order.id } })
  await tellPeople(ctx, order, { ...row, deadline })
}

async function tellPeople(ctx: Ctx, order: Order, row: AskRow): Promise<void> {
  const kind = AskKind.label(row.kind)
  await notifyBidder(
    ctx,
    { order, tradeId: row.tradeId },
    {
      kind: 'review.ask',
      title: `请在规定时间内作出${kind}`,
      content: `评标委员会要求贵公司就“${row.title}”作出${kind}，请在截止前答复。`,
    },
  )
  tellBidder(ctx, row.tradeId, 'ask')
}

async function setAsk(ctx: Any, askId: string, values: Partial<AskRow>): Promise<void> {
  await ctx.update('review_ask', { id: askId }, values)
  bindRow(ctx, ASKS, [askId])
}

function timerOf(askId: string): string {
  return `review-ask:${askId}`
}
