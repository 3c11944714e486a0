import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact, lineTotal, sum } from '#contract/money.ts'
import { CELL, type ComparedQuote, compareQuotes, deviation, filterLines, netPrice, yuan } from './comparison.ts'
import { netOf } from './quote-sheet.ts'

const item = (line: number, quantity: string, controlPrice: string | null = null) => ({
  itemId: `item${line}`,
  line,
  quantity,
  controlPrice,
})

/** A quote of these unit prices; with tax of 13 % unless told. */
function quote(name: string, unitPrice: (string | null)[], more: Partial<ComparedQuote> = {}): ComparedQuote {
  return {
    tradeId: name,
    supplierName: name,
    status: 'valid',
    unitPrice,
    taxRate: unitPrice.map((price) => (price === null ? null : '13')),
    deliveryDays: unitPrice.map(() => null),
    minQuantity: unitPrice.map(() => null),
    ...more,
  }
}

const bests = (comparison: ReturnType<typeof compareQuotes>) =>
  comparison.sides.map(({ marks }) => [...marks].map((mark) => (mark & CELL.best) > 0))

describe('the best of a line', () => {
  test('is the lowest; equal prices share it', () => {
    const comparison = compareQuotes(
      [item(1, '2'), item(2, '1')],
      [quote('甲', ['10', '7.00']), quote('乙', ['9.999999', '7']), quote('丙', ['12', '8'])],
    )
    expect(bests(comparison)).toEqual([
      [false, true],
      [true, true],
      [false, false],
    ])
    expect(comparison.sides.map((side) => side.bestLines)).toEqual([1, 2, 0])
  })

  test('is never of an invalid quote, over the ceiling, or sold in larger quantities only', () => {
    const comparison = compareQuotes(
      [item(1, '2', '9')],
      [
        quote('甲', ['1'], { status: 'invalid' }),
        quote('乙', ['9.01']),
        quote('丙', ['2'], { minQuantity: ['2.000001'] }),
        quote('丁', ['9'], { minQuantity: ['2'] }),
        quote('戊', [null]),
      ],
    )
    expect(bests(comparison)).toEqual([[false], [false], [false], [true], [false]])
    expect(comparison.sides.map(({ marks }) => marks[0])).toEqual([
      CELL.quoted,
      CELL.quoted | CELL.over,
      CELL.quoted | CELL.short,
      CELL.quoted | CELL.available | CELL.best,
      0,
    ])
  })

  test('without tax may be another one, and prices that look alike are told apart', () => {
    const items = [item(1, '1'), item(2, '1'), item(3, '1')]
    const quotes = [
      quote('甲', ['113', '0.000113', '1.13'], { taxRate: ['13', '13', '13'] }),
      quote('乙', ['112', '0.000103', '1.06'], { taxRate: ['1', '3', '6'] }),
    ]
    expect(bests(compareQuotes(items, quotes))).toEqual([
      [false, false, false],
      [true, true, true],
    ])
    expect(bests(compareQuotes(items, quotes, 'net'))).toEqual([
      [true, true, true],
      [false, true, true],
    ])
  })

  test('a ceiling holds against the price with tax in either basis', () => {
    const over = (basis: 'gross' | 'net') =>
      compareQuotes([item(1, '1', '100')], [quote('甲', ['110'])], basis).sides[0]!.marks[0]! & CELL.over
    expect([over('gross'), over('net')]).toEqual([CELL.over, CELL.over])
  })
})

describe('sums and ranks', () => {
  const items = [item(1, '1'), item(2, '3')]

  test('equal sums share a rank, the next one is left out; what is incomplete or invalid has none', () => {
    const comparison = compareQuotes(items, [
      quote('甲', ['4', '2']),
      quote('乙', ['1', '3']),
      quote('丙', ['20', '1']),
      quote('丁', ['1', null]),
      quote('戊', ['1', '1'], { status: 'invalid' }),
    ])
    expect(comparison.sides.map((side) => [side.total, side.rank])).toEqual([
      ['10.00', 1],
      ['10.00', 1],
      ['23.00', 3],
      ['1.00', null],
      ['4.00', null],
    ])
  })

  test('are those of the sheet, with tax and without, to the cent', () => {
    const decimal = (most: number) =>
      fc
        .tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 1, max: 999_999 }))
        .map(([whole, part]) => `${whole}.${String(part).padStart(6, '0')}`.replace(/0+$/, ''))
    const line = fc.tuple(decimal(10 ** 9), decimal(10 ** 6), fc.constantFrom('13', '9', '1.5', '0'))
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const bill = lines.map(([, quantity], i) => item(i + 1, quantity))
        const one = quote(
          '甲',
          lines.map(([price]) => price),
          { taxRate: lines.map(([, , rate]) => rate) },
        )
        const gross = lines.map(([price, quantity]) => lineTotal(price, quantity))
        const net = lines.map(([, , rate], i) => netOf(gross[i]!, rate))
        for (const [basis, amounts] of [
          ['gross', gross],
          ['net', net],
        ] as const) {
          const side = compareQuotes(bill, [one], basis).sides[0]!
          expect(side.amounts.map(yuan)).toEqual(amounts)
          expect(side.total).toBe(new Exact(sum(amounts)).toFixed(2))
          expect(side.grossTotal).toBe(new Exact(sum(gross)).toFixed(2))
        }
      }),
      { numRuns: 60 },
    )
  })
})

test('filters leave the lines that they name', () => {
  const comparison = compareQuotes(
    [item(1, '1', '5'), item(2, '1'), item(3, '1', '5')],
    [quote('甲', ['6', null, '3']), quote('乙', [null, '2', '4'], { minQuantity: [null, '9', null] })],
  )
  expect(filterLines(comparison, 'all')).toEqual([0, 1, 2])
  expect(filterLines(comparison, 'unquoted')).toEqual([0, 1])
  expect(filterLines(comparison, 'over')).toEqual([0])
  expect(filterLines(comparison, 'nobody')).toEqual([0, 1])
  expect(filterLines(comparison, 'bestNotChosen', [null, 1, 1])).toEqual([1, 2])
  expect(filterLines(comparison, 'bestNotChosen', [null, null, 0])).toEqual([])
})

test('an invalid quote that leaves a line out is no gap in the offers', () => {
  const comparison = compareQuotes(
    [item(1, '1')],
    [quote('甲', ['6']), quote('乙', [null], { status: 'invalid', taxRate: [null] })],
  )
  expect(filterLines(comparison, 'unquoted')).toEqual([])
})

test('how far a price lies from another', () => {
  expect(deviation('96.80', '100')).toBe('-3.20')
  expect(deviation('101', '100')).toBe('+1.00')
  expect(deviation('100.000001', '100')).toBe('0.00')
  expect([deviation('1', '0'), deviation(null, '1'), deviation('1', null)]).toEqual([null, null, null])
  expect(netPrice('113', '13')).toBe('100')
  expect(netPrice('100', null)).toBe('100')
})
