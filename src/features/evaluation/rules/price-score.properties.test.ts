import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from '#contract/money.ts'
import type { PriceScoreInput } from './price-params.ts'
import { priceScores } from './price-score.ts'

const cents = fc.integer({ min: 1, max: 10_000_000_000 })
const yuan = (c: number | bigint) => new Exact(c.toString()).div(100).toFixed()
const quotes = fc.array(cents, { minLength: 1, maxLength: 12 })
const rate = fc.integer({ min: 0, max: 300 }).map((n) => new Exact(n).div(100).toFixed())
const params: fc.Arbitrary<PriceScoreInput> = fc.record({
  base: fc.constantFrom(1, 2, 3, 4, 5),
  percentage: fc.integer({ min: 50, max: 120 }).map(String),
  floatingRate: fc.integer({ min: 0, max: 30 }).map(String),
  dropFrom: fc.constantFrom(4, 5, 7),
  scoring: fc.constantFrom('ratio', 'deviation'),
  fullMarks: fc.integer({ min: 1, max: 100 }).map(String),
  above: rate,
  below: rate,
})

const score = (p: PriceScoreInput, list: readonly number[], factor = 1) =>
  priceScores(
    p,
    list.map((c, i) => ({ id: String(i), quote: yuan(BigInt(c) * BigInt(factor)) })),
  )
const marks = (p: PriceScoreInput, list: readonly number[], factor = 1) =>
  score(p, list, factor).scores.map((s) => s.score)

describe('price scores, any rule and any quotes', () => {
  test('lie between 0 and full marks, with two decimals', () => {
    fc.assert(
      fc.property(params, quotes, (p, list) => {
        for (const mark of marks(p, list)) {
          expect(mark).toMatch(/^\d+\.\d\d$/)
          expect(new Exact(mark).lte(p.fullMarks)).toBe(true)
        }
      }),
    )
  })

  test('do not depend on the order of the bids', () => {
    fc.assert(
      fc.property(params, quotes, fc.infiniteStream(fc.nat(1000)), (p, list, keys) => {
        const shuffled = list.map((c, i) => ({ c, i, key: keys.next().value })).toSorted((a, b) => a.key - b.key)
        const original = marks(p, list)
        const again = marks(
          p,
          shuffled.map((s) => s.c),
        )
        shuffled.forEach((s, at) => expect(again[at]).toBe(original[s.i]))
      }),
    )
  })

  test('do not depend on the unit of money', () => {
    fc.assert(
      fc.property(params, quotes, fc.integer({ min: 2, max: 10_000 }), (p, list, k) => {
        expect(marks(p, list, k)).toEqual(marks(p, list))
      }),
    )
  })

  test('are equal for equal quotes', () => {
    fc.assert(
      fc.property(params, quotes, (p, list) => {
        const all = marks(p, [...list, list[0]!])
        expect(all.at(-1)).toBe(all[0])
      }),
    )
  })

  test('agree with the formula computed apart in 40 digits, within a cent', () => {
    fc.assert(
      fc.property(params, quotes, (p, list) => {
        const result = score(p, list)
        const base = new Exact(result.base)
        for (const { quote, score: mark } of result.scores) {
          const q = new Exact(quote)
          const d = q.minus(base).div(base).times(100)
          const plain =
            p.scoring === 'ratio'
              ? Exact.min(p.fullMarks, (p.base === 1 ? q.div(base) : base.div(q)).times(p.fullMarks))
              : Exact.max(0, new Exact(p.fullMarks).minus(d.abs().times(d.gt(0) ? p.above! : p.below!)))
          expect(plain.minus(mark).abs().lte('0.0050000001')).toBe(true)
        }
      }),
    )
  })
})

describe('the ratio to the lowest quote', () => {
  const lowest = fc
    .integer({ min: 1, max: 100 })
    .map((f): PriceScoreInput => ({ base: 2, scoring: 'ratio', fullMarks: String(f) }))

  test('gives every lowest quote full marks', () => {
    fc.assert(
      fc.property(lowest, quotes, (p, list) => {
        const best = Math.min(...list)
        const all = marks(p, list)
        const full = list.map((c, i) => c !== best || new Exact(all[i]!).equals(p.fullMarks))
        expect(full).not.toContain(false)
      }),
    )
  })

  test('never rewards a higher quote', () => {
    fc.assert(
      fc.property(lowest, quotes, (p, list) => {
        const all = marks(p, list)
        const sorted = list.map((c, i) => ({ c, mark: new Exact(all[i]!) })).toSorted((a, b) => a.c - b.c)
        for (let i = 1; i < sorted.length; i++) expect(sorted[i]!.mark.lte(sorted[i - 1]!.mark)).toBe(true)
      }),
    )
  })
})

test('under deviation, being farther from the base on the same side is never better', () => {
  fc.assert(
    fc.property(params, quotes, (p, list) => {
      const result = score({ ...p, scoring: 'deviation' }, list)
      for (const side of [1, -1]) {
        const same = result.scores
          .map((s) => ({ distance: new Exact(s.quote).minus(result.base).times(side), mark: new Exact(s.score) }))
          .filter((s) => s.distance.gte(0))
          .toSorted((a, b) => a.distance.cmp(b.distance))
        for (let i = 1; i < same.length; i++) expect(same[i]!.mark.lte(same[i - 1]!.mark)).toBe(true)
      }
    }),
  )
})
