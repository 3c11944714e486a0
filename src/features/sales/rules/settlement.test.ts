import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Exact } from '#contract/money.ts'
import { amountOf, excessive, type SoldLine, takenOf } from './settlement.ts'

const COPPER: SoldLine = { itemId: 'copper', quantity: '10', unitPrice: '5000' }
const STEEL: SoldLine = { itemId: 'steel', quantity: '40', unitPrice: '1000' }
const of = (price: string, lines: SoldLine[], taken: Record<string, string>, isWeighed = true) =>
  amountOf({ price, lines, taken: new Map(Object.entries(taken)), isWeighed })

test('notes of several days add up line by line, without a rounding error', () => {
  const notes = [
    [{ itemId: 'copper', quantity: '0.1' }],
    [
      { itemId: 'copper', quantity: '0.2' },
      { itemId: 'steel', quantity: '7' },
    ],
  ]
  expect(Object.fromEntries(takenOf(notes))).toEqual({ copper: '0.3', steel: '7' })
})

test('of one line the offer by the quantity is the unit price', () => {
  expect(of('60000', [{ ...COPPER, unitPrice: null }], { copper: '9.5' })).toBe('57000.00')
  expect(of('60000', [COPPER], { copper: '10' })).toBe('60000.00')
  expect(of('60000', [COPPER], {})).toBe('0.00')
  // A third of a cent and more: half up.
  expect(of('100', [{ ...COPPER, quantity: '3' }], { copper: '1' })).toBe('33.33')
  expect(of('100', [{ ...COPPER, quantity: '3' }], { copper: '2' })).toBe('66.67')
})

test('of several lines each unit costs its announced price, raised as the whole was', () => {
  // Announced 90,000, offered a tenth more: copper 5,500, steel 1,100.
  expect(of('99000', [COPPER, STEEL], { copper: '10', steel: '40' })).toBe('99000.00')
  expect(of('99000', [COPPER, STEEL], { copper: '9', steel: '41' })).toBe('94600.00')
  expect(of('99000', [COPPER, STEEL], { steel: '40' })).toBe('44000.00')
  expect(() => of('99000', [COPPER, { ...STEEL, unitPrice: null }], {})).toThrow(RangeError)
})

test('as it stands the goods cost what was offered, whatever is taken', () => {
  expect(of('99000', [COPPER, { ...STEEL, unitPrice: null }], { copper: '1' }, false)).toBe('99000.00')
})

test('what was announced costs what was offered, and more never costs less', () => {
  const amount = (max: number) => fc.integer({ min: 1, max }).map((n) => new Exact(n).div(100).toFixed())
  fc.assert(
    fc.property(
      amount(100_000_000_00),
      fc.array(fc.record({ quantity: amount(1_000_00), unitPrice: amount(100_000_00) }), {
        minLength: 1,
        maxLength: 6,
      }),
      amount(50_00),
      (price, given, more) => {
        const lines = given.map((line, i) => ({ itemId: String(i), ...line }))
        const all = Object.fromEntries(lines.map(({ itemId, quantity }) => [itemId, quantity]))
        const whole = of(price, lines, all)
        expect(new Exact(whole).eq(price)).toBe(true)
        const beyond = of(price, lines, { ...all, 0: new Exact(lines[0]!.quantity).plus(more).toFixed() })
        expect(new Exact(beyond).gte(whole)).toBe(true)
      },
    ),
  )
})

test('a fifth more than announced is named', () => {
  expect(excessive([COPPER, STEEL], new Map([['copper', '12']]))).toEqual([])
  expect(excessive([COPPER, STEEL], new Map([['copper', '12.001']]))).toEqual([COPPER])
})
