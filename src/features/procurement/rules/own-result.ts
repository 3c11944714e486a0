import { isAbortive, type OrderState } from '../engine/states.ts'
import { TradeStatus } from './enums.ts'

/** What is public about an order, and the own part in it. */
export interface OwnResultFacts {
  state: OrderState
  isAwarded: boolean
  /** null: no part in it. */
  tradeStatus: number | null
  /** The award went to the own trade. */
  isWinner: boolean
  /** The own trade stood in a published result, in force or not. */
  hadAward: boolean
  wasCandidate: boolean
  /** The own place among the candidates; null: none. */
  rank: number | null
}

export type OwnResult =
  | { outcome: 'candidate'; rank: number }
  | { outcome: 'won'; rank: number | null }
  | { outcome: 'lost'; rank: number | null }
  | { outcome: 'notCandidate' | 'noCandidateAnyMore' | 'noWinnerAnyMore' | 'abortive'; rank: null }

/**
 * How a tender ended for one participant; null as long as nothing has been published, and for whoever was never let in.
 * Says nothing before the notice that says it to everybody: candidates with their publicity, the winner with the award.
 */
export function ownResultOf(facts: OwnResultFacts): OwnResult | null {
  const { state, isAwarded, tradeStatus, isWinner, rank } = facts
  if (tradeStatus !== TradeStatus.values.passed) return null
  if (isAwarded && facts.hadAward && !isWinner) return { outcome: 'noWinnerAnyMore', rank: null }
  if (isAwarded) return { outcome: isWinner ? 'won' : 'lost', rank }
  if (state === 'candidates.public') {
    if (rank !== null) return { outcome: 'candidate', rank }
    return { outcome: facts.wasCandidate ? 'noCandidateAnyMore' : 'notCandidate', rank }
  }
  return isAbortive(facts) ? { outcome: 'abortive', rank: null } : null
}
