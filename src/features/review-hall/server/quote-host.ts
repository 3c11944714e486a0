import { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { RoundTerms } from '#features/quotes/rules/opening.ts'
import type { SigningHost } from '#features/quotes/server/public.ts'
import { roundLabel } from '../rules/offer-round.ts'
import { type Order, record, type ReviewRow, tell, tellBidder } from './access.ts'
import { isOver } from './bidder-seat.ts'
import { documentPdf } from './document.ts'
import { notifyBidders } from './notify-bidder.ts'

/** The review holds rounds: among the bidders whose bids are valid, on the leader's word. */
export const HOST: SigningHost = {
  kind: 'review',
  due: 'review.round-due',
  timer: 'review-round',
  label: roundLabel,
  title: '评审报价单',
  use: 'review-offer',
  document: documentPdf,
  record,
  tell(ctx, orderId, tradeIds) {
    tell(ctx, orderId, 'round')
    for (const tradeId of tradeIds) tellBidder(ctx, tradeId, 'round')
  },
  notify: (ctx, to, message) => notifyBidders(ctx, to, { kind: 'review.round', ...message }),
}

/** Rounds that the tender documents provide for (招标投标法第四十三条). */
export function roundTerms(order: Order): RoundTerms {
  const rounds = OrderSettings.parse(order.settings).offerRounds
  return { announced: { rounds, name: '评审报价' }, isSingle: false }
}

/** Why rounds do not go on, in words; empty while they do. */
export function overInWords(order: Order, review: ReviewRow | null): string {
  return review === null || isOver(order, review) ? '评审已汇总' : ''
}
