import { roundRows, roundsSoFar } from '#features/quotes/server/public.ts'
import { MEMBER_ACTIONS, type MemberAction, type MemberFacts } from '../rules/member-actions.ts'
import { type Any, actingMember, type Ctx, type Order, type ReviewRow } from './access.ts'
import { isOver } from './bidder-seat.ts'
import { type Bid, bidsOf, isValid } from './bids.ts'
import { roundTerms } from './quote-host.ts'

/**
 * A member who begins something with bidders, in the locked review. Throws what `actingMember` throws, `notFound` for who
 * may not begin it, and `wrongState` with the reason while it cannot be begun: the table that screens draw from decides.
 */
export async function beginning(ctx: Ctx, orderId: string, action: MemberAction) {
  const seat = await actingMember(ctx, orderId)
  const bids = await bidsOf(ctx, seat.order)
  const record = await memberFacts(ctx, seat.order, { review: seat.review, bids })
  MEMBER_ACTIONS.next(action, { record, who: seat.who, now: ctx.clock.now().getTime() })
  return { ...seat, bids }
}

export async function memberFacts(
  ctx: Any,
  order: Order,
  { review, bids }: { review: ReviewRow | null; bids: readonly Bid[] },
): Promise<MemberFacts> {
  const rounds = await roundRows(ctx, { orderId: order.id, kind: 'review' })
  return {
    isRunning: review !== null && !isOver(order, review),
    hasPrices: bids.filter(isValid).every((b) => b.evaluatedPrice !== null),
    terms: roundTerms(order),
    soFar: roundsSoFar(rounds),
  }
}
