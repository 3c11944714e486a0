import { type DrawPart, EARLIER_DRAW_VERSION } from '#contract/draw.ts'
import type { PriceScoreInput } from '#features/evaluation/rules/price-params.ts'
import { randomParts, withDrawn } from '#features/evaluation/rules/random-price.ts'
import type { Bundle, BundleContent, Mark } from '#features/review-hall/rules/bundle.ts'
import { marksHash, recompute, sealed } from '#features/review-hall/rules/replay.ts'
import { lotParts } from '#features/review-hall/rules/replay-draws.ts'
import { bundle, contentOf, LOT_PARTS, resealed, stepped } from '#features/review-hall/rules/testing/bundle.ts'

/* Concluded reviews of every method, base and way to add marks up: vectors of docs/protocol, and what both verifiers are held against. */

const REVIEWS = 'kaibiao.vector-reviews/1'

/** What a review of the vectors is made of. */
interface ReviewPlan {
  what: string
  method: number
  price: PriceScoreInput | null
  aggregation: number
  scoreDigits?: number | null
  judges: number
  prices: readonly string[]
  controlPrice?: string | null
  /** Marks in the subjective item, by judge and bid. */
  mark: (judge: number, bid: number) => string
  change?: (content: BundleContent) => void
}

const third = (judge: number, bid: number) => `${20 + ((judge * 7 + bid * 3) % 11)}.${judge}${bid}`
const even = () => '30.00'
const base = { aggregation: 3, judges: 3, mark: third, prices: ['900.00', '870.10', '1001.77', '955.5', '870.10'] }
const deviation = { scoring: 'deviation', fullMarks: '30', above: '1.5', below: '0.7' } as const
const low = (rule: 'comparison' | 'government', status: number) => (content: BundleContent) => {
  const shares = { mean: 50, next: 50, ceiling: 45 }
  const matter = { bidId: 'b1', status, price: content.bids[0]!.price }
  const top = { name: '最高限价' as const, amount: '2000' }
  content.lowPrice = { basis: { rule, ...shares, top }, matters: [matter] }
}

const PLANS: readonly ReviewPlan[] = [
  { ...base, what: 'method 1, mean of the prices', method: 1, price: { base: 3, scoring: 'ratio', fullMarks: '30' } },
  {
    ...base,
    what: 'method 1, trimmed mean of prices and marks, a distance that is rounded, marks that are rounded',
    method: 1,
    price: { base: 4, percentage: '97.5', dropFrom: 5, ...deviation, deviationDigits: 2 },
    aggregation: 2,
    scoreDigits: 1,
    judges: 5,
  },
  { ...base, what: 'method 2', method: 2, price: null },
  { ...base, what: 'method 3, equal bids by their technical marks', method: 3, price: null },
  { ...base, what: 'method 3, equal bids by lot', method: 3, price: null, mark: even },
  {
    ...base,
    what: 'method 4, equal prices by what was read out',
    method: 4,
    price: null,
    change(content) {
      const at = '2026-11-01T00:00:00.000Z'
      Object.assign(content.bids[0]!, { opening: '905.00', changes: [{ at, amount: '870.10' }], price: '870.10' })
    },
  },
  {
    ...base,
    what: 'method 5, a mean floated down',
    method: 5,
    price: { base: 5, floatingRate: '3.25', ...deviation },
  },
  {
    ...base,
    what: 'method 6, a bid that did not commit',
    method: 6,
    price: { base: 2, fixedBase: '880', scoring: 'ratio', fullMarks: '10' },
    prices: ['1000', '1000.00', '999.99'],
    controlPrice: '1000.00',
  },
  {
    ...base,
    what: 'method 7, drawn parameters',
    method: 7,
    price: { base: 3, ...deviation },
    change(content) {
      const parts = randomParts({})
      const drawn = stepped('price-params', parts)
      const way = content.ways.at(-1)!
      way.params = withDrawn(way.params as PriceScoreInput, drawn.result)
      content.draws.push(drawn)
    },
  },
  {
    ...base,
    what: 'formulas of before: marks for the price rounded first, the highest price as base',
    method: 1,
    price: { base: 1, scoring: 'ratio', fullMarks: '30' },
    prices: ['3', '7', '11'],
    change: (content) => Object.assign(content.formulas, { price: 'price-score/1' }),
  },
  {
    ...base,
    what: 'a low price that was explained',
    method: 1,
    price: { base: 2, scoring: 'ratio', fullMarks: '30' },
    prices: ['400', '1000', '1000.01', '1200'],
    change: low('comparison', 4),
  },
  {
    ...base,
    what: 'a low price under the rule of government procurement',
    method: 1,
    price: { base: 2, scoring: 'ratio', fullMarks: '30' },
    prices: ['499', '1000', '1100', '1200'],
    change: low('government', 4),
  },
  {
    ...base,
    what: 'everything rejected by a failed motion to go on',
    method: 1,
    price: { base: 3, scoring: 'ratio', fullMarks: '30' },
    change(content) {
      const votes = content.committee!.map((reviewerId) => ({ reviewerId, agree: false }))
      content.motions!.push({ id: 'm9', kind: 'go-on', bidId: null, carried: false, votes })
      content.order.allRejected = true
    },
  },
]

