import { describe, expect, test } from 'vitest'
import { METHODS } from '#features/procurement/methods/all.ts'
import { deviation, isBeyond, priceProblem, signBy } from './change.ts'
import { addDays, daysBetween, lateInterest, legalDay, paidWhenPaid, payDaysProblem } from './payment.ts'
import { isLimitBinding, performanceProblem } from './performance-bond.ts'

const OWED = { dueOn: '2026-03-01', payments: [], yearly: null, today: '2026-03-21' }

const method = (calendar: string) => METHODS.find((one) => one.calendar === calendar)!.code

describe('a performance bond', () => {
  test.each([
    ['80000.00', '800000.00', null],
    ['80000.01', '800000.00', '10.0001%'],
    // A tenth of 1,000.05 is 100.005 yuan: not a cent more than 100.00.
    ['100.00', '1000.05', null],
    ['100.01', '1000.05', '100.00 元'],
  ])('of %s on %s', (bond, price, expected) => {
    const problem = performanceProblem(bond, price)
    expect([problem === null, problem ?? '']).toEqual([expected === null, expect.stringContaining(expected ?? '')])
  })

  test('is bounded of tenders and of government procurement, elsewhere warned of', () => {
    const [tender, direct] = [method('publicTender'), method('direct')]
    expect(isLimitBinding({ regime: 'tender', method: direct })).toBe(true)
    expect(isLimitBinding({ regime: 'government', method: direct })).toBe(true)
    expect(isLimitBinding({ regime: 'enterprise', method: tender })).toBe(true)
    expect(isLimitBinding({ regime: 'enterprise', method: direct })).toBe(false)
  })
})

describe('late interest', () => {
  test('1,000,000 that is twenty days late costs 10,000.00 where nothing was agreed', () => {
    const { total, parts, rate } = lateInterest({ ...OWED, amount: '1000000' })
    expect(total).toBe('10000.00')
    expect(parts).toEqual([{ amount: '1000000.00', from: '2026-03-02', to: '2026-03-21', days: 20, interest: '10000' }])
    expect(rate).toContain('0.05%')
  })

  test('counts each part up to its own payment, and rounds once', () => {
    const payments = [
      { amount: '0.33', paidOn: '2026-03-11' },
      { amount: '0.33', paidOn: '2026-03-11' },
    ]
    // 0.33 × 0.0005 × 10 twice, 999.34 × 0.0005 × 20: 0.00165 + 0.00165 + 9.9934.
    expect(lateInterest({ ...OWED, amount: '1000.00', payments }).total).toBe('10.00')
    // Paid on its day, or before: nothing.
    const intime = [{ amount: '1000.00', paidOn: '2026-03-01' }]
    expect(lateInterest({ ...OWED, amount: '1000.00', payments: intime })).toMatchObject({ total: '0.00', parts: [] })
    expect(lateInterest({ ...OWED, amount: '5', today: '2026-03-01' }).total).toBe('0.00')
  })

  test('takes the rate that was agreed, a year of 365 days', () => {
    expect(lateInterest({ ...OWED, amount: '365000', yearly: '3.65' }).total).toBe('730.00')
  })
})

test('what the law lets be agreed with an SME', () => {
  expect(payDaysProblem('organ', 30, '')).toBeNull()
  expect(payDaysProblem('organ', 31, '')).toContain('须说明理由')
  expect(payDaysProblem('organ', 60, '分期验收')).toBeNull()
  expect(payDaysProblem('organ', 61, '分期验收')).toContain('最长 60 日')
  expect(payDaysProblem('large', 60, '')).toBeNull()
  expect(payDaysProblem('large', 61, '理由充分')).toContain('最长 60 日')
  expect(payDaysProblem('other', 365, '')).toBeNull()
  expect(legalDay('organ', 'small', '2026-01-01')).toBe('2026-03-02')
  expect(legalDay('organ', 'none', '2026-01-01')).toBeNull()
  expect(legalDay('other', 'micro', '2026-01-01')).toBeNull()
})

test.each(['待收到财政拨款后再付款', '收到业主付款后支付', '按背靠背方式付款', '取得第三方资金后，再支付'])(
  'a payment that waits for somebody else’s is found: %s',
  (terms) => expect(paidWhenPaid(terms)).not.toBeNull(),
)

test('other terms are left alone', () => {
  expect(paidWhenPaid('验收合格后 30 日内付款，收到发票后办理')).toBeNull()
})

test('a tenth is within the limit, a cent more is beyond, either way', () => {
  expect(isBeyond('1000.00', '1100.00')).toBe(false)
  expect(isBeyond('1000.00', '1100.01')).toBe(true)
  expect(isBeyond('1000.00', '900.00')).toBe(false)
  expect(isBeyond('1000.00', '899.99')).toBe(true)
  expect(deviation('800000.00', '880000.01')).toBe('10')
  expect(deviation('800000.00', '700000')).toBe('-12.5')
})

test('the price is the award’s to the cent, and both figures are told', () => {
  expect(priceProblem('800000', '800000.00')).toBeNull()
  expect(priceProblem('800000.01', '800000.00')).toMatch(/800000\.01.*800000\.00/)
})

test('thirty days from the notice, over the ends of months and leap years', () => {
  expect(signBy('2026-01-31')).toBe('2026-03-02')
  expect(signBy('2028-02-10')).toBe('2028-03-11')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1)
})
