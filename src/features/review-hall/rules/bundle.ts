import type { ScoreDigits } from '#features/evaluation/rules/part-score.ts'
import type { BundleDraw } from './replay-draws.ts'
import type { BundleLowPrice } from './replay-low-price.ts'

/*
 * A concluded review as data from which everything that followed can be computed again, elsewhere and without our
 * database. Names of members are not in it.
 */

export const BUNDLE_TYPE = 'kaibiao.review-bundle/2'
/** Of reviews that began before draws went by steps: no grounds, no motions, commitments made when exported. */
export const EARLIER_BUNDLE_TYPE = 'kaibiao.review-bundle/1'

export type Mark = [bidId: string, itemId: string, score: string | null, passed: boolean | null, reason: string]

/** Why a bid is out: failed in a way, by a carried motion, or its second envelope did not open. */
export type Ground = { by: 'way'; wayId: string } | { by: 'motion'; motionId: string } | { by: 'unopened' }

/** A question that the committee decided by vote. */
export interface BundleMotion {
  id: string
  kind: 'reject-bid' | 'go-on'
  bidId: string | null
  carried: boolean
  votes: { reviewerId: string; agree: boolean }[]
}

export interface Bundle {
  type: typeof BUNDLE_TYPE | typeof EARLIER_BUNDLE_TYPE
  formulas: { price: string; aggregation: string; ranking: string; draw: string }
  order: {
    /** From `/2` on. */
    id?: string
    code: string
    title: string
    method: number
    controlPrice: string | null
    /** The committee rejected everything: there is no ranking. */
    allRejected: boolean
  }
  /** Ids of its members when the review was concluded; from `/2` on. */
  committee?: string[]
  /** Decided motions; from `/2` on. */
  motions?: BundleMotion[]
  ways: {
    id: string
    type: number
    name: string
    itemKind: number
    aggregation: number
    isAutomatic: boolean
    /** Decimals that the documents round its marks to before they are added; not in bundles of `price-score/1`. */
    scoreDigits?: ScoreDigits
    params: object
    /** Members whose judgements count, in order. */
    judges: string[]
    /** Bids that were in when it was summed up; from `/2` on. */
    judged?: string[]
    items: { id: string; name: string; fullMark: string; isObjective: boolean }[]
  }[]
  /** `opening`: as read out; `changes`: confirmed corrections and offers of closed rounds. */
  bids: {
    id: string
    no: number
    name: string
    opening: string | null
    changes: { at: string; amount: string }[]
    price: string | null
    disqualified: string | null
    /** From `/2` on; null while the bid is in. */
    ground?: Ground | null
  }[]
  /**
   * One member in one way. `commitment` is the hash of the marks: from `/2` on as it was recorded when they were
   * submitted, and `marks` are all that were.
   */
  judgements: { wayId: string; reviewerId: string; commitment: string; marks: Mark[] }[]
  draws: BundleDraw[]
  /** Abnormally low prices; not in reviews that began before they were looked at. */
  lowPrice?: BundleLowPrice
  results: BundleResults
  digests: Record<string, string>
  hash: string
}

export interface BundleResults {
  outcomes: { wayId: string; bidId: string; score: string | null; exact: string | null; passed: boolean | null }[]
  ranking: { bidId: string; rank: number; total: string | null; lot: number | null }[]
}

export type BundleContent = Omit<Bundle, 'digests' | 'hash'>