/** A review by a plan, with the lots that its equal bids need, not sealed. */
function reviewOf(plan: ReviewPlan): BundleContent {
  const { method, price, aggregation, judges: count, prices, controlPrice = null, mark, scoreDigits } = plan
  const [pass, score, automatic] = contentOf().ways
  const judges = Array.from({ length: count }, (_, i) => `r${i + 1}`)
  const ids = prices.map((_, i) => `b${i + 1}`)
  const digits = scoreDigits === undefined ? {} : { scoreDigits }
  const of = (way: { judges: string[]; judged?: string[] }, own: object) => ({ ...way, judges, judged: ids, ...own })
  const marksOf = (id: string, judge: number) =>
    ids.flatMap((bid, i): Mark[] =>
      id === 'pass'
        ? [[bid, 'i1', null, true, '']]
        : [
            [bid, 'i2', mark(judge, i), null, ''],
            [bid, 'i3', '8.00', null, ''],
          ],
    )
  const content: BundleContent = {
    ...contentOf(),
    order: { id: 'o1', code: 'ZB1', title: '设备', method, controlPrice, allRejected: false },
    formulas: { ...contentOf().formulas },
    committee: [...judges],
    motions: [],
    ways: [
      { ...pass!, ...of(pass!, {}) },
      { ...score!, ...of(score!, { aggregation, ...digits }) },
      ...(price ? [{ ...automatic!, ...digits, params: price }] : []),
    ],
    bids: ids.map((id, i) => {
      const quote = prices[i]!
      return { id, no: i + 1, name: id, opening: quote, changes: [], price: quote, disqualified: null, ground: null }
    }),
    judgements: ['pass', 'score'].flatMap((wayId) =>
      judges.map((reviewerId, judge) => {
        const marks = marksOf(wayId, judge)
        return { wayId, reviewerId, commitment: marksHash(marks), marks }
      }),
    ),
    draws: [],
  }
  plan.change?.(content)
  return withLots(content)
}

/** With a draw among the bids that are equal without one. */
function withLots(content: BundleContent): BundleContent {
  const places = Map.groupBy(recompute(content).ranking, ({ rank }) => rank)
  const equal = [...places.entries()].toSorted(([a], [b]) => a - b).filter(([rank, all]) => rank <= 3 && all.length > 1)
  if (equal.length === 0) return content
  const parts: DrawPart[] = lotParts(equal.map(([, all]) => all.map(({ bidId }) => bidId)))
  return { ...content, draws: [...content.draws, stepped('lots', parts)] }
}

/** The reviews, sealed, each with what it is of. */
export function reviewVectors(): { type: string; reviews: { what: string; bundle: Bundle }[] } {
  const own = PLANS.map((plan) => {
    const content = reviewOf(plan)
    return { what: plan.what, bundle: sealed({ ...content, results: recompute(content) }) }
  })
  const content = contentOf()
  content.draws[0] = stepped('lots', LOT_PARTS, { version: EARLIER_DRAW_VERSION })
  const earlier = resealed({ ...content, formulas: { ...content.formulas, draw: EARLIER_DRAW_VERSION } })
  return {
    type: REVIEWS,
    reviews: [
      { what: 'a failed bid, lots, a price drawn by hand', bundle: bundle() },
      { what: 'the same, its lots drawn by draw/3', bundle: earlier },
      ...own,
    ],
  }
}
