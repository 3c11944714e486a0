import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scoreOutcome } from './outcome.ts'
import type { ScoreDigits } from '#features/evaluation/rules/part-score.ts'
import { reviewResult } from './result.ts'

/** One bid: quote in yuan, and the marks of every reviewer in each of its ways, in hundredths. */
interface Bid {
  quote: number
  ways: number[][]
}

const yuan = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

function result(bids: readonly Bid[], { price = null, ways = null }: { price?: ScoreDigits; ways?: ScoreDigits } = {}) {
  const outcome = (marks: readonly number[], digits: ScoreDigits) => {
    const reviewers = marks.map((_, i) => `r${i}`)
    const judgements = marks.map((m, i) => ({
      itemId: 'i',
      reviewerId: reviewers[i]!,
      score: yuan(m),
      passed: null,
      reason: '',
    }))
    const { score, exact } = scoreOutcome(
      { aggregation: 3, items: [{ id: 'i', name: '方案' }], digits },
      reviewers,
      judgements,
    )
    return { score: score!, exact: exact! }
  }
  return reviewResult({
    method: 1,
    price: { name: '价格', params: { base: 2, scoring: 'ratio', fullMarks: '30' }, digits: price },
    scoring: bids[0]!.ways.map((_, way) => ({
      type: way === 0 ? 4 : 5,
      name: `评分${way}`,
      marks: new Map(bids.map((b, i) => [String(i), outcome(b.ways[way]!, ways)])),
    })),
    bids: bids.map((b, i) => ({ id: String(i), name: `公司${i}`, quote: yuan(b.quote) })),
  })
}

const totals = (...given: Parameters<typeof result>) => [...result(...given).totals.values()].map((t) => t.total)

/** The same from the published text alone, in whole numbers: Σ ways (Σ marks ÷ reviewers) + 30 × lowest ÷ quote. */
function reference(bids: readonly Bid[]): string[] {
  const lowest = BigInt(Math.min(...bids.map((b) => b.quote)))
  return bids.map(({ quote, ways }) => {
    let n = 30n * lowest
    let d = BigInt(quote)
    for (const marks of ways) {
      const sum = marks.reduce((a, b) => a + BigInt(b), 0n)
      const parts = 100n * BigInt(marks.length)
      n = n * parts + sum * d
      d *= parts
    }
    const hundredths = (n * 200n + d) / (d * 2n)
    return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
  })
}

const bid = (reviewers: number, ways: number) =>
  fc.record({
    quote: fc.integer({ min: 9000, max: 12_000 }),
    ways: fc.array(fc.array(fc.integer({ min: 2000, max: 4000 }), { minLength: reviewers, maxLength: reviewers }), {
      minLength: ways,
      maxLength: ways,
    }),
  })
const field = fc
  .tuple(fc.constantFrom(3, 5, 7), fc.integer({ min: 1, max: 3 }))
  .chain(([reviewers, ways]) => fc.array(bid(reviewers, ways), { minLength: 2, maxLength: 5 }))

describe('nothing is rounded before the total', () => {
  const near: Bid[] = [
    { quote: 9504, ways: [[2904, 3387, 3055]] },
    { quote: 9779, ways: [[2813, 3021, 3765]] },
  ]

  test('61.1533… and 61.1530… tie at 61.15; the lower quote wins', () => {
    const { totals: found, ranking, price } = result(near)
    expect([...found.values()].map((t) => t.total)).toEqual(['61.15', '61.15'])
    expect(ranking.candidates).toEqual(['0', '1'])
    expect(price!.scores[1]).toMatchObject({ score: '29.16', exact: expect.stringMatching(/^\d+\/\d{3,}$/) as string })
  })

  test('where the documents round the price first, the other bid wins, and the derivation says why', () => {
    const { totals: found, ranking, price } = result(near, { price: 2 })
    expect([...found.values()].map((t) => t.total)).toEqual(['61.15', '61.16'])
    expect(ranking.candidates).toEqual(['1', '0'])
    expect(price!.scores[1]!.trace.at(-1)).toEqual({
      label: '价格得分',
      expression: '按采购文件规定四舍五入到 2 位小数后计入总分',
      value: '29.16',
    })
  })

  test('parts are rounded to the decimals that the documents name', () => {
    expect(totals(near, { price: 1, ways: 1 })).toEqual(['61.20', '61.20'])
    expect(totals(near, { price: 0, ways: 0 })).toEqual(['61.00', '61.00'])
  })

  test('totals are those of the published text, computed apart in whole numbers', () => {
    fc.assert(
      fc.property(field, (bids) => {
        expect(totals(bids)).toEqual(reference(bids))
      }),
      { numRuns: 500 },
    )
  })

  test('totals do not depend on the order of ways or reviewers', () => {
    fc.assert(
      fc.property(field, (bids) => {
        const turned = bids.map((b) => ({ ...b, ways: b.ways.toReversed().map((marks) => marks.toReversed()) }))
        expect(totals(turned)).toEqual(totals(bids))
      }),
    )
  })
})
