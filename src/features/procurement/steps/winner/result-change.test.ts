import { describe, expect, test } from 'vitest'
import { ORDER_STATUS } from '../../engine/order-status.ts'
import type { OrderFacts, OrderWho } from '../../engine/step.ts'
import { OrderStatus } from '../../rules/enums.ts'

const S = OrderStatus.values
const facts: OrderFacts = {
  method: 1,
  status: S.awarded,
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
    for (const status of Object.values(S)) {
      expect(allowed({ status }).reCandidate).toBe(status === S.candidates ? true : undefined)
      expect(allowed({ status }).reWinner).toBe(status === S.awarded ? true : undefined)
      for (const part of ['observer', 'supplier', 'committee', 'clock', 'none'] as const) {
        expect(allowed({ status }, { part })).not.toHaveProperty('reCandidate')
        expect(allowed({ status }, { part })).not.toHaveProperty('reWinner')
      }
    }
  })

  test('leaves the order where it is', () => {
    const next = (action: 'reCandidate' | 'reWinner', status: OrderStatus) =>
      ORDER_STATUS.next(action, { record: { ...facts, status }, who: owner, now: 1 })
    expect(next('reCandidate', S.candidates)).toBe(S.candidates)
    expect(next('reWinner', S.awarded)).toBe(S.awarded)
  })

  test('waits for objections, approvals and not at all behind the contract', () => {
    expect(allowed({ status: S.candidates, openObjections: 1 }).reCandidate).toContain('异议')
    expect(allowed({ hasContract: true }).reWinner).toContain('合同')
    expect(allowed({ pendingApproval: '中标结果公告' }).reWinner).toContain('审批中')
    expect(allowed({}).declareAbortive).toBe(true)
    expect(allowed({ hasContract: true }).declareAbortive).toContain('合同')
  })

  test('of an auction is its winner: it publicises no candidates', () => {
    expect(allowed({ method: 8 }).reWinner).toBe(true)
    for (const status of Object.values(S)) expect(allowed({ method: 8, status })).not.toHaveProperty('reCandidate')
  })
})
