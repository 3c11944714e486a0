import { describe, expect, test } from 'vitest'
import type { WayPlan } from '#features/procurement/rules/default-ways.ts'
import { conformityProblems, verdicts } from './conformity.ts'
import { markProblems, rankOffers } from './result.ts'
import { chosenBy, voteProblem } from './vote.ts'

describe('conformity', () => {
  const says = (conforms: boolean, reason = '') => [{ tradeId: 'a', conforms, reason }]

  test('the majority decides; of three two are one', () => {
    expect(verdicts([says(false, '缺检测报告'), says(false, '缺检测报告'), says(true)], ['a'])).toEqual([
      { tradeId: 'a', conforms: false, against: 2, reason: '缺检测报告' },
    ])
    expect(verdicts([says(false, '缺检测报告'), says(true), says(true)], ['a'])).toMatchObject([
      { conforms: true, against: 1, reason: '' },
    ])
  })

  test('each response is judged once, and an objection has a reason', () => {
    expect(conformityProblems(says(true), ['a'])).toEqual([])
    expect(conformityProblems(says(false), ['a'])).toMatchObject([{ path: 'answers.0.reason' }])
    expect(conformityProblems(says(true), ['a', 'b'])).toMatchObject([{ path: 'answers' }])
    expect(conformityProblems([...says(true), ...says(true)], ['a'])).toMatchObject([{ path: 'answers' }])
  })
})

const way = (name: string, type: number, fullMark: string, items: readonly [string, string][] = []): WayPlan => ({
  type,
  name,
  itemKind: 2,
  fullMark,
  aggregation: 3,
  isAutomatic: type === 3,
  items: items.map(([item, mark]) => ({ name: item, standard: '', fullMark: mark, isObjective: false })),
})
const WAYS = [
  way('技术评分', 4, '50', [
    ['方案', '30'],
    ['人员', '20'],
  ]),
  way('商务评分', 5, '20', [['业绩', '20']]),
  way('价格评分', 3, '30'),
]
const offer = (tradeId: string, price: string, turn: number) => ({ tradeId, name: tradeId, price, turn })
/** One member's marks: for each supplier those of its three items. */
const marksOf = (given: Record<string, readonly [string, string, string]>) =>
  Object.entries(given).flatMap(([tradeId, [plan, staff, record]]) => [
    { tradeId, way: 0, item: 0, score: plan },
    { tradeId, way: 0, item: 1, score: staff },
    { tradeId, way: 1, item: 0, score: record },
  ])

describe('the ranking', () => {
  test('of a negotiation goes by the final price; equal ones by the drawn order', () => {
    const ranked = rankOffers([offer('a', '100', 2), offer('b', '90', 3), offer('c', '100', 1)], null)
    expect(ranked.map(({ tradeId, rank, score }) => [tradeId, rank, score])).toEqual([
      ['b', 1, null],
      ['c', 2, null],
      ['a', 3, null],
    ])
  })

  test('of a consultation adds the price’s part, whose base is the lowest final offer', () => {
    const marks = new Map([
      ['m1', marksOf({ a: ['30', '20', '20'], b: ['20', '10', '10'] })],
      ['m2', marksOf({ a: ['24', '18', '18'], b: ['22', '12', '12'] })],
    ])
    const ranked = rankOffers([offer('a', '120', 1), offer('b', '100', 2)], { ways: WAYS, marks })
    // a: 46 + 19 + 100/120 × 30 = 25 → 90; b: 32 + 11 + 30 → 73.
    expect(ranked).toMatchObject([
      { tradeId: 'a', rank: 1, score: '90.00', priceScore: '25.00', ways: [{ score: '46.00' }, { score: '19.00' }] },
      { tradeId: 'b', rank: 2, score: '73.00', priceScore: '30.00' },
    ])
  })

  test('equal scores go by the lower price', () => {
    // a: 70 + 75/100 × 30 = 92.5 at 100; b: 62.5 + 30 = 92.5 at 75.
    const marks = new Map([['m1', marksOf({ a: ['30', '20', '20'], b: ['22.5', '20', '20'] })]])
    const ranked = rankOffers([offer('a', '100', 1), offer('b', '75', 2)], { ways: WAYS, marks })
    expect(ranked.map(({ tradeId, score }) => [tradeId, score])).toEqual([
      ['b', '92.50'],
      ['a', '92.50'],
    ])
  })

  test('equal scores and prices go by the technical score, then by the drawn order', () => {
    const equal = new Map([['m1', marksOf({ a: ['20', '20', '20'], b: ['25', '20', '15'] })]])
    const ranked = (marks: typeof equal) =>
      rankOffers([offer('a', '100', 1), offer('b', '100', 2)], { ways: WAYS, marks }).map(({ tradeId }) => tradeId)
    expect(ranked(equal)).toEqual(['b', 'a'])
    expect(ranked(new Map([['m1', marksOf({ a: ['20', '20', '20'], b: ['20', '20', '20'] })]]))).toEqual(['a', 'b'])
  })

  test('marks are complete and within their full mark', () => {
    const asked = { ways: WAYS, tradeIds: ['a'] }
    expect(markProblems(marksOf({ a: ['30', '20', '20'] }), asked)).toEqual([])
    expect(markProblems(marksOf({ a: ['30.1', '20', '20'] }), asked)).toMatchObject([{ path: 'marks.0.score' }])
    expect(markProblems(marksOf({ a: ['30', '20', '20'] }).slice(1), asked)).toMatchObject([{ path: 'marks' }])
    expect(markProblems(marksOf({ a: ['30', '20', '20'], z: ['1', '1', '1'] }), asked)).toMatchObject([
      { path: 'marks' },
    ])
  })
})

test('more than half of the members choose a solution; where too few are chosen, the next most votes are', () => {
  const chosen = (votes: string[][], least = 3) =>
    chosenBy(votes, ['a', 'b', 'c', 'd', 'e'], least).flatMap(({ tradeId, isChosen }) => (isChosen ? [tradeId] : []))
  const abc = ['a', 'b', 'c']
  expect(chosen([abc, abc, ['c', 'd', 'e']])).toEqual(abc)
  // Two of three are a majority, one is not.
  expect(chosen([['a', 'b', 'c', 'd'], abc, ['a', 'b', 'd']])).toEqual(['a', 'b', 'c', 'd'])
  // Only a and b have a majority: of c, d and e, each with one vote, none is left out.
  expect(chosen([abc, ['a', 'b', 'd'], ['a', 'b', 'e']])).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(chosen([abc, ['a', 'b', 'd'], ['a', 'b', 'e']], 2)).toEqual(['a', 'b'])
  expect(chosenBy([['a', 'b']], ['a', 'b'], 3).every(({ isChosen }) => isChosen)).toBe(true)
})

test('a vote recommends at least as many as must remain, each once, of those who go on', () => {
  const all = ['a', 'b', 'c', 'd']
  expect(voteProblem(['a', 'b', 'c'], all, 3)).toBeNull()
  expect(voteProblem(['a', 'b'], all, 3)).toBe('请至少推荐 3 家')
  expect(voteProblem(['a', 'b'], ['a', 'b'], 3)).toBeNull()
  for (const wrong of [
    ['a', 'a', 'b'],
    ['a', 'b', 'x'],
  ])
    expect(voteProblem(wrong, all, 3)).toContain('每家一次')
})
