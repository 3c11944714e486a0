import { describe, expect, test } from 'vitest'
import { COMPETITION_STATUS, quoteOf, ranked } from './competition.ts'

describe('quotes of a mini-competition', () => {
  test('are ranked by amount, then by time, then by place', () => {
    const offer = (no: number, amount: string, quotedAt: number) => ({ no, amount, quotedAt })
    const offers = [offer(4, '100', 5), offer(3, '99.99', 9), offer(2, '100.00', 4), offer(1, '100.0', 5)]
    expect(ranked(offers).map(({ no }) => no)).toEqual([3, 2, 1, 4])
    expect(ranked([offer(1, '9', 1), offer(2, '10', 1)]).map(({ no }) => no)).toEqual([1, 2])
  })

  const wanted = [
    { line: 1, name: '纸', quantity: '2.5' },
    { line: 3, name: '笔', quantity: '10' },
  ]
  const agreed = [
    { line: 1, unitPrice: '100', quantity: null },
    { line: 3, unitPrice: null, quantity: null },
  ]
  const given = (first: string, second: string) => [
    { line: 1, unitPrice: first },
    { line: 3, unitPrice: second },
  ]

  test('name every line once and stay within the agreed price', () => {
    expect(quoteOf(wanted, given('99.99', '3'), agreed)).toEqual({ amount: '279.98', problem: null })
    expect(quoteOf(wanted, given('100', '3'), agreed).problem).toBe(null)
    expect(quoteOf(wanted, given('100.01', '3'), agreed).problem).toContain('高于协议价')
    expect(quoteOf(wanted, given('99', '3').slice(1), agreed).problem).toContain('每行')
    expect(quoteOf(wanted, [...given('99', '3'), { line: 1, unitPrice: '1' }], agreed).problem).toContain('每行')
    expect(quoteOf(wanted, [given('1', '1')[0]!, { line: 2, unitPrice: '1' }], agreed).problem).toContain('每行')
  })
})

describe('a mini-competition', () => {
  const open = { state: 'open' as const, until: 1000, hasQuote: true }
  const may = (record: Parameters<typeof COMPETITION_STATUS.allowed>[0], side: 'purchaser' | 'supplier', now: number) =>
    COMPETITION_STATUS.allowed(record, side, now).flatMap(({ action, reason }) => (reason === undefined ? action : []))

  test('is quoted in and cancelled before its deadline alone', () => {
    expect(may(open, 'supplier', 999)).toEqual(['quote', 'withdraw'])
    expect(may({ ...open, hasQuote: false }, 'supplier', 999)).toEqual(['quote'])
    expect(may(open, 'purchaser', 999)).toEqual(['cancel'])
    expect(may(open, 'supplier', 1000)).toEqual([])
    expect(may(open, 'purchaser', 1000)).toEqual([])
  })

  test('with one quote is decided by the purchaser', () => {
    expect(may({ ...open, state: 'lone' }, 'purchaser', 2000)).toEqual(['accept', 'reject'])
    expect(may({ ...open, state: 'lone' }, 'supplier', 2000)).toEqual([])
    expect(may({ ...open, state: 'won' }, 'purchaser', 2000)).toEqual([])
  })
})
