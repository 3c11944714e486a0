import { Exact, formatAmount } from '#contract/money.ts'
import { formatTime, MINUTE } from '#contract/time.ts'
import type { AuctionTerms } from '#features/procurement/rules/auction-terms.ts'
import { directionOf, DIRECTIONS, stepOf } from '#features/procurement/rules/auction-terms-meaning.ts'

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
  /** The best accepted price: the lowest, or the highest where prices rise; null before the first offer. */
  best: string | null
  endsAt: number
  extensions: number
}

export type Refusal = 'tooLate' | 'offerStep' | 'offerCeiling'

export type Verdict =
  | { ok: true; endsAt: number; isExtended: boolean }
  | { ok: false; refusal: Refusal; message: string; limit?: string }

/** 1 where a higher price is better, -1 where a lower one is. */
function sign(terms: Pick<AuctionTerms, 'direction'>): 1 | -1 {
  return directionOf(terms) === 'rising' ? 1 : -1
}

/** Whether `a` is a strictly better offer than `b`. */
function isBetter(a: string, b: string | Exact, terms: Pick<AuctionTerms, 'direction'>): boolean {
  return new Exact(a).comparedTo(b) === sign(terms)
}

/**
 * The price that the next offer may have at most, or must have at least where prices rise: the start price, or a step beyond
 * the best. Zero or less: nothing is left.
 */
export function nextLimit({ terms, startPrice, best }: Pick<Running, 'terms' | 'startPrice' | 'best'>): Exact {
  return best === null ? new Exact(startPrice) : new Exact(best).plus(stepOf(terms, startPrice).times(sign(terms)))
}

/**
 * Whether a well-formed positive price is taken at `now`. The end itself is too late. An accepted offer is better than
 * all before it by the step, so two equal ones cannot be.
 */
export function judgeOffer(auction: Running, price: string, now: number): Verdict {
  const { endsAt, startPrice, best, terms } = auction
  if (now >= endsAt) {
    const message = `竞价已于 ${formatTime(new Date(endsAt), true)} 结束，平台收到报价的时间为 ${formatTime(new Date(now), true)}`
    return { ok: false, refusal: 'tooLate', message }
  }
  const { step, best: name } = DIRECTIONS[directionOf(terms)]
  const than = directionOf(terms) === 'rising' ? '低于' : '高于'
  if (isBetter(startPrice, price, terms))
    return { ok: false, refusal: 'offerCeiling', message: `报价不能${than}起始价 ${formatAmount(startPrice)} 元` }
  const limit = nextLimit(auction)
  if (best !== null && isBetter(limit.toFixed(2), price, terms)) {
    const bound = limit.gt(0) ? `，须不${than} ${formatAmount(limit.toFixed(2))} 元` : ''
    const message = `当前${name} ${formatAmount(best)} 元，报价未达到${step}${bound}`
    return { ok: false, refusal: 'offerStep', message, limit: limit.toFixed(2) }
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

/** A jump of more than 10 % beyond what is best now asks once more, so that a slip of a digit is not a contract. */
export function isBigJump(price: string, reference: string, terms: Pick<AuctionTerms, 'direction'> = {}): boolean {
  return isBetter(price, new Exact(reference).times(directionOf(terms) === 'rising' ? '1.1' : '0.9'), terms)
}

/** Each trade's best offer, best first. */
export function ranking<T extends Accepted>(offers: readonly T[], terms: Pick<AuctionTerms, 'direction'> = {}): T[] {
  const best = new Map<string, T>()
  for (const offer of offers) {
    const before = best.get(offer.tradeId)
    if (!before || isBetter(offer.price, before.price, terms)) best.set(offer.tradeId, offer)
  }
  return [...best.values()].toSorted((a, b) => sign(terms) * new Exact(b.price).comparedTo(a.price))
}

/** How an end moves when time was lost from `lostFrom` to `now` (a pause, an outage): everybody gets it back. */
export function givenBack(auction: { startsAt: number; endsAt: number }, lostFrom: number, now: number): number {
  const from = Math.max(lostFrom, auction.startsAt)
  return from >= auction.endsAt ? auction.endsAt : auction.endsAt + Math.max(0, now - from)
}
