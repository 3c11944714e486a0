import { Exact } from '#contract/money.ts'
import { type OpenedBid, openedBids } from '#features/opening-hall/server/public.ts'
import { OrderStatus } from '#features/procurement/rules/enums.ts'
import { participants } from '#features/procurement/server/public.ts'
import type { Bidder } from '../contract/shared.ts'
import type { Any, Order } from './access.ts'

/** What is judged here has a quote; what waits for a second opening has none yet. */
type Quoted = OpenedBid & { quote: string; priceSheet: NonNullable<OpenedBid['priceSheet']> }

export interface Bid extends Quoted {
  creditCode: string
  overControlPrice: boolean
  /** Null while the bid is valid. */
  rejection: { reason: string; rule: string; wayId: string | null; motionId: string | null; at: Date } | null
}

/** Opened bids with what became of them, in the order of the opening; none before the opening. */
export async function bidsOf(ctx: Any, order: Order): Promise<Bid[]> {
  if (order.status < OrderStatus.values.announcing) return []
  const [opened, companies, rejections] = await Promise.all([
    openedBids(ctx, order.id),
    participants(ctx, order.id),
    ctx.tx
      .selectFrom('review_rejection')
      .selectAll()
      .where('tenant_id', '=', ctx.tenantId)
      .where('order_id', '=', order.id)
      .execute(),
  ])
  return opened.filter(isQuoted).map((bid) => {
    const rejection = rejections.find((r) => r.trade_id === bid.tradeId)
    return {
      ...bid,
      creditCode: companies.find((c) => c.tradeId === bid.tradeId)?.creditCode ?? '',
      overControlPrice: order.control_price !== null && new Exact(bid.quote).gt(order.control_price),
      rejection: rejection
        ? {
            reason: rejection.reason,
            rule: rejection.rule,
            wayId: rejection.way_id,
            motionId: rejection.motion_id,
            at: rejection.at,
          }
        : null,
    }
  })
}

function isQuoted(bid: OpenedBid): bid is Quoted {
  return bid.quote !== null
}

export const isValid = (bid: Bid): boolean => bid.rejection === null

/** A bid as both sides see it. `wayNames`: names of ways by id. */
export function bidderView(bid: Bid, wayNames: ReadonlyMap<string, string>): Bidder {
  const { rejection } = bid
  return {
    bidderId: bid.tradeId,
    no: bid.no,
    supplierName: bid.supplierName,
    quote: bid.quote,
    overControlPrice: bid.overControlPrice,
    rejection: rejection && {
      reason: rejection.reason,
      rule: rejection.rule,
      wayName: rejection.wayId === null ? null : (wayNames.get(rejection.wayId) ?? null),
      at: rejection.at.toISOString(),
    },
  }
}
