import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Mix, mixesOf, type MixKind, type NoMix } from './best-mix.ts'
import { CELL, type Comparison, compareQuotes, yuan } from './comparison.ts'

type Cell = { price: number; days?: number | null; least?: number } | null

/** Quotes by supplier and line; every line is asked for in a quantity of 10. */
function compared(quotes: Cell[][], invalid: number[] = []): { comparison: Comparison; delivery: (number | null)[][] } {
  const items = quotes[0]!.map((_, i) => ({ itemId: `${i}`, line: i + 1, quantity: '10', controlPrice: null }))
  const delivery = quotes.map((cells) => cells.map((cell) => cell?.days ?? null))
  const comparison = compareQuotes(
    items,
    quotes.map((cells, side) => ({
      tradeId: `${side}`,
      supplierName: '甲乙丙丁戊己'[side]!,
      status: invalid.includes(side) ? 'invalid' : 'valid',
      unitPrice: cells.map((cell) => (cell === null ? null : String(cell.price))),
      taxRate: cells.map(() => null),
      deliveryDays: delivery[side]!,
      minQuantity: cells.map((cell) => (cell?.least === undefined ? null : String(cell.least))),
    })),
  )
  return { comparison, delivery }
}

function mix(
  given: ReturnType<typeof compared>,
  kind: MixKind,
  limits: { most: number; maxShare: number | null } = { most: 2, maxShare: null },
): Mix | NoMix {
  return mixesOf(given.comparison, given.delivery, limits).find((one) => one.kind === kind)!
}

const THREE = compared([
  [{ price: 10 }, { price: 50 }, { price: 30 }],
  [{ price: 40 }, { price: 20 }, { price: 31 }],
  [{ price: 41 }, { price: 51 }, { price: 1 }],
])

describe('by price', () => {
  test('one supplier, line by line, at most two', () => {
    expect(mix(THREE, 'single')).toMatchObject({
      total: '900.00',
      choice: [0, 0, 0],
      isExact: true,
      explanation: '3 家供应商的每一行都可选，其中甲合计 900.00 元，最低。',
    })
    expect(mix(THREE, 'byLine')).toMatchObject({
      total: '310.00',
      choice: [0, 1, 2],
      parts: [
        { side: 0, lines: 1, amount: '100.00' },
        { side: 1, lines: 1, amount: '200.00' },
        { side: 2, lines: 1, amount: '10.00' },
      ],
    })
    expect(mix(THREE, 'atMost')).toMatchObject({ total: '600.00', choice: [0, 1, 0], isExact: true })
    expect((mix(THREE, 'atMost') as Mix).explanation).toContain('不超过 2 家的全部 6 种组合')
  })

  test('equal prices go to the first; lines that nobody can be chosen for are left out and said so', () => {
    const given = compared([
      [{ price: 5 }, { price: 1, least: 11 }],
      [{ price: 5 }, null],
    ])
    expect(mix(given, 'byLine')).toMatchObject({ choice: [0, null], total: '50.00' })
    expect((mix(given, 'byLine') as Mix).explanation).toContain('1 行无人可选，未计入')
  })

  test('says why there is none', () => {
    const gaps = compared([
      [{ price: 5 }, null, null],
      [null, { price: 5 }, null],
      [null, null, { price: 5 }],
    ])
    expect(mix(gaps, 'single')).toEqual({
      kind: 'single',
      why: '没有一家供应商的每一行都可选（报价有效、不超限价、起订量相符）',
    })
    expect(mix(gaps, 'atMost')).toEqual({
      kind: 'atMost',
      why: '没有不超过 2 家的组合使每一行都可选（报价有效、不超限价、起订量相符）',
    })
    expect(mix(gaps, 'atMost', { most: 3, maxShare: null })).toMatchObject({ total: '150.00' })
    expect(mix(compared([[{ price: 5 }]], [0]), 'byLine')).toEqual({ kind: 'byLine', why: '没有可选的报价' })
    const huge = compared([[{ price: 99_999_999_999_999 }]])
    expect(mix(huge, 'single')).toEqual({ kind: 'single', why: '金额超出可精确计算的范围' })
  })

  test('is what trying everything finds, with gaps and invalid quotes', () => {
    const cell = fc.option(fc.record({ price: fc.integer({ min: 1, max: 30 }) }), { nil: null, freq: 4 })
    const quotes = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
      .chain(([sides, lines]) =>
        fc.array(fc.array(cell, { minLength: lines, maxLength: lines }), { minLength: sides, maxLength: sides }),
      )
    fc.assert(
      fc.property(quotes, fc.integer({ min: 1, max: 3 }), fc.subarray([0, 1, 2, 3, 4]), (cells, most, invalid) => {
        const given = compared(cells, invalid)
        const expected = cheapest(given.comparison, most)
        const found = mix(given, 'atMost', { most, maxShare: null })
        expect('total' in found ? found.total : null).toBe(expected)
        const line = mix(given, 'byLine')
        expect('total' in line ? line.total : null).toBe(cheapest(given.comparison, cells.length))
      }),
      { numRuns: 200 },
    )
  })
})

