import { describe, expect, test } from 'vitest'
import type { OrderFacts } from '#features/procurement/engine/step.ts'
import { type Answer, opinionProblems, startRefusal, tally } from './review.ts'
import { REVIEW_STATUS, type ReviewFacts, type ReviewWho } from './status.ts'

const order: OrderFacts = {
  method: 7,
  state: 'quote.closed',
  bidEnd: 0,
  openAt: 0,
  publicityEnd: null,
  openObjections: 0,
  hasContract: false,
  pendingApproval: null,
}

test('opinions are asked for once quotes are open and nobody has been chosen', () => {
  expect(startRefusal(order)).toBeNull()
  for (const state of ['publish.open', 'quote.short', 'winner.fixed', 'abortive.declared'] as const)
    expect(startRefusal({ ...order, state })).toContain('报价开启后')
  expect(startRefusal({ ...order, pendingApproval: '成交结果公告' })).toContain('审批中')
  expect(startRefusal({ ...order, round: 'open' })).toContain('本轮报价')
})

test('an opinion answers everything, and gives a reason for every doubt', () => {
  const yes: Answer = { stance: 'agree', reason: '' }
  const doubt: Answer = { stance: 'reserved', reason: ' ' }
  expect(opinionProblems([yes, yes], ['a', 'b'])).toEqual([])
  expect(opinionProblems([yes], ['a', 'b']).map(({ path }) => path)).toEqual(['answers.1.stance'])
  expect(opinionProblems([doubt, { ...doubt, reason: '偏高' }], ['a', 'b']).map(({ path }) => path)).toEqual([
    'answers.0.reason',
  ])
  expect(tally([[yes], [doubt], [yes]], 0)).toEqual({ agree: 2, reserved: 1, against: 0 })
})

describe('a review', () => {
  const facts: ReviewFacts = { status: 'running', isOver: false, blocked: null, deadline: 10, given: 0, openAsk: null }
  const nobody: ReviewWho = { isOwner: false, isChair: false, isMember: false, hasHandedIn: false }
  const allowed = (change: Partial<ReviewFacts>, who: Partial<ReviewWho>, now = 5) =>
    Object.fromEntries(
      REVIEW_STATUS.allowed({ ...facts, ...change }, { ...nobody, ...who }, now).map(({ action, reason }) => [
        action,
        reason ?? true,
      ]),
    )

  test('goes from running to opinions that are open to its end', () => {
    const next = (action: 'close' | 'conclude' | 'cancel', change: Partial<ReviewFacts>) =>
      REVIEW_STATUS.next(action, { record: { ...facts, ...change }, who: { ...nobody, isOwner: true }, now: 10 })
    expect(next('close', { given: 2 })).toBe('handed-in')
    expect(next('conclude', { status: 'handed-in' })).toBe('concluded')
    expect(next('cancel', {})).toBe('cancelled')
    for (const status of ['none', 'concluded', 'cancelled'] as const)
      expect(() => next('conclude', { status })).toThrow('当前状态不允许该操作')
  })

  test('is its owner’s to run; the chair asks, members answer once', () => {
    expect(allowed({}, {})).toEqual({})
    expect(allowed({}, { isMember: true })).toEqual({ handIn: true })
    expect(allowed({}, { isMember: true, isChair: true, hasHandedIn: true })).toEqual({ ask: true })
    expect(allowed({ given: 1 }, { isOwner: true }, 10)).toEqual({
      ask: true,
      replace: true,
      cancel: '已有人员提交评审意见，不能取消评审',
      close: expect.stringContaining('不足 2 份'),
    })
    expect(allowed({ status: 'handed-in', openAsk: '授权书' }, { isOwner: true }).conclude).toContain('授权书')
    expect(Object.values(allowed({ isOver: true }, { isOwner: true }))).toEqual(
      Array.from({ length: 4 }, () => expect.stringContaining('不再进行')),
    )
  })
})
