import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { statesReached } from '#features/procurement/engine/states.ts'
import { type OrderHandle, orderRow, type Own, ownOrder } from '#features/procurement/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Review, Reviewer } from '#server/database/tables.ts'
import type { ReviewWho } from '../rules/session-status.ts'
import { NULL } from '#server/database/records.ts'

export type Ctx = Context<Actor>
/** Requests, and jobs that run without an actor. */
export type Any = Context<Actor | null>
export type Order = Awaited<ReturnType<typeof orderRow>>
export type ReviewRow = Selectable<Review>
export type ReviewerRow = Selectable<Reviewer>

/** A person's place in one review: what every operation starts from. */
export interface Seat {
  order: Order
  who: ReviewWho
  /** The own seat on the committee; null on the purchaser's side. */
  me: ReviewerRow | null
  /** What the purchaser's side may do with the order; the committee has no part in that. */
  own?: OrderHandle
}

/** The purchaser's side of an order that is published, or `notFound`. Whoever runs it is the owner. */
export async function ownerSeat<L extends 'update' | undefined = undefined>(
  ctx: Context<Employee>,
  orderId: string,
  lock?: L,
): Promise<Seat & { own: Own<L> }> {
  const right = ctx.actor.workbench === 'agency' ? 'agencyTendering' : 'tendering'
  if (!ctx.actor.rights.has(right)) throw new AppError('noRight')
  const own = await ownOrder(ctx, orderId, lock)
  const { order, who } = own
  if (order.state === 'publish.draft') throw new AppError('notFound')
  const part = who.part === 'owner' ? 'owner' : 'observer'
  return { own, order, who: { part, isLeader: false }, me: null }
}

/** The same for what changes something: an observer may look only. */
export async function actingOwner<L extends 'update' | undefined = undefined>(
  ctx: Context<Employee>,
  orderId: string,
  lock?: L,
): Promise<Seat & { own: Own<L> }> {
  const seat = await ownerSeat(ctx, orderId, lock)
  if (seat.who.part !== 'owner') throw new AppError('notFound')
  return seat
}

/** A seat on the committee of an order, or `notFound`: also for a member who has left. */
export async function memberSeat(ctx: Ctx, orderId: string): Promise<Seat & { me: ReviewerRow }> {
  const me = await ctx.one('reviewer', { orderId, userId: ctx.actor.userId, outAt: NULL })
  if (!me) throw new AppError('notFound')
  const order = await orderRow(ctx, orderId)
  return { order, who: { part: 'member', isLeader: me.isLeader }, me }
}

/**
 * Takes the review's lock, which comes before every other lock of this feature and before the order's. Throws
 * `wrongState` when no review is running.
 */
export async function lockReview(ctx: Any, orderId: string): Promise<ReviewRow> {
  const review = await reviewRow(ctx, orderId, true)
  if (!review) throw new AppError('wrongState', '评审尚未开始')
  return review
}

export async function reviewRow(ctx: Any, orderId: string, lock = false): Promise<ReviewRow | null> {
  const row = await ctx.tx
    .selectFrom('review')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst()
  return row ?? null
}

/** A member who may act in the running review: seat re-read under the review's lock, every bidder declared free of conflict. */
export async function actingMember(ctx: Ctx, orderId: string): Promise<Seat & { me: ReviewerRow; review: ReviewRow }> {
  await memberSeat(ctx, orderId)
  const review = await lockReview(ctx, orderId)
  const seat = await memberSeat(ctx, orderId)
  demandReviewing(seat.order)
  demandDeclared(seat.me)
  return { ...seat, review }
}

/** Members are chosen until the review starts. */
export function mayChoose(order: Order): boolean {
  return statesReached('published', 'reviewing').includes(order.state)
}

export function demandReviewing(order: Order): void {
  if (order.state !== 'review.running') throw new AppError('wrongState', '当前不在评审中')
}

export function demandDeclared(me: ReviewerRow): void {
  if (me.noConflict !== true) throw new AppError('wrongState', '请先对全部投标人作出回避声明')
}

/** Members who have not left, leader first. */
export async function activeReviewers(ctx: Any, orderId: string): Promise<ReviewerRow[]> {
  return (await allReviewers(ctx, orderId)).filter((r) => r.outAt === null)
}

/** Everybody who ever sat on the committee, leader first. */
export async function allReviewers(ctx: Any, orderId: string): Promise<ReviewerRow[]> {
  return ctx.many('reviewer', { orderId }, { orderBy: ['isLeader desc', 'sort'] })
}

/** Tells open pages that something of this review changed; what it is they fetch, as far as they may. */
export function tell(ctx: Any, orderId: string, kind: string): void {
  ctx.emit({ kind: `review.${kind}`, payload: { orderId }, topics: [`review:${orderId}`] })
}

/** Tells open pages of one bidder's people: ids only. */
export function tellBidder(ctx: Any, tradeId: string, kind: string): void {
  ctx.emit({ kind: `review.${kind}`, payload: { bidderId: tradeId }, topics: [`review-bidder:${tradeId}`] })
}

/** Page of a bidder in the supplier's workbench. */
export function bidderLink({ id, method }: { id: string; method: number }, tradeId: string): string {
  return placeOf({ id, method, ids: { projectId: id, bidderId: tradeId } }, 'review.supplierHall', 'supplier')
}

/**
 * Records a fact of this review. Summaries appear in the order's history, which the purchaser reads: they never hold marks
 * or what a motion is about. `entity: 'review'` keeps autosaves out of that history.
 */
export function record(
  ctx: Any,
  orderId: string,
  fact: { action: string; summary: string; data?: unknown; entity?: 'order' | 'review' },
): void {
  ctx.audit({ entity: 'order', ...fact, action: `review.${fact.action}`, entityId: orderId })
}
