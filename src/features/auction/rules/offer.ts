import { Exact, formatAmount } from '#contract/money.ts'
import { formatTime, MINUTE } from '#contract/time.ts'
import type { AuctionTerms } from '#features/procurement/rules/auction-terms.ts'
import { stepOf } from '#features/procurement/rules/auction-terms-meaning.ts'

/** An accepted offer as the rules see it. Prices are decimal strings in yuan, times epoch ms. */
export interface Accepted {
  tradeId: string
  price: string
  at: number
}

/** A running auction before an offer. */
export interface Running {
  terms: AuctionTerms
  startPrice: string
  /** The lowest accepted price; null before the first offer. */
  lowest: string | null
  endsAt: number
  extensions: number
}

export type Refusal = 'tooLate' | 'offerStep' | 'offerCeiling'

export type Verdict =
  | { ok: true; endsAt: number; isExtended: boolean }
  | { ok: false; refusal: Refusal; message: string; highest?: string }

/** The highest price that the next offer may have: the start price, or a step below the lowest; zero or less: nothing is left. */
export function highestNext({ terms, startPrice, lowest }: Pick<Running, 'terms' | 'startPrice' | 'lowest'>): Exact {
  return lowest === null ? new Exact(startPrice) : new Exact(lowest).minus(stepOf(terms, startPrice))
}

/**
 * Whether a well-formed positive price is taken at `now`. The end itself is too late. An accepted offer is lower than
 * all before it by the step, so two equal ones cannot be.
 */
export function judgeOffer(auction: Running, price: string, now: number): Verdict {
  const { endsAt, startPrice, lowest } = auction
  if (now >= endsAt) {
    const message = `竞价已于 ${formatTime(new Date(endsAt), true)} 结束，平台收到报价的时间为 ${formatTime(new Date(now), true)}`
    return { ok: false, refusal: 'tooLate', message }
  }
  const offered = new Exact(price)
  if (offered.gt(startPrice))
    return { ok: false, refusal: 'offerCeiling', message: `报价不能高于起始价 ${formatAmount(startPrice)} 元` }
  const highest = highestNext(auction)
  if (lowest !== null && offered.gt(highest)) {
    const limit = highest.gt(0) ? `，须不高于 ${formatAmount(highest.toFixed(2))} 元` : ''
    const message = `当前最低价 ${formatAmount(lowest)} 元，报价未达到最小降幅${limit}`
    return { ok: false, refusal: 'offerStep', message, highest: highest.toFixed(2) }
  }
  return { ok: true, ...extended(auction, now) }
}

/** The end after an offer at `now`: never earlier than before. */
export function extended(
  { terms, endsAt, extensions }: Pick<Running, 'terms' | 'endsAt' | 'extensions'>,
  now: number,
): { endsAt: number; isExtended: boolean } {
  const window = terms.windowMinutes * MINUTE
  const mayExtend = window > 0 && (terms.maxExtensions === null || extensions < terms.maxExtensions)
  const later = now + window
  return mayExtend && later > endsAt ? { endsAt: later, isExtended: true } : { endsAt, isExtended: false }
}

/** A jump of more than 10 % below what is lowest now asks once more, so that a slip of a digit is not a contract. */
export function isBigJump(price: string, reference: string): boolean {
  return new Exact(price).lt(new Exact(reference).times('0.9'))
}

/** Each trade's best offer, lowest first. */
export function ranking<T extends Accepted>(offers: readonly T[]): T[] {
  const best = new Map<string, T>()
  for (const offer of offers) {
    const before = best.get(offer.tradeId)
    if (!before || new Exact(offer.price).lt(before.price)) best.set(offer.tradeId, offer)
  }
  return [...best.values()].toSorted((a, b) => new Exact(a.price).comparedTo(b.price))
}

/** How an end moves when time was lost from `lostFrom` to `now` (a pause, an outage): everybody gets it back. */
export function givenBack(auction: { startsAt: number; endsAt: number }, lostFrom: number, now: number): number {
  const from = Math.max(lostFrom, auction.startsAt)
  return from >= auction.endsAt ? auction.endsAt : auction.endsAt + Math.max(0, now - from)
}
