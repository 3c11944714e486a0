import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from '#contract/money.ts'
import { DEFAULT_QUOTE_TERMS, QuoteTerms } from '#features/procurement/rules/quote-terms.ts'
import { makeQuoteSheet, netOf, readQuoteSheet } from './quote-sheet.ts'
import type { GivenLine, QuoteSheet } from './sheet-format.ts'
import type { SheetLimits } from './sheet-limits.ts'

const ITEMS = [
  { itemId: 'a', line: 1, quantity: '2', controlPrice: null },
  { itemId: 'b', line: 2, quantity: '3', controlPrice: '30' },
  { itemId: 'c', line: 3, quantity: '0.5', controlPrice: null },
]
const TERMS = { ...DEFAULT_QUOTE_TERMS, brand: 'asked' as const }
const LIMITS: SheetLimits = {
  orderId: 'o',
  round: 1,
  items: ITEMS,
  terms: TERMS,
  asked: [],
  previous: { total: null, lines: [] },
  ceiling: null,
}
const line = (unitPrice: string, more: Partial<GivenLine> = {}): GivenLine => ({
  unitPrice,
  taxRate: '13',
  brand: '迈瑞',
  model: '',
  deliveryDays: 7,
  minQuantity: null,
  remark: '',
  ...more,
})
const sheetOf = (lines: Record<string, GivenLine>, more: { validityDays?: number } = {}) =>
  makeQuoteSheet(
    { orderId: 'o', round: 1, items: ITEMS },
    { lines: new Map(Object.entries(lines)), validityDays: 30, remark: '', ...more },
  )
const WHOLE = { a: line('10'), b: line('20'), c: line('5') }
const reasonOf = (value: unknown, limits: Partial<SheetLimits> = {}) => {
  const read = readQuoteSheet(value, { ...LIMITS, ...limits })
  return read.ok ? '' : read.reason
}

describe('a quote sheet', () => {
  test('has exact amounts with and without tax, and keeps the digits that were written', () => {
    const sheet = sheetOf({ ...WHOLE, a: line('10.050', { taxRate: '13' }), c: line('5', { taxRate: '0' }) })
    expect(sheet.lines.map((l) => [l.unitPrice, l.amount, l.netAmount])).toEqual([
      ['10.050', '20.10', '17.79'],
      ['20', '60.00', '53.10'],
      ['5', '2.50', '2.50'],
    ])
    expect([sheet.total, sheet.netTotal]).toEqual(['82.60', '73.39'])
    expect(readQuoteSheet(JSON.parse(JSON.stringify(sheet)), LIMITS)).toEqual({ ok: true, sheet })
    // Half a cent goes up.
    expect(netOf('0.01', '100')).toBe('0.01')
  })

  test.each<[string, (sheet: QuoteSheet) => unknown, string]>([
    ['nothing', () => null, '报价单格式不正确'],
    ['a tender’s', (s) => ({ ...s, type: 'kaibiao.quote/1' }), '报价单格式不正确'],
    ['a negative price', (s) => altered(s, { unitPrice: '-1' }), '报价单格式不正确'],
    ['another order', (s) => ({ ...s, orderId: 'p' }), '报价单不属于本采购单'],
    ['another round', (s) => ({ ...s, round: 2 }), '报价单不属于本轮报价'],
    ['a line of another bill', (s) => altered(s, { itemId: 'x' }), '报价单含有采购清单以外的行'],
    ['a line at another place', (s) => altered(s, { line: 2 }), '报价单含有采购清单以外的行'],
    ['a line twice', (s) => ({ ...s, lines: [...s.lines, s.lines[0]] }), '报价单第 1 行重复'],
    ['a wrong amount', (s) => altered(s, { amount: '20.01' }), '第 1 行金额与单价、数量不符'],
    ['a wrong net amount', (s) => altered(s, { netAmount: '17.71' }), '第 1 行不含税金额与税率不符'],
    ['a wrong total', (s) => ({ ...s, total: '82.51' }), '报价总价与各行合计不符'],
    ['a wrong net total', (s) => ({ ...s, netTotal: '1' }), '不含税总价与各行合计不符'],
  ])('%s is refused', (_, change, reason) => {
    expect(reasonOf(change(sheetOf(WHOLE)))).toBe(reason)
  })

  test.each<[string, Record<string, GivenLine>, string]>([
    ['zero is no price', { ...WHOLE, a: line('0') }, '第 1 行报价须大于 0'],
    ['nor is less than half a cent', { ...WHOLE, c: line('0.001') }, '第 3 行报价须大于 0'],
    [
      'a rate that is not offered',
      { ...WHOLE, b: line('1', { taxRate: '17' }) },
      '第 2 行税率须为 13、9、6、3、1、0% 之一',
    ],
    ['no brand', { ...WHOLE, b: line('1', { brand: ' ' }) }, '第 2 行未填写品牌'],
    ['no days of delivery', { ...WHOLE, c: line('1', { deliveryDays: null }) }, '第 3 行未填写交货期'],
    ['a least quantity of nothing', { ...WHOLE, a: line('1', { minQuantity: '0' }) }, '第 1 行起订量须大于 0'],
    ['a line left out', { a: line('1') }, '尚有 2 行未报价'],
    ['above the ceiling of a line', { ...WHOLE, b: line('30.01') }, '第 2 行单价不得高于单价限价 30 元'],
  ])('%s', (_, lines, reason) => {
    expect(reasonOf(sheetOf(lines))).toBe(reason)
  })

  test('what the terms do not ask for may be missing', () => {
    const bare = line('1', { brand: '', deliveryDays: null })
    const terms = { ...TERMS, brand: 'off', deliveryDays: 'off', isPartial: true } as const
    expect(reasonOf(sheetOf({ b: bare }), { terms })).toBe('')
    expect(reasonOf(sheetOf({}), { terms })).toBe('请填写大于 0 的报价')
    expect(reasonOf(sheetOf(WHOLE, { validityDays: 29 }))).toBe('报价有效期不得少于 30 天')
  })

  test('stays under the ceiling of the whole and the quote before', () => {
    expect(reasonOf(sheetOf(WHOLE), { ceiling: '82.50' })).toBe('')
    expect(reasonOf(sheetOf(WHOLE), { ceiling: '82.49' })).toBe('报价不得高于最高限价 82.49 元')
    const previous = { total: '82.49', lines: [{ itemId: 'a', unitPrice: '9.99' }] }
    const by = (notAbove: QuoteTerms['notAbove']) =>
      reasonOf(sheetOf(WHOLE), { previous, terms: { ...TERMS, notAbove } })
    expect(by('none')).toBe('')
    expect(by('total')).toBe('本轮报价不得高于上一次报价 82.49 元')
    expect(by('line')).toBe('第 1 行单价不得高于上一次报价 9.99 元')
  })
})

