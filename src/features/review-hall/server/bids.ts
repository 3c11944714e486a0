import { Exact } from '#contract/money.ts'
import { openedBids, type OpenedBid } from '#features/opening-hall/server/public.ts'
import { reached } from '#features/procurement/engine/states.ts'
import type { BondStanding } from '#features/procurement/contract/bond.ts'
import { bondStandings, participants } from '#features/procurement/server/public.ts'
import type { Bidder } from '../contract/shared.ts'
import { CorrectionStatus } from '#features/evaluation/rules/enums.ts'
import { revealedQuotes } from '#features/quotes/server/public.ts'
import { evaluatedPrice, type PriceEvent } from '../rules/price-history.ts'
import type { Any, Order } from './access.ts'

export interface Bid extends OpenedBid {
  creditCode: string
  /** What counts in the review, yuan; null while the second envelope is sealed. */
  evaluatedPrice: string | null
  overControlPrice: boolean
  bond: BondStanding | null
  /** Null while the bid is valid. */
  rejection: { reason: string; rule: string; wayId: string | null; motionId: string | null; at: Date } | null
}

/** Opened bids with what became of them, in the order of the opening; none before the opening. */
export async function bidsOf(ctx: Any, order: Order): Promise<Bid[]> {
  if (!reached(order, 'read')) return []
  const [opened, companies, rejections, prices, bonds] = await Promise.all([
    openedBids(ctx, order.id),
    participants(ctx, order.id),
    ctx.many('review_rejection', { orderId: order.id }),
    priceEvents(ctx, order.id),
    bondStandings(ctx, order),
  ])
  return opened.map((bid) => {
    const rejection = rejections.find((r) => r.tradeId === bid.tradeId)
    const evaluated = evaluatedPrice(bid.quote, prices.get(bid.tradeId) ?? [])
    return {
      ...bid,
      creditCode: companies.find((c) => c.tradeId === bid.tradeId)?.creditCode ?? '',
      evaluatedPrice: evaluated,
      overControlPrice:
        order.controlPrice !== null && evaluated !== null && new Exact(evaluated).gt(order.controlPrice),
      bond: bonds.of(bid.tradeId),
      rejection: rejection
        ? {
            reason: rejection.reason,
            rule: rejection.rule,
            wayId: rejection.wayId,
            motionId: rejection.motionId,
            at: rejection.at,
          }
        : null,
    }
  })
}

export const isValid = (bid: Bid): boolean => bid.rejection === null

/** Whether a bid was in when the first stage was fixed, `at`; what it was rejected for later is no part of that. */
export function passedFirstStage(
  { rejection }: Bid,
  { ways, at }: { ways: readonly { id: string; stage: number }[]; at: Date },
): boolean {
  if (rejection === null) return true
  if (rejection.wayId !== null) return ways.some((w) => w.id === rejection.wayId && w.stage === 2)
  // By vote at any time; by nobody's vote because the second envelope could not be opened.
  return rejection.motionId === null || rejection.at > at
}

/** A bid as both sides see it. `wayNames`: names of ways by id. */
export function bidderView(bid: Bid, wayNames: ReadonlyMap<string, string>): Bidder {
  const { rejection } = bid
  return {
    bidderId: bid.tradeId,
    no: bid.no,
    supplierName: bid.supplierName,
    quote: bid.quote,
    evaluatedPrice: bid.evaluatedPrice,
    overControlPrice: bid.overControlPrice,
    bond: bid.bond,
    rejection: rejection && {
      reason: rejection.reason,
      rule: rejection.rule,
      wayName: rejection.wayId === null ? null : (wayNames.get(rejection.wayId) ?? null),
      at: rejection.at.toISOString(),
    },
  }
}

/** Confirmed corrections and offers of closed rounds, by bid. */
export async function priceEvents(ctx: Any, orderId: string): Promise<Map<string, PriceEvent[]>> {
  const [corrections, quotes] = await Promise.all([
    ctx.tx
      .selectFrom('review_correction')
      .select(['tradeId as id', 'after as amount', 'decidedAt as at'])
      .where('tenantId', '=', ctx.tenantId)
      .where('orderId', '=', orderId)
      .where('status', '=', CorrectionStatus.values.confirmed)
      .execute(),
    revealedQuotes(ctx, orderId),
  ])
  const rows = [
    ...corrections.map((r) => ({ ...r, at: r.at! })),
    ...quotes.map((q) => ({ id: q.tradeId, at: q.closedAt, amount: q.total })),
  ]
  return Map.groupBy(rows, (r) => r.id)
}
