import { expect, test } from 'vitest'
import { OrderStatus, TradeStatus } from './enums.ts'
import { ownResultOf } from './own-result.ts'

const S = OrderStatus.values
const ranked = {
  isAwarded: false,
  tradeStatus: TradeStatus.values.passed,
  isWinner: false,
  hadAward: false,
  wasCandidate: false,
  rank: 2,
}

test('nothing is said before the notice that says it to everybody', () => {
  const before = Object.values(S).filter((status) => status <= S.reviewed)
  expect(before.map((status) => ownResultOf({ ...ranked, status }))).toEqual(before.map(() => null))
})

test('candidates, then winner and others, and nobody when it failed', () => {
  expect(ownResultOf({ ...ranked, status: S.candidates })).toEqual({ outcome: 'candidate', rank: 2 })
  expect(ownResultOf({ ...ranked, status: S.candidates, rank: null })).toEqual({ outcome: 'notCandidate', rank: null })
  for (const status of [S.awarded, S.archived]) {
    expect(ownResultOf({ ...ranked, status, isAwarded: true })).toEqual({ outcome: 'lost', rank: 2 })
    expect(ownResultOf({ ...ranked, status, isAwarded: true, isWinner: true })).toEqual({ outcome: 'won', rank: 2 })
  }
  for (const status of [S.abortive, S.archived])
    expect(ownResultOf({ ...ranked, status })).toEqual({ outcome: 'abortive', rank: null })
})

test('whoever was candidate or winner and is no longer is told so', () => {
  expect(ownResultOf({ ...ranked, status: S.candidates, rank: null, wasCandidate: true })).toEqual({
    outcome: 'noCandidateAnyMore',
    rank: null,
  })
  const before = { ...ranked, isAwarded: true, hadAward: true, wasCandidate: true }
  expect(ownResultOf({ ...before, status: S.awarded })).toEqual({ outcome: 'noWinnerAnyMore', rank: null })
  expect(ownResultOf({ ...before, status: S.awarded, isWinner: true })).toEqual({ outcome: 'won', rank: 2 })
})

test('whoever was not let in has no result', () => {
  for (const tradeStatus of [null, TradeStatus.values.pending, TradeStatus.values.refused])
    expect(ownResultOf({ ...ranked, tradeStatus, status: S.awarded, isAwarded: true })).toBeNull()
})
