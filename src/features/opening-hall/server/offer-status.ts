import { OfferOpenStatus } from '../rules-offer.ts'
import type { OpeningRow, Order } from './access.ts'

/** Where the second opening of an order stands. */
export function offerStatus(opening: OpeningRow | undefined): OfferOpenStatus {
  const O = OfferOpenStatus.values
  if (!opening) return O.none
  if (opening.endedAt) return O.ended
  return opening.marksOpenedAt ? O.announcing : O.opened
}

/** What the table of the second opening looks at, but for the first stage, which the review knows. */
export function offerFacts(order: Order, opening: OpeningRow | undefined) {
  return { status: offerStatus(opening), orderState: order.state, reviewModel: order.reviewModel }
}