test('the earliest delivery, the cheaper of equal ones, and no promise where one does not say', () => {
  const given = compared([
    [
      { price: 5, days: 3 },
      { price: 9, days: 7 },
    ],
    [
      { price: 6, days: 2 },
      { price: 8, days: 7 },
    ],
  ])
  expect(mix(given, 'fastest')).toMatchObject({ choice: [1, 1], days: 7, total: '140.00' })
  const silent = compared([[{ price: 5, days: 3 }, { price: 9 }]])
  expect(mix(silent, 'fastest')).toMatchObject({ choice: [0, 0], days: null })
})

describe('a limit on the share of one supplier', () => {
  test('moves the cheapest lines, and calls the result approximate', () => {
    const given = compared([
      [{ price: 10 }, { price: 10 }, { price: 10 }, { price: 10 }],
      [{ price: 14 }, { price: 11 }, { price: 12 }, { price: 13 }],
    ])
    expect(mix(given, 'atMost', { most: 2, maxShare: 60 })).toMatchObject({
      choice: [0, 1, 1, 0],
      total: '430.00',
      isExact: false,
    })
    expect(mix(given, 'atMost', { most: 2, maxShare: 100 })).toMatchObject({ total: '400.00', isExact: true })
    expect(mix(given, 'atMost', { most: 1, maxShare: 60 })).toHaveProperty('why')
  })

  test('holds whenever a way is found', () => {
    const price = fc.record({ price: fc.integer({ min: 1, max: 30 }) })
    const quotes = fc.array(fc.array(price, { minLength: 4, maxLength: 4 }), { minLength: 2, maxLength: 5 })
    fc.assert(
      fc.property(quotes, fc.integer({ min: 34, max: 90 }), (cells, maxShare) => {
        const found = mix(compared(cells), 'atMost', { most: 3, maxShare })
        if (!('total' in found)) return
        for (const { amount } of found.parts)
          expect(Number(amount) * 100).toBeLessThanOrEqual(Number(found.total) * maxShare + 1e-6)
      }),
    )
  })
})

/** By trying every set of sides: the least sum that covers every line anybody can be chosen for. */
function cheapest({ items, sides }: Comparison, most: number): string | null {
  const lines = items.flatMap((_, i) => (sides.some(({ marks }) => marks[i]! & CELL.available) ? [i] : []))
  if (lines.length === 0) return null
  let best: bigint | null = null
  for (let set = 1; set < 2 ** sides.length; set++) {
    const members = sides.filter((_, side) => set & (2 ** side))
    if (members.length > most) continue
    const costs = lines.map((i) => {
      const offers = members.filter(({ marks }) => marks[i]! & CELL.available).map(({ amounts }) => amounts[i]!)
      return offers.length === 0 ? null : offers.reduce((a, b) => (b < a ? b : a))
    })
    if (costs.includes(null)) continue
    const total = costs.reduce<bigint>((a, b) => a + b!, 0n)
    if (best === null || total < best) best = total
  }
  return best === null ? null : yuan(best)
}
