import { describe, expect, test } from 'vitest'
import { type Item, weightProblem } from './items.ts'
import { type Mark, scoreOf } from './score.ts'
import type { Fact } from './sources.ts'

const item = (change: Partial<Item>): Item => ({
  indicatorId: 'a',
  name: '服务质量',
  kind: 'subjective',
  source: '',
  fullMarks: '100',
  direction: 'more',
  step: null,
  weight: '100',
  ...change,
})
const fact = (change: Partial<Fact>): Fact => ({
  source: 'invitations',
  ref: 'r',
  code: 'c',
  title: 't',
  method: 1,
  day: '2026-06-01',
  isGood: true,
  own: null,
  median: null,
  note: '',
  ...change,
})
const given = (...marks: string[]): Mark[] =>
  marks.map((one, i) => ({ userId: String(i), indicatorId: 'a', marks: one }))

test.each([
  [['60', '40'], true],
  [['33.33', '33.33', '33.34'], true],
  [['33.33', '33.33', '33.33'], false],
  [['60', '40.01'], false],
  [[], false],
])('weights %j are the whole: %s', (weights, isWhole) => {
  expect(weightProblem(weights) === null).toBe(isWhole)
})

describe('marks of people', () => {
  test.each([
    [['80', '91'], '85.50'],
    // One highest and one lowest go from three on.
    [['0', '90', '100'], '90.00'],
    [['10', '80', '85', '99'], '82.50'],
  ])('%j make %s', (marks, score) => {
    expect(scoreOf([item({})], { facts: [], marks: given(...marks) }).score).toBe(score)
  })

  test('are taken off the full marks where less is better', () => {
    const { score } = scoreOf([item({ direction: 'less', fullMarks: '50' })], { facts: [], marks: given('5', '10') })
    expect(score).toBe('85.00')
  })

  test('are rounded half up once, at the end', () => {
    const items = [
      item({ indicatorId: 'a', weight: '50', fullMarks: '3' }),
      item({ indicatorId: 'b', weight: '50', fullMarks: '3' }),
    ]
    const marks = [
      { userId: '1', indicatorId: 'a', marks: '1' },
      { userId: '1', indicatorId: 'b', marks: '1' },
    ]
    // Twice 16.666… is 33.33, not 33.34 as of two parts that were rounded.
    expect(scoreOf(items, { facts: [], marks }).score).toBe('33.33')
  })
})

describe('facts', () => {
  const objective = (source: Fact['source'], step: string | null = null) =>
    item({ kind: 'objective', source, step, direction: 'less' })

  test('count as a share', () => {
    const facts = [fact({}), fact({ isGood: false }), fact({})]
    expect(scoreOf([objective('invitations')], { facts, marks: [] })).toMatchObject({
      score: '66.67',
      items: [{ found: '2/3' }],
    })
  })

  test('take marks off, never below zero', () => {
    const of = (n: number) =>
      scoreOf([objective('abandoned', '40')], {
        facts: Array.from({ length: n }, () => fact({ source: 'abandoned', isGood: false })),
        marks: [],
      }).score
    expect([0, 1, 2, 3].map(of)).toEqual(['100.00', '60.00', '20.00', '0.00'])
  })

  test('compare prices with the median', () => {
    const of = (own: string) =>
      scoreOf([objective('price', '2')], {
        facts: [fact({ source: 'price', own, median: '100.00' })],
        marks: [],
      }).score
    expect(['80.00', '100.00', '105.50', '190.00'].map(of)).toEqual(['100.00', '100.00', '89.00', '0.00'])
  })

  test('that are missing leave their weight to the others; without any there is no score', () => {
    const items = [{ ...objective('offers'), indicatorId: 'b', weight: '40' }, item({ weight: '60' })]
    expect(scoreOf(items, { facts: [], marks: given('90') })).toMatchObject({
      score: '90.00',
      items: [{ marks: null }, { marks: '90.00' }],
    })
    expect(scoreOf([objective('offers')], { facts: [], marks: [] }).score).toBeNull()
  })
})

test('what was corrected counts in place of what was found', () => {
  expect(scoreOf([item({})], { facts: [], marks: given('10'), corrected: { a: '88' } })).toMatchObject({
    score: '88.00',
    items: [{ marks: '88.00', how: '经异议更正' }],
  })
})
