import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { OfferRoundStatus } from '#features/evaluation/rules/enums.ts'
import { MEMBER_ACTIONS, type MemberAction, type MemberFacts } from '../rules/member-actions.ts'
import { type Any, actingMember, type Ctx, type Order, type ReviewRow } from './access.ts'
import { isOver } from './bidder-seat.ts'
import { type Bid, bidsOf, isValid } from './bids.ts'
import { roundRows } from './round-rows.ts'

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
  const rounds = await roundRows(ctx, order.id)
  return {
    isRunning: review !== null && !isOver(order, review),
    hasPrices: bids.filter(isValid).every((b) => b.evaluatedPrice !== null),
    maxRounds: OrderSettings.parse(order.settings).offerRounds,
    rounds: rounds.length,
    isRoundOpen: rounds.some((r) => r.status !== OfferRoundStatus.values.closed),
    hadFinal: rounds.some((r) => r.isFinal),
  }
}
