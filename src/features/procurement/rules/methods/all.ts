import type { Method } from '../method.ts'
import { auctionMethod } from './auction.ts'
import { publicBidding } from './public-bidding.ts'

/** Methods that can be run. */
export const METHODS: readonly Method[] = [publicBidding, auctionMethod]

/** Offers are made live, against each other: no bids, no opening, no review. */
export function isLive(order: { method: number }): boolean {
  return methodOf(order.method).offers === 'live'
}

/** The method with this code; throws RangeError when it cannot be run. */
export function methodOf(code: number): Method {
  const method = METHODS.find((m) => m.code === code)
  if (!method) throw new RangeError(`no method ${code}`)
  return method
}
