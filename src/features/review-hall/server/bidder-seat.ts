import { AppError } from '#contract/errors.ts'
import { ownTrade } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { DialogWho } from '../rules/dialog-status.ts'
import { type Order, type ReviewerRow, type ReviewRow, reviewRow } from './access.ts'
import { type Bid, bidsOf } from './bids.ts'

/** A bidder in the review of its own bid. */
export interface BidderSeat {
  order: Order
  bid: Bid
  review: ReviewRow
}

export const BIDDER: DialogWho = { part: 'bidder', isAuthor: false }

/**
 * The own bid in a review that has begun, or `notFound`: no bid, a bid that was not opened, another one's. The bid's
 * fate in the review is never told here.
 */
export async function bidderSeat(ctx: Context<Employee>, orderId: string, bidderId?: string): Promise<BidderSeat> {
  const { order, trade } = await ownTrade(ctx, orderId)
  if (bidderId !== undefined && trade.id !== bidderId) throw new AppError('notFound')
  const review = await reviewRow(ctx, orderId)
  const bid = review && (await bidsOf(ctx, order)).find((b) => b.tradeId === trade.id)
  if (!review || !bid) throw new AppError('notFound')
  return { order, bid, review }
}

/** A member's part in what the committee sends out. */
export function dialogWho(me: ReviewerRow | null, author: string): DialogWho {
  if (!me) return { part: 'none', isAuthor: false }
  return { part: me.isLeader ? 'leader' : 'member', isAuthor: me.id === author }
}

/** Nothing goes back and forth any more. */
export function isOver(order: Order, review: ReviewRow): boolean {
  return review.concludedAt !== null || order.state !== 'review.running'
}
