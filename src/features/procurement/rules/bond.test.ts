import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bondInterest, bondRefund, refundDue } from './bond.ts'

test('five days after the contract, over the end of a month and a year', () => {
  const due = (from: string | null) => refundDue(from, { isWorkingDays: false })
  expect(due('2026-12-28')).toBe('2027-01-02')
  expect(due('2028-02-25')).toBe('2028-03-01')
  expect(due(null)).toBeNull()
})

test('five working days in government procurement, whatever the method', () => {
  for (const method of ['publicTender', 'singleSource'] as const) {
    const rule = bondRefund({ method, regime: 'government' })
    expect(rule.citation).toContain('5个工作日')
    // A Monday; the public holidays about the first of October; a day of rest of the tenant.
    expect(refundDue('2026-03-09', rule)).toBe('2026-03-16')
    expect(refundDue('2026-09-29', rule)).toBe('2026-10-12')
    expect(refundDue('2026-03-09', rule, ['2026-03-10'])).toBe('2026-03-17')
    expect(bondRefund({ method, regime: 'enterprise' })).toMatchObject({ isWorkingDays: false })
  }
})

test('interest by the day, rounded once at the end', () => {
  const bond = { amount: '20000', rate: '0.35', paidOn: '2026-01-01', refundedOn: '2026-02-15' }
  // 20000 × 0.35 % × 45 / 365 = 8.6301…
  expect(bondInterest(bond)).toBe('8.63')
  expect(bondInterest({ ...bond, refundedOn: '2027-01-01' })).toBe('70.00')
  expect(bondInterest({ ...bond, refundedOn: '2026-01-01' })).toBe('0.00')
  // A half cent goes up: 3650 × 0.05 × 1 / 36500 = 0.005.
  expect(bondInterest({ amount: '3650', rate: '0.05', paidOn: '2026-01-01', refundedOn: '2026-01-02' })).toBe('0.01')
})

test('never less for more days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 0, max: 300 }), (amount, days) => {
      const on = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
      const bond = (n: number) => ({ amount: String(amount), rate: '0.35', paidOn: on(0), refundedOn: on(n) })
      expect(Number(bondInterest(bond(days + 1)))).toBeGreaterThanOrEqual(Number(bondInterest(bond(days))))
    }),
  )
})
