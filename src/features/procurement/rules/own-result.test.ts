import { expect, test } from 'vitest'
import { statesReached } from '../engine/states.ts'
import { TradeStatus } from './enums.ts'
import { ownResultOf } from './own-result.ts'

const ranked = {
  isAwarded: false,
  tradeStatus: TradeStatus.values.passed,
  isWinner: false,
  hadAward: false,
  wasCandidate: false,
  rank: 2,
}

test('nothing is said before the notice that says it to everybody', () => {
  const before = statesReached('draft', 'publicised')
  expect(before.map((state) => ownResultOf({ ...ranked, state }))).toEqual(before.map(() => null))
})

test('candidates, then winner and others, and nobody when it failed', () => {
  expect(ownResultOf({ ...ranked, state: 'candidates.public' })).toEqual({ outcome: 'candidate', rank: 2 })
  expect(ownResultOf({ ...ranked, state: 'candidates.public', rank: null })).toEqual({
    outcome: 'notCandidate',
    rank: null,
  })
  for (const state of ['winner.fixed', 'archive.done'] as const) {
    expect(ownResultOf({ ...ranked, state, isAwarded: true })).toEqual({ outcome: 'lost', rank: 2 })
    expect(ownResultOf({ ...ranked, state, isAwarded: true, isWinner: true })).toEqual({ outcome: 'won', rank: 2 })
  }
  for (const state of ['abortive.declared', 'archive.abortive'] as const)
    expect(ownResultOf({ ...ranked, state })).toEqual({ outcome: 'abortive', rank: null })
})

test('whoever was candidate or winner and is no longer is told so', () => {
  expect(ownResultOf({ ...ranked, state: 'candidates.public', rank: null, wasCandidate: true })).toEqual({
    outcome: 'noCandidateAnyMore',
    rank: null,
  })
  const before = { ...ranked, isAwarded: true, hadAward: true, wasCandidate: true }
  expect(ownResultOf({ ...before, state: 'winner.fixed' })).toEqual({ outcome: 'noWinnerAnyMore', rank: null })
  expect(ownResultOf({ ...before, state: 'winner.fixed', isWinner: true })).toEqual({ outcome: 'won', rank: 2 })
})

test('whoever was not let in has no result', () => {
  for (const tradeStatus of [null, TradeStatus.values.pending, TradeStatus.values.refused])
    expect(ownResultOf({ ...ranked, tradeStatus, state: 'winner.fixed', isAwarded: true })).toBeNull()
})
