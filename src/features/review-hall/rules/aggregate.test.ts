import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aggregate } from './aggregate.ts'

const of = (...scores: (string | number)[]) => scores.map((score, i) => ({ reviewerId: `r${i}`, score: String(score) }))

test.each([
  ['mean', 3, [80, 90, 95], '88.33'],
  ['mean, rounded half up', 3, ['8.01', '8.02'], '8.02'],
  ['without ends', 2, [60, 80, 82, 84, 100], '82.00'],
  ['without ends, three reviewers: the middle one', 2, [70, 71, 99], '71.00'],
  ['without ends, two reviewers: plain mean', 2, [70, 71], '70.50'],
  ['without ends, one reviewer', 2, ['66.6'], '66.60'],
  ['one of several equal ends goes', 2, [90, 90, 90, 60, 60], '80.00'],
  ['all equal', 2, [75, 75, 75], '75.00'],
] as const)('%s', (_, kind, scores, expected) => {
  expect(aggregate(kind, of(...scores)).score).toBe(expected)
})

test('says who was left out and how the mean was made', () => {
  expect(aggregate(2, of(88, 92, 85, 90, 87))).toEqual({
    version: 'aggregate/1',
    score: '88.33',
    exact: '265/3',
    dropped: ['r1', 'r2'],
    trace: [
      { label: '参与平均的评分', expression: '评委 5 名，去掉一个最高分 92 和一个最低分 85', value: '3 个' },
      {
        label: '平均分',
        expression: '(88 + 90 + 87) ÷ 3',
        value: '88.333333…',
        exact: '88.33333333333333333333333333333333333333',
      },
      { label: '得分', expression: '四舍五入，显示两位小数；计入总分时不舍入', value: '88.33' },
    ],
  })
})

test('lies between the lowest and the highest score and does not depend on their order', () => {
  const scores = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(fc.constantFrom(2, 3), scores, (kind, list) => {
      const text = list.map((n) => (n / 100).toFixed(2))
      const { score } = aggregate(kind, of(...text))
      expect(Number(score)).toBeGreaterThanOrEqual(Math.min(...list) / 100)
      expect(Number(score)).toBeLessThanOrEqual(Math.max(...list) / 100)
      expect(aggregate(kind, of(...text.toReversed())).score).toBe(score)
    }),
  )
})

test.each([
  [3, [], '没有可汇总的评分'],
  [1, of(1), '请选择评分汇总方式'],
  [3, of('-1'), '评分格式不正确'],
  [
    3,
    [
      { reviewerId: 'a', score: '1' },
      { reviewerId: 'a', score: '2' },
    ],
    '同一评委的评分重复',
  ],
])('kind %i refuses %o', (kind, scores, message) => {
  expect(() => aggregate(kind, scores)).toThrow(message)
})
