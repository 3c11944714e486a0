import { statusTable } from '#contract/transition.ts'
import type { ReviewWho } from './session-status.ts'

/** What a member may begin in a review, beside judging. */
export type MemberAction = 'createAsk' | 'proposeCorrection' | 'createRound'

export interface MemberFacts {
  /** Started, and neither summed up nor ended. */
  isRunning: boolean
  /** Prices are open: at once with one envelope, after the offer opening with two. */
  hasPrices: boolean
  /** Rounds the tender documents provide for, rounds so far, whether one is open or was the last. */
  maxRounds: number
  rounds: number
  isRoundOpen: boolean
  hadFinal: boolean
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
      who: (who, facts) => member(who) && who.isLeader && facts.maxRounds > 0,
      primary: true,
      guard: (facts) => {
        if (facts.isRoundOpen) return '上一轮报价尚未结束'
        if (facts.hadFinal) return '最终报价已结束，不能再次报价'
        if (facts.rounds >= facts.maxRounds) return `采购文件约定最多 ${facts.maxRounds} 轮评审报价`
        return prices(facts)
      },
    },
  ],
)