test('whatever is quoted, a sheet that was made is taken, and its sums are those of its lines', () => {
  const given = fc.record({
    unitPrice: fc.integer({ min: 20_000, max: 30_000_000 }).map((n) => new Exact(n).div(1_000_000).toFixed()),
    taxRate: fc.constantFrom(...TERMS.taxRates),
    brand: fc.constant('无'),
    model: fc.string({ maxLength: 20 }),
    deliveryDays: fc.nat({ max: 365 }),
    minQuantity: fc.constantFrom(null, '1', '2.5'),
    remark: fc.string({ maxLength: 20 }),
  })
  fc.assert(
    fc.property(fc.record({ a: given, b: given, c: given }, { requiredKeys: ['a'] }), (lines) => {
      const sheet = sheetOf(lines)
      expect(reasonOf(sheet, { terms: { ...TERMS, isPartial: true } })).toBe('')
      expect(reasonOf(sheet)).toBe(sheet.lines.length === 3 ? '' : `尚有 ${3 - sheet.lines.length} 行未报价`)
      for (const { amount, netAmount, taxRate } of sheet.lines) {
        const back = new Exact(netAmount).times(new Exact(taxRate).plus(100)).div(100)
        expect(back.minus(amount).abs().lte('0.0100')).toBe(true)
      }
      expect(sheet.lines.reduce((all, l) => all.plus(l.amount), new Exact(0)).toFixed(2)).toBe(sheet.total)
    }),
    { numRuns: 200 },
  )
})

test('terms that contradict themselves are refused', () => {
  const wrong = [
    { isPartial: true, notAbove: 'total' },
    { taxRates: [] },
    { taxRates: ['13', '13'] },
    { taxRates: ['13.0'] },
    { rounds: 0 },
    { rounds: 11 },
  ]
  for (const terms of wrong) expect(QuoteTerms.safeParse(terms).success).toBe(false)
  expect(QuoteTerms.parse({ taxRates: ['5'], isPartial: true, notAbove: 'line' })).toMatchObject({ rounds: 1 })
})

function altered(sheet: QuoteSheet, change: Partial<QuoteSheet['lines'][number]>): unknown {
  const [first, ...rest] = sheet.lines
  return { ...sheet, lines: [{ ...first, ...change }, ...rest] }
}
