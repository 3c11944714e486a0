import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { type NotAbove, QuoteMode } from './enums.ts'
import { type Previous, pricedLines, quoteProblem, quoteTotal, reduction, subsOf } from './prices.ts'

const item = (itemId: string, line: number, given: { quantity: string; section: string; controlPrice?: string }) => ({
  itemId,
  line,
  controlPrice: null,
  ...given,
})
const ITEMS = [
  item('a', 1, { quantity: '2', section: '一' }),
  item('b', 2, { quantity: '3', section: '二' }),
  item('c', 3, { quantity: '1', section: '一', controlPrice: '30' }),
]
const LIMITS = {
  items: ITEMS,
  previous: { total: '100', lines: [] } as Previous,
  notAbove: 'total' as NotAbove,
  isPartial: false,
  ceiling: '90' as string | null,
}
const { total, items } = QuoteMode.values
const ofTotal = (amount: string, limits = {}) =>
  quoteProblem({ mode: total, lines: [], total: amount }, { ...LIMITS, ...limits })
function ofLines(prices: Record<string, string>, limits = {}): string {
  const given = Object.entries(prices).map(([itemId, unitPrice]) => ({ itemId, unitPrice, remark: '' }))
  const lines = pricedLines(ITEMS, given)
  return quoteProblem({ mode: items, lines, total: quoteTotal(items, lines, undefined) }, { ...LIMITS, ...limits })
}

describe('a quote', () => {
  test('parts follow the sections, lines are of the bill and given once', () => {
    expect(subsOf(ITEMS).map((s) => [s.subId, s.name, s.items.length])).toEqual([
      [1, '一', 2],
      [2, '二', 1],
    ])
    const line = { itemId: 'a', unitPrice: '10', remark: '' }
    expect(quoteTotal(items, pricedLines(ITEMS, [line]), '1')).toBe('20.00')
    expect(quoteTotal(total, [], undefined)).toBeNull()
    expect(() => pricedLines(ITEMS, [line, line])).toThrow(AppError)
    expect(() => pricedLines(ITEMS, [{ ...line, itemId: 'x' }])).toThrow(AppError)
  })

  test('is above zero, and complete unless lines may be left out', () => {
    expect(ofTotal('0')).toBe('请填写大于 0 的报价')
    expect(ofLines({ a: '10' })).toBe('尚有 2 行未报价')
    expect(ofLines({ a: '10' }, { isPartial: true })).toBe('')
    expect(ofLines({}, { isPartial: true })).toBe('请填写大于 0 的报价')
  })

  test('is not above the quote before, in the whole or line by line', () => {
    expect(ofTotal('100.01')).toContain('不得高于上一次报价')
    expect(ofTotal('100.01', { notAbove: 'line' })).toContain('不得高于上一次报价')
    expect(ofTotal('100.01', { notAbove: 'none', ceiling: null })).toBe('')
    const previous = { total: '50', lines: [{ itemId: 'b', unitPrice: '5' }] }
    const by = (notAbove: NotAbove, b: string) => ofLines({ a: '10', b, c: '1' }, { notAbove, previous })
    expect(by('line', '5.000001')).toBe('第 2 行单价不得高于上一次报价 5 元')
    expect(by('total', '5.000001')).toBe('')
    // Dearer as a whole by a line that was not quoted before: line by line that is no rise.
    expect(by('line', '5')).toBe('')
    expect(ofLines({ a: '20', b: '5', c: '1' }, { notAbove: 'line', previous })).toBe('')
    expect(ofLines({ a: '20', b: '5', c: '1' }, { notAbove: 'total', previous })).toContain('不得高于上一次报价')
  })

  test('is not above a ceiling, of the whole or of a line', () => {
    expect(ofTotal('95')).toContain('最高限价')
    expect(ofTotal('90')).toBe('')
    expect(ofLines({ a: '1', b: '1', c: '30.01' })).toBe('第 3 行单价不得高于单价限价 30 元')
    expect(ofLines({ a: '1', b: '1', c: '30' })).toBe('')
  })

  test('reductions are percents of the price before', () => {
    expect(reduction('200', '190')).toBe('5.00')
    expect(reduction('200', '210')).toBe('-5.00')
    expect(reduction(null, '190')).toBeNull()
  })
})

/** Cents; near one another, so that a run of quotes finds prices that are equal, lower and higher. */
const price = fc.integer({ min: 2_950, max: 3_005 })
const sheet = fc.record({ a: price, b: price, c: price }, { requiredKeys: ['a'] })
const QUANTITIES = { a: 2, b: 3, c: 1 }
type Sheet = Partial<typeof QUANTITIES>
const keys = ['a', 'b', 'c'] as const
const centsOf = (prices: Sheet) => keys.reduce((all, key) => all + (prices[key] ?? 0) * QUANTITIES[key], 0)
const yuan = (cents: number) => new Exact(cents).div(100).toFixed()
const linesOf = (prices: Sheet) =>
  pricedLines(
    ITEMS,
    keys.flatMap((key) =>
      prices[key] === undefined ? [] : [{ itemId: key, unitPrice: yuan(prices[key]), remark: '' }],
    ),
  )

test('of any run of quotes those are taken that are complete, under the ceilings and rise in nothing that may not rise', () => {
  fc.assert(
    fc.property(
      fc.array(sheet, { minLength: 2, maxLength: 12 }),
      fc.constantFrom<NotAbove>('none', 'total', 'line'),
      fc.boolean(),
      fc.integer({ min: 17_700, max: 18_030 }),
      (run, notAbove, isPartial, ceiling) => {
        let before: Sheet = { a: 3_005, b: 3_005, c: 3_005 }
        for (const given of run) {
          const lines = linesOf(given)
          const quote = { mode: items, lines, total: quoteTotal(items, lines, undefined) }
          const previous = { total: yuan(centsOf(before)), lines: linesOf(before) }
          const limits = { items: ITEMS, previous, notAbove, isPartial, ceiling: yuan(ceiling) }
          const problem = quoteProblem(quote, limits)
          const faults = [
            !isPartial && keys.some((key) => given[key] === undefined),
            notAbove === 'total' && centsOf(given) > centsOf(before),
            notAbove === 'line' && keys.some((key) => given[key]! > before[key]!),
            given.c !== undefined && given.c > 3_000,
            centsOf(given) > ceiling,
          ]
          expect(quote.total).toBe(new Exact(centsOf(given)).div(100).toFixed(2))
          expect(problem === '').toBe(!faults.includes(true))
          if (problem === '') before = given
        }
      },
    ),
    { numRuns: 400 },
  )
})
