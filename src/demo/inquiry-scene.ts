import type { Account } from './people.ts'
import type { InquiryPlan } from './play/inquiry.ts'
import type { OtherProduct } from './offered-products.ts'

/** One inquiry: its dates in ms from now, about, and who quotes at which part of the ceiling in each round. */
export interface InquiryScene {
  plan: InquiryPlan
  by: 'buyer' | 'agent'
  published: number
  deadline: number
  bidders: readonly Account[]
  /** Parts of the unit ceiling, line by line, by bidder; null leaves a line out. */
  quotes: readonly (readonly (string | null)[])[]
  /** Another product that the first who quotes offers for a line, at a part of its ceiling. */
  alternatives?: Readonly<Record<number, OtherProduct>>
  /** A second round among the first so many of the ranking: begun and ending in ms from now, with who has quoted. */
  second?: { begins: number; ends: number; among: number; quoted: readonly [who: number, parts: readonly string[]] }
  /** Two people must agree that its rounds are opened, and have not. */
  isOpenedByTwo?: boolean
  /** Suppliers hold the keys: ends as long ago as it says, and so many have released theirs. */
  released?: number
  /** A change, published an hour after the inquiry and confirmed by all who quote. */
  change?: { title: string; heading: string; text: string }
  /** Candidates are publicised, and there the play ends. */
  publicised?: number
  awarded?: number
  /** The first supplier is talked to and signs the minutes, the others are not. */
  talked?: number
  archived?: number
  /** Declared abortive, because too few quoted. */
  abandoned?: number
  /** It is drafted, and no more. */
  isDraft?: true
  /** Opinions asked for at this time, of which the first person's is given; due in ms from now. */
  opinions?: { asked: number; due: number; of: readonly Account[] }
}
