import { statusTable } from '#contract/transition.ts'
import { openingRefusal, type RoundsSoFar, type RoundTerms } from '#features/quotes/rules/opening.ts'
import type { ReviewWho } from './session-status.ts'

/** What a member may begin in a review, beside judging. */
export type MemberAction = 'createAsk' | 'proposeCorrection' | 'createRound'

export interface MemberFacts {
  /** Started, and neither summed up nor ended. */
  isRunning: boolean
  /** Prices are open: at once with one envelope, after the offer opening with two. */
  hasPrices: boolean
  /** Rounds the tender documents provide for, and rounds so far. */
  terms: RoundTerms
  soFar: RoundsSoFar
}

const member = (who: ReviewWho) => who.part === 'member'
const prices = (facts: MemberFacts) => (facts.hasPrices ? true : '报价信封尚未开启')

/** Which of them can be begun now; what becomes of each follows its own table. */
export const MEMBER_ACTIONS = statusTable<boolean, MemberAction, MemberFacts, ReviewWho>(
  (facts) => facts.isRunning,
  [
    { action: 'createAsk', label: '发起询标', from: [true], who: member, primary: true },
    { action: 'proposeCorrection', label: '提出算术修正', from: [true], who: member, primary: true, guard: prices },
    {
      action: 'createRound',
      label: '发起报价',
      from: [true],
      who: (who, facts) => member(who) && who.isLeader && facts.terms.announced.rounds > 0,
      primary: true,
      guard: (facts) => openingRefusal(facts.soFar, facts.terms)?.reason ?? prices(facts),
    },
  ],
)
