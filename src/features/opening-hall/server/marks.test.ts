import { expect, test } from 'vitest'
import { isBesideMark, MarkType, MarkUnit } from '../rules.ts'
import { marksOf } from './marks.ts'

const T = MarkType.values
const sheet = {
  marks: [
    { name: '投标保证金', value: '50000.00', unit: MarkUnit.values.yuan },
    { name: '工期（日历天）', value: '45', unit: null },
  ],
}
const asked = [
  { name: '投标保证金', unit: MarkUnit.values.yuan, type: T.guarantee },
  { name: '工期（日历天）', unit: null },
]

test('reads out bidder, total quote, guarantee and what else was asked for', () => {
  const marks = marksOf({ supplier: '江州建设', stage: 1, quote: '980000.00', priceSheet: sheet }, asked)
  expect(marks.map((m) => [m.markType, m.name, m.value, m.unit])).toEqual([
    [T.bidder, '投标人', '江州建设', null],
    [T.quote, '投标总价', '980000.00', MarkUnit.values.yuan],
    [T.guarantee, '投标保证金', '50000.00', MarkUnit.values.yuan],
    [T.custom, '工期（日历天）', '45', null],
  ])
  const beside = marks.filter((m) => isBesideMark({ markType: m.markType }))
  expect(beside.map((m) => m.name)).toEqual(['投标保证金', '工期（日历天）'])
})

test('of an envelope without prices and statement only the bidder is read out', () => {
  expect(marksOf({ supplier: '江州建设', stage: 1, quote: null, priceSheet: null }, asked)).toHaveLength(1)
})
