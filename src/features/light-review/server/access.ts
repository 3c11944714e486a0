import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { doesBuying, type OrderHandle, type orderRow, ownOrder } from '#features/procurement/server/public.ts'
import type { Actor, Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import type * as tables from '#server/database/tables.ts'
import type { Setting } from '../contract.ts'
import { OPEN_STATES, REVIEWABLE, startRefusal, takesOpinions } from '../rules/review.ts'
import { REVIEW_STATUS, type ReviewAction, type ReviewFacts, type ReviewWho } from '../rules/status.ts'

export type Any = Context<Actor | null>
export type Order = Awaited<ReturnType<typeof orderRow>>
export type ReviewRow = Selectable<tables.LightReview>
export type MemberRow = Selectable<tables.LightReviewMember>
export type OpinionRow = Selectable<tables.LightOpinion>
export type AskRow = Selectable<tables.LightReviewAsk>
export type AnswerRow = Selectable<tables.LightReviewAnswer>

export interface StoredFile {
  fileId: string
  name: string
  size: number
  sha256: string
}

/** What of a setting is stored as JSON; the deadline has a column. */
export type StoredSetting = Omit<Setting, 'deadline'>

/** Somebody of the buyer's side before the reviews of an order. */
export interface Seat {
  own: OrderHandle
  order: Order
  /** The review that goes on. */
  current: ReviewRow | undefined
  /** The own part in it. */
  member: MemberRow | undefined
  /** Runs the order. */
  isOwner: boolean
  /** Reads the order's pages, reviewed or not. */
  readsOrder: boolean
}

/**
 * The caller's part in the reviews of an order. `notFound` for strangers, for orders of methods that take no opinions, and
 * for colleagues who neither read the order nor were ever asked. `lock` is on the order; with one, the review that goes on
 * is locked for update.
 */
export async function seatAt(ctx: Context<Employee>, orderId: string, lock?: 'share' | 'update'): Promise<Seat> {
  const own = await ownOrder(ctx, orderId, lock)
  const { order, who } = own
  if (!takesOpinions(order)) throw new AppError('notFound')
  const buys = doesBuying(ctx.actor)
  const readsOrder = buys || ctx.actor.rights.has('auditing')
  const [current, seats] = await Promise.all([
    ctx.one('light_review', { orderId, status: OPEN_STATES }, lock && { lock: 'update' }),
    ownSeats(ctx, orderId),
  ])
  if (!readsOrder && seats.length === 0) throw new AppError('notFound')
  const member = seats.find(({ reviewId }) => reviewId === current?.id)
  return { own, order, current, member, isOwner: who.part === 'owner' && buys, readsOrder }
}

/** The caller's seats in the reviews of an order, replaced ones left out. */
export function ownSeats(ctx: Context<Employee>, orderId: string): Promise<MemberRow[]> {
  return ctx.tx
    .selectFrom('light_review_member as m')
    .innerJoin('light_review as r', (j) => j.onRef('r.tenantId', '=', 'm.tenantId').onRef('r.id', '=', 'm.reviewId'))
    .selectAll('m')
    .where('m.tenantId', '=', ctx.tenantId)
    .where('m.employeeId', '=', ctx.actor.employeeId)
    .where('m.outAt', 'is', null)
    .where('r.orderId', '=', orderId)
    .execute()
}

/** The members of a review that count, in the order in which they were named. */
export function activeMembers(ctx: Any, reviewId: string): Promise<MemberRow[]> {
  return ctx.many('light_review_member', { reviewId, outAt: NULL }, { orderBy: ['joinedAt', 'id'] })
}

/** Opinions of a review that were handed in, by member. */
export async function handedIn(ctx: Any, reviewId: string): Promise<Map<string, OpinionRow>> {
  const rows = await ctx.many('light_opinion', { reviewId })
  return new Map(rows.filter((row) => row.handedInAt !== null).map((row) => [row.memberId, row]))
}

/** Where the reviews of an order stand, as the status table looks at it. */
export async function standing(ctx: Context<Employee>, seat: Seat): Promise<{ facts: ReviewFacts; who: ReviewWho }> {
  const { own, order, current, member, isOwner } = seat
  const now = ctx.clock.now()
  const given = current ? await handedIn(ctx, current.id) : new Map<string, OpinionRow>()
  const openAsk = await ctx.tx
    .selectFrom('light_review_ask as a')
    .select('a.title')
    .where('a.tenantId', '=', ctx.tenantId)
    .where('a.reviewId', '=', current?.id ?? order.id)
    .where('a.deadline', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('light_review_answer as n')
            .select('n.no')
            .whereRef('n.tenantId', '=', 'a.tenantId')
            .whereRef('n.askId', '=', 'a.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return {
    facts: {
      status: (current?.status ?? 'none') as ReviewFacts['status'],
      isOver: !REVIEWABLE.includes(order.state),
      blocked: startRefusal(await own.facts()),
      deadline: current?.deadline.getTime() ?? null,
      given: given.size,
      openAsk: openAsk?.title ?? null,
    },
    who: {
      isOwner,
      isMember: member !== undefined,
      isChair: member?.isChair === true,
      hasHandedIn: member !== undefined && given.has(member.id),
    },
  }
}

/** The review that goes on, in which the caller may do this now: `notFound` for others, `wrongState` with the reason. */
export async function demandReview(ctx: Context<Employee>, seat: Seat, action: ReviewAction): Promise<ReviewRow> {
  const { facts, who } = await standing(ctx, seat)
  REVIEW_STATUS.next(action, { record: facts, who, now: ctx.clock.now().getTime() })
  return seat.current!
}

/** Records a fact of a review, under an entity of its own: the order's history does not show it. */
export function record(ctx: Any, orderId: string, fact: { action: string; summary: string; data?: object }): void {
  const { action, ...rest } = fact
  ctx.audit({ action: `light-review.${action}`, entity: 'light-review', entityId: orderId, ...rest })
}

/** Emits an event to the pages of the buyer's side and to messages. Its payload holds ids alone. */
export function announce(ctx: Any, kind: string, payload: { orderId: string } & Record<string, unknown>): void {
  ctx.emit({ kind: `light-review.${kind}`, payload, topics: [`order-owner:${payload.orderId}`] })
}
