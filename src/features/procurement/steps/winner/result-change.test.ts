import { describe, expect, test } from 'vitest'
import { ORDER_STATUS } from '../../engine/order-status.ts'
import { ALL_STATES, type OrderState } from '../../engine/states.ts'
import type { OrderFacts, OrderWho } from '../../engine/step.ts'

const facts: OrderFacts = {
  method: 1,
  state: 'winner.fixed',
  bidEnd: 0,
  openAt: 0,
  publicityEnd: 0,
  openObjections: 0,
  hasContract: false,
  pendingApproval: null,
}
const owner: OrderWho = { part: 'owner' }
const allowed = (record: Partial<OrderFacts>, who = owner) =>
  Object.fromEntries(
    ORDER_STATUS.allowed({ ...facts, ...record }, who, 1).map(({ action, reason }) => [action, reason ?? true]),
  )

describe('a result that falls away', () => {
  test('is changed from publicity and award alone, and only by who runs the order', () => {
    for (const state of ALL_STATES) {
      expect(allowed({ state }).reCandidate).toBe(state === 'candidates.public' ? true : undefined)
      expect(allowed({ state }).reWinner).toBe(state === 'winner.fixed' ? true : undefined)
      for (const part of ['observer', 'supplier', 'committee', 'clock', 'none'] as const) {
        expect(allowed({ state }, { part })).not.toHaveProperty('reCandidate')
        expect(allowed({ state }, { part })).not.toHaveProperty('reWinner')
      }
    }
  })

  test('leaves the order where it is', () => {
    const next = (action: 'reCandidate' | 'reWinner', state: OrderState) =>
      ORDER_STATUS.next(action, { record: { ...facts, state }, who: owner, now: 1 })
    expect(next('reCandidate', 'candidates.public')).toBe('candidates.public')
    expect(next('reWinner', 'winner.fixed')).toBe('winner.fixed')
  })

  test('waits for objections, approvals and not at all behind the contract', () => {
    expect(allowed({ state: 'candidates.public', openObjections: 1 }).reCandidate).toContain('异议')
    expect(allowed({ hasContract: true }).reWinner).toContain('合同')
    expect(allowed({ pendingApproval: '中标结果公告' }).reWinner).toContain('审批中')
    expect(allowed({}).declareAbortive).toBe(true)
    expect(allowed({ hasContract: true }).declareAbortive).toContain('合同')
  })

  test('of an auction is its winner: it publicises no candidates', () => {
    expect(allowed({ method: 8 }).reWinner).toBe(true)
    for (const state of ALL_STATES) expect(allowed({ method: 8, state })).not.toHaveProperty('reCandidate')
  })
})
