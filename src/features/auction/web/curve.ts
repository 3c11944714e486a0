import type { TimeAxis } from '#web/kit/chart-option.ts'
import type { AuctionHall } from '../contract.ts'
import { isClosed } from '../rules/status.ts'

type Facts = Pick<AuctionHall, 'offers' | 'startsAt' | 'startPrice' | 'endsAt' | 'status'>

/**
 * The best price over time: from the start price at the start, one step per offer at its instant, and to the end once
 * there is one. The axis runs to the end that stands now, so that what is left of the time is seen. Only drawn.
 */
export function curveOf({ offers, startsAt, startPrice, endsAt, status }: Facts): {
  x: TimeAxis
  prices: number[]
} {
  const from = new Date(startsAt ?? offers[0]?.at ?? 0).getTime()
  const at = [from, ...offers.map((offer) => new Date(offer.at).getTime())]
  const prices = [Number(startPrice), ...offers.map((offer) => Number(offer.price))]
  const to = Math.max(endsAt === null ? 0 : new Date(endsAt).getTime(), at.at(-1)!)
  if (isClosed(status)) {
    at.push(to)
    prices.push(prices.at(-1)!)
  }
  return { x: { at, from, to }, prices }
}
