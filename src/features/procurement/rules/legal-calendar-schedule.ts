import type { LowPriceRule } from '#features/evaluation/rules/low-price.ts'
import type { KeyHolders } from './key-holders.ts'
import type { SoleTerms } from '../steps/publicity/terms.ts'
import type { At } from './legal-calendar-days.ts'
import type { Regime } from './regimes.ts'

/** Methods the law or the standard speaks about; a procurement method names the one it falls under. */
export const CALENDAR_METHODS = [
  'publicTender',
  'invitedTender',
  'singleSource',
  'inquiry',
  'negotiation',
  'competitiveNegotiation',
  'consultation',
  'auction',
  'direct',
] as const
/** Of `sale` they say nothing: it is no purchase. */
export type CalendarMethod = (typeof CALENDAR_METHODS)[number] | 'sale'

/** Whether law or standard say anything of orders of the method. */
export function isRuled(method: CalendarMethod): boolean {
  return method !== 'sale'
}

export const TENDERS: readonly CalendarMethod[] = ['publicTender', 'invitedTender']

/** The regime whose rules an order follows: works of government procurement are tendered as the law of tenders says (政府采购法第四条). */
export function regimeUnder(project: { regime: Regime; category: string }, method: CalendarMethod): Regime {
  const isTenderOfWorks = project.category === 'works' && TENDERS.includes(method)
  return project.regime === 'government' && isTenderOfWorks ? 'tender' : project.regime
}

/** Instants of an order, planned or happened. */
export interface Moments {
  noticeAt?: At
  documentSaleStart?: At
  documentSaleEnd?: At
  signUpDeadline?: At
  questionDeadline?: At
  /** Latest clarification or change that may affect how bids are made. */
  amendmentAt?: At
  bidDeadline?: At
  openAt?: At
  /** The review report has been received. */
  reviewReportAt?: At
  candidateNoticeAt?: At
  candidateNoticeEnd?: At
  awardedAt?: At
  winnerNoticeAt?: At
  contractAt?: At
  bondReturnedAt?: At
}

export type Moment = keyof Moments

/** One order as the law sees it. What is missing may be missing: a rule is asked only when all it needs is there. */
export interface Schedule extends Moments {
  method: CalendarMethod
  /** Whose rules it follows. */
  regime: Regime
  /** Of the project, yuan. */
  budget?: string
  /** The regimes that provide for its method. */
  methodFor?: readonly Regime[]
  /** Server time; judges what is still open, such as unanswered objections. */
  now?: At
  objections?: readonly { receivedAt: At; answeredAt?: At }[]
  /** Amounts: decimal strings in yuan. */
  estimatedPrice?: string
  bond?: string
  inviteeCount?: number
  /** Suppliers whose bids or offers count at the deadline. */
  supplierCount?: number
  /** Members of the group that looks at the offers. */
  groupSize?: number
  /** Experts among them. */
  groupExperts?: number
  /** Suppliers who handed in their final offer. */
  finalOffers?: number
  /** A case holds in which two suppliers are enough. */
  isFew?: boolean
  /** Share of the price in the score, percent, and what is bought. */
  priceWeight?: string
  category?: string
  candidateCount?: number
  /** Too few offers came, and the deadline is moved before any is opened. */
  isExtension?: boolean
  /** For how many days candidates shall be publicised, where the method leaves that to the documents; 0: not at all. */
  candidateDays?: number
  /** By which rule prices are found abnormally low. */
  lowPriceRule?: LowPriceRule
  /** Rounds of offers that the documents provide for in the review, beside the sealed bid. */
  offerRounds?: number
  /** Experts of the committee who were named, not drawn. */
  handPicked?: readonly string[]
  /** Why one supplier alone is asked. */
  sole?: SoleTerms
  /** Of the joint key that opens the bids. */
  keyHolders?: KeyHolders
}

/** A time that would satisfy the rule. */
export interface Suggestion {
  field: Moment
  at: string
}

export interface Verdict {
  ok: boolean
  /** What is wrong, in Chinese; unused when ok. */
  detail: string
  suggestion?: Suggestion
}
