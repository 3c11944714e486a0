import { expect, test } from 'vitest'
import { bondInterest } from '#features/procurement/rules/bond.ts'
import { bondDeadline, returnDue, type ReturnFacts } from './due.ts'
import { letterFee } from './letter.ts'
import { lateInterest, rateOn } from './rates.ts'
import { BOND_STATES, railOf, stateOf, STATES } from './states.ts'
import { judgeTransfer } from './transfer.ts'

test('interest of 100,000 at 0.35 % for 90 days is 86.30', () => {
  const bond = { amount: '100000', rate: '0.35', paidOn: '2021-01-01', refundedOn: '2021-04-01' }
  expect(bondInterest({ ...bond, rate: rateOn('2021-04-01') })).toBe('86.30')
})

test('the rate is that of the day of the refund', () => {
  expect(rateOn('2022-09-14')).toBe('0.35')
  expect(rateOn('2022-09-15')).toBe('0.25')
  expect(rateOn('2026-11-27')).toBe('0.05')
  expect(rateOn('2000-01-01')).toBe('0.35')
})

test('late returns of government purchases cost the loan rate and a fifth for the days over', () => {
  // 100000 × 4.35 % × 1.2 × 10 / 365
  expect(lateInterest({ amount: '100000', dueOn: '2026-03-10', refundedOn: '2026-03-20' })).toBe('143.01')
  expect(lateInterest({ amount: '100000', dueOn: '2026-03-10', refundedOn: '2026-03-10' })).toBe('0.00')
})

test('due five days after the contract; losers of government purchases five working days after the award', () => {
  const facts: ReturnFacts = {
    isGovernment: false,
    isWinner: false,
    awardedOn: '2026-03-09',
    contractOn: null,
    endedOn: null,
    leftOn: null,
  }
  expect(returnDue(facts)).toBeNull()
  expect(returnDue({ ...facts, contractOn: '2026-03-12' })).toBe('2026-03-17')
  // A Monday.
  expect(returnDue({ ...facts, isGovernment: true })).toBe('2026-03-16')
  expect(returnDue({ ...facts, isGovernment: true, isWinner: true })).toBeNull()
  expect(returnDue({ ...facts, endedOn: '2026-03-01' })).toBe('2026-03-06')
  // Who left before its last offer waits for neither; five working days from a Monday.
  expect(returnDue({ ...facts, isGovernment: true, leftOn: '2026-03-02' })).toBe('2026-03-09')
})

test('the deadline is that of the bids, or the end of the day that the documents name', () => {
  const bidEnd = new Date('2026-03-10T01:30:00Z')
  expect(bondDeadline(bidEnd, { daysBefore: 0 })).toEqual(bidEnd)
  expect(bondDeadline(bidEnd, { daysBefore: 1 })).toEqual(new Date('2026-03-09T16:00:00Z'))
  expect(bondDeadline(null, { daysBefore: 1 })).toBeNull()
})

test('a transfer counts from its bidder, in time, and until there is enough', () => {
  const deadline = new Date('2026-03-10T01:30:00Z')
  const transfer = { currency: 'CNY', payerName: '江州（甲）公司', at: new Date(deadline.getTime() - 1) }
  const expected = { demanded: '100.00', received: '0.00', deadline }
  const judge = (change: object, open: object | null = {}) =>
    judgeTransfer({ ...transfer, ...change }, '江州(甲) 公司', open && { ...expected, ...open })
  expect(judge({})).toBe('counts')
  expect(judge({ at: deadline })).toBe('late')
  expect(judge({ at: new Date(deadline.getTime() + 1) })).toBe('late')
  expect(judge({ payerName: '乙公司' })).toBe('payer')
  expect(judge({ currency: 'USD' })).toBe('currency')
  expect(judge({}, { received: '99.99' })).toBe('counts')
  expect(judge({}, { received: '100.00' })).toBe('overpaid')
  expect(judge({}, null)).toBe('overpaid')
})

test('every state has its words and its place on the rail', () => {
  expect(Object.keys(BOND_STATES)).toEqual(STATES)
  const nowIn = Object.fromEntries(
    STATES.map((state) => [state, railOf(state).find((step) => step.state === 'now')?.label]),
  )
  expect(nowIn).toMatchObject({ unpaid: '选择方式', pending: '到位', paid: '已生效', turned: '已生效', due: '应退还' })
  expect([nowIn.refunded, nowIn.kept]).toEqual([undefined, undefined])
  expect(railOf('kept').at(-1)).toEqual({ label: '不予退还', state: 'done' })
  const bond = { refundedOn: null, keptReason: '', turnedOn: null }
  const at = { dueOn: null, isReturning: false }
  expect(stateOf(undefined, at)).toBe('unpaid')
  expect(stateOf(bond, at)).toBe('paid')
  expect(stateOf(bond, { ...at, dueOn: '2026-01-01' })).toBe('due')
  expect(stateOf({ ...bond, turnedOn: '2026-01-01' }, { ...at, dueOn: '2026-01-01' })).toBe('turned')
  expect(stateOf({ ...bond, turnedOn: '2026-01-01' }, { ...at, isReturning: true })).toBe('returning')
})

test('a letter costs its percentage, and not less than the least', () => {
  expect(letterFee('bank', '100000')).toBe('500.00')
  expect(letterFee('bank', '20000')).toBe('200.00')
})
