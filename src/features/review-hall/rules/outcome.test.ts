import { expect, test } from 'vitest'
import { DEFAULT_WAYS, orderedWays, SUPPORTED_METHODS, wayProblems } from '#features/procurement/rules/default-ways.ts'
import { type Judgement, objectiveDifferences, passOutcome, scoreOutcome, totalOf } from './outcome.ts'
import { reviewResult } from './result.ts'
import { aggregate } from './aggregate.ts'

const reviewers = ['a', 'b', 'c', 'd', 'e']
const items = [
  { id: 'x', name: '签章' },
  { id: 'y', name: '响应' },
]

/** Who fails which item. */
const verdicts = (fails: Record<string, string>): Judgement[] =>
  reviewers.flatMap((reviewerId) =>
    items.map(({ id }) => {
      const passed = !(fails[id] ?? '').includes(reviewerId)
      return { itemId: id, reviewerId, score: null, passed, reason: passed ? '' : `${reviewerId}说` }
    }),
  )
const marks = (of: Record<string, readonly [string, string]>): Judgement[] =>
  Object.entries(of).flatMap(([reviewerId, [x, y]]) =>
    [x, y].map((score, i) => ({ itemId: items[i]!.id, reviewerId, score, passed: null, reason: '' })),
  )

test('an item fails a bid when more than half fail it', () => {
  expect(passOutcome(items, reviewers, verdicts({ x: 'ab' })).passed).toBe(true)
  const failed = passOutcome(items, reviewers, verdicts({ x: 'abc' }))
  expect(failed).toMatchObject({ passed: false, reason: '签章：a说；b说；c说' })
  expect(failed.trace[0]).toEqual({ label: '签章', expression: '通过 2 人，不通过 3 人', value: '不通过' })
})

test('a majority without a common ground rejects nothing, and the record says so', () => {
  const outcome = passOutcome(items, reviewers, verdicts({ x: 'ab', y: 'cd' }))
  expect(outcome.passed).toBe(true)
  expect(outcome.trace.map((l) => l.label)).toContain('提示')
})

test('missing judgements are refused', () => {
  expect(() => passOutcome(items, reviewers, verdicts({}).slice(1))).toThrow('签章')
  const some = marks({ a: ['1', '2'], b: ['1', '2'] })
  expect(() => scoreOutcome({ aggregation: 3, items }, ['a', 'b', 'c'], some)).toThrow('签章')
})

test('marks are summed per reviewer, then aggregated', () => {
  const given = marks({ a: ['10', '5'], b: ['12.5', '6'], c: ['9', '4'], d: ['20', '10'], e: ['11', '5'] })
  const trimmed = scoreOutcome({ aggregation: 2, items }, reviewers, given)
  // 15, 18.5, 13, 30, 16 without 30 and 13.
  expect(trimmed).toMatchObject({ score: '16.50', exact: '33/2', dropped: ['d', 'c'] })
  expect(scoreOutcome({ aggregation: 3, items }, reviewers, given).score).toBe('18.50')
})

test('objective items must agree', () => {
  const given = marks({ a: ['10', '5'], b: ['10', '6'] })
  const flagged = items.map((i) => ({ ...i, isObjective: true }))
  expect(objectiveDifferences(flagged, given)).toEqual(['响应'])
})

test('the total is rounded once: thirds that add up to a half cent round up', () => {
  // 10.333… + 20.171666… = 30.505 exactly.
  const { total, trace } = totalOf([
    { name: '技术', exact: '31/3' },
    { name: '商务', exact: '12103/600' },
  ])
  expect(total).toBe('30.51')
  expect(trace[0]!.value).toBe('30.505')
  expect(aggregate(3, [{ reviewerId: 'a', score: '10.33' }]).score).toBe('10.33')
})

test('the result follows from its input alone', () => {
  const input = {
    method: 1,
    price: { name: '价格', params: { base: 2, scoring: 'ratio', fullMarks: '30' } },
    scoring: [
      { type: 4, name: '技术', marks: new Map(['p', 'q'].map((id) => [id, { score: '30.00', exact: '30/1' }])) },
    ],
    bids: [
      { id: 'p', name: '甲', quote: '100' },
      { id: 'q', name: '乙', quote: '90' },
      { id: 'r', name: '丙', quote: '10', disqualified: '未签章' },
    ],
  } as const
  const result = reviewResult(input)
  expect(result.ranking.candidates).toEqual(['q', 'p'])
  expect(result.totals.get('p')!.total).toBe('57.00')
  expect(result.price!.base).toBe('90')
  expect(reviewResult(input)).toEqual(result)
})

test.each([
  ['price marks', { method: 1, price: { name: '价格', params: { base: 2, scoring: 'ratio', fullMarks: '30' } } }],
  ['mean base', { method: 5, price: { name: '价格', params: { base: 3, scoring: 'ratio', fullMarks: '100' } } }],
  ['the lowest price', { method: 3, price: null }],
] as const)('a quote of zero in an old bid stops no review and wins none: %s', (_, by) => {
  const scoring = [
    { type: 4, name: '技术', marks: new Map(['p', 'q', 'z'].map((id) => [id, { score: '30.00', exact: '30/1' }])) },
  ]
  const bids = [
    { id: 'p', name: '甲', quote: '100.00' },
    { id: 'z', name: '零', quote: '0.00' },
    { id: 'q', name: '乙', quote: '90.00' },
  ]
  const { ranking, price } = reviewResult({ ...by, scoring, bids })
  expect(ranking.candidates).toEqual(['q', 'p'])
  expect(ranking.excluded).toEqual([{ id: 'z', reason: '报价为 0，不是有效报价，不参与计分和排序' }])
  expect(price?.scores.map((s) => s.id) ?? ['p', 'q']).toEqual(['p', 'q'])
  const none = reviewResult({ ...by, scoring, bids: [bids[1]!] })
  expect(none.ranking.ranked).toEqual([])
})

test('the default plan is a valid one for every method that can be run', () => {
  expect(wayProblems(DEFAULT_WAYS, 1)).toEqual([])
  expect(DEFAULT_WAYS.reduce((sum, w) => sum + Number(w.fullMark), 0)).toBe(100)
  for (const method of SUPPORTED_METHODS) expect(wayProblems([], method)).toEqual([])
  expect(orderedWays(DEFAULT_WAYS.toReversed(), 1).map((w) => w.isAutomatic)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ])
  const broken = DEFAULT_WAYS.map((w) => (w.type === 4 ? { ...w, fullMark: '41' } : w))
  expect(wayProblems(broken, 1)).toEqual(['“技术评分”各项分值之和 40 与满分 41 不一致'])
})
