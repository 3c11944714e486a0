import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rank, type ReviewedBid } from './ranking.ts'

const bid = (id: string, quote: string, more: Partial<ReviewedBid> = {}): ReviewedBid => ({
  id,
  name: `${id}公司`,
  quote,
  ...more,
})
const ids = (method: number, bids: ReviewedBid[]) => rank(method, bids).ranked.map((r) => `${r.rank}${r.id}`)

describe('the decisive figure of each method', () => {
  const bids = [
    bid('A', '100', {
      totalScore: '90',
      priceScore: '28',
      technicalScore: '40',
      evaluatedPrice: '104',
      committed: true,
    }),
    bid('B', '98', { totalScore: '88', priceScore: '30', technicalScore: '35', evaluatedPrice: '106' }),
    bid('C', '110', {
      totalScore: '91',
      priceScore: '25',
      technicalScore: '45',
      evaluatedPrice: '103',
      committed: true,
    }),
  ]

  test.each([
    [1, 'comprehensive scoring: total', ['1C', '2A', '3B']],
    [2, 'highest price', ['1C', '2A', '3B']],
    [3, 'lowest price', ['1B', '2A', '3C']],
    [4, 'lowest evaluated price', ['1C', '2A', '3B']],
    [5, 'reasonable low price: price score', ['1B', '2A', '3C']],
    [6, 'price commitment: total among the committed', ['1C', '2A']],
    [7, 'dual random: total', ['1C', '2A', '3B']],
  ] as const)('%i %s', (method, _, expected) => {
    expect(ids(method, bids)).toEqual(expected)
  })

  test('without corrections the evaluated price is the quote', () => {
    expect(ids(4, [bid('A', '100'), bid('B', '101', { evaluatedPrice: '99' })])).toEqual(['1B', '2A'])
  })

  test('figures are compared as numbers', () => {
    expect(ids(3, [bid('A', '1000'), bid('B', '999.99'), bid('C', '1000.00')])).toEqual(['1B', '2A', '2C'])
  })
})

describe('equal bids', () => {
  const equal = { totalScore: '90' }

  test('are settled by the lower quote, then the technical score', () => {
    const bids = [
      bid('A', '100', { ...equal, technicalScore: '40' }),
      bid('B', '100', { ...equal, technicalScore: '41' }),
      bid('C', '99', { ...equal, technicalScore: '10' }),
    ]
    expect(ids(1, bids)).toEqual(['1C', '2B', '3A'])
    expect(rank(1, bids).ranked[1]!.trace).toEqual([
      { label: '综合得分', expression: '按综合得分由高到低排序', value: '90' },
      { label: '投标报价', expression: '并列的按投标报价由低到高排序', value: '100' },
      { label: '技术得分', expression: '并列的按技术得分由高到低排序', value: '41' },
    ])
  })

  test('that nothing settles share the rank and wait for a lot', () => {
    const bids = [bid('A', '100', equal), bid('B', '100', equal), bid('C', '120', { totalScore: '70' })]
    expect(rank(1, bids)).toMatchObject({
      ranked: [
        { id: 'A', rank: 1, tiedWith: ['B'] },
        { id: 'B', rank: 1, tiedWith: ['A'] },
        { id: 'C', rank: 3, tiedWith: [] },
      ],
      candidates: [],
      undecided: [['A', 'B']],
    })
    const drawn = rank(1, [{ ...bids[0]!, lot: 2 }, { ...bids[1]!, lot: 1 }, bids[2]!])
    expect(drawn).toMatchObject({ candidates: ['B', 'A', 'C'], undecided: [] })
  })

  test('behind the third place need no lot', () => {
    const tail = ['D', 'E'].map((id) => bid(id, '5'))
    expect(rank(3, [bid('A', '1'), bid('B', '2'), bid('C', '3'), ...tail])).toMatchObject({
      candidates: ['A', 'B', 'C'],
      undecided: [],
    })
  })

  test('across the third place leave it open', () => {
    expect(rank(3, [bid('A', '1'), bid('B', '2'), bid('C', '3'), bid('D', '3')])).toMatchObject({
      candidates: ['A', 'B'],
      undecided: [['C', 'D']],
    })
  })
})

describe('who is ranked', () => {
  test('rejected bids never are, whatever their figures', () => {
    const result = rank(3, [bid('A', '1', { disqualified: '未提交保证金' }), bid('B', '2')])
    expect(result.ranked.map((r) => r.id)).toEqual(['B'])
    expect(result.excluded).toEqual([{ id: 'A', reason: '未提交保证金' }])
  })

  test('nobody, when all are rejected', () => {
    expect(rank(3, [bid('A', '1', { disqualified: '' })])).toMatchObject({
      ranked: [],
      candidates: [],
      excluded: [{ reason: '投标被否决' }],
    })
  })

  test('at most three become candidates', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(2, 3, 4),
        fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { maxLength: 12 }),
        (method, prices) => {
          const bids = prices.map((p, i) => bid(String(i), String(p)))
          const { candidates, ranked } = rank(method, bids)
          expect(candidates).toEqual(ranked.slice(0, 3).map((r) => r.id))
          const sorted = ranked.map((r) => prices[Number(r.id)]!)
          expect(sorted).toEqual(prices.toSorted((a, b) => (method === 2 ? b - a : a - b)))
        },
      ),
    )
  })

  test('in an order that does not depend on that of the list', () => {
    const score = fc.constantFrom('80', '85', '90')
    const one = fc.record({
      quote: fc.constantFrom('1', '2', '3'),
      totalScore: score,
      technicalScore: fc.option(score, { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 8 }), (list) => {
        const bids = list.map((b, i) => bid(String(i), b.quote, b))
        const places = (all: ReviewedBid[]) => Object.fromEntries(rank(1, all).ranked.map((r) => [r.id, r.rank]))
        expect(places(bids.toReversed())).toEqual(places(bids))
      }),
    )
  })
})

test.each([
  [0, [], '请选择评审办法'],
  [1, [bid('A', '1')], 'A公司缺少综合得分，无法排序'],
  [5, [bid('A', '1', { totalScore: '9' })], 'A公司缺少价格得分，无法排序'],
  [3, [bid('A', '1e3')], 'A公司的投标报价格式不正确'],
])('method %i refuses %o', (method, bids, message) => {
  expect(() => rank(method, bids)).toThrow(message)
})
