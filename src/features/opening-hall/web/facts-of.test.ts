import { expect, test } from 'vitest'
import { chatTopics } from './chat-topics.ts'
import { factsOf } from './facts-of.ts'

const none = { controlPrice: null, referencePrice: null, marksOpenedAt: null, drawn: null }
const referencePrice = { price: '3150000.00', basis: '' }

test('what everybody should know stands in the hall: ceiling, reference price with the quotes, what was drawn', () => {
  expect(factsOf(none)).toEqual([])
  expect(factsOf({ ...none, controlPrice: '3200000.00' })).toEqual(['最高限价 3,200,000.00 元'])
  // Others are not told of it at all before.
  expect(factsOf({ ...none, referencePrice })).toEqual(['标底 3,150,000.00 元（公布报价前仅主持人可见）'])
  const open = { ...none, referencePrice, marksOpenedAt: '2026-05-01T02:00:00.000Z' }
  expect(factsOf(open)).toEqual(['标底 3,150,000.00 元'])
  const drawn = { params: [{ label: '百分比 P', value: '96' }], how: '投标人代表摇号' }
  expect(factsOf({ ...open, drawn })[1]).toBe('抽取结果：百分比 P 96%（投标人代表摇号）')
})

test('a page hears of all talk by two topics at most, however many bidders there are', () => {
  const hall = { projectId: 'o', bidderId: 't' }
  expect(chatTopics({ ...hall, part: 'host' })).toEqual(['hall:o', 'hall-host:o'])
  expect(chatTopics({ ...hall, part: 'bidder' })).toEqual(['hall:o', 'hall-bidder:t'])
  expect(chatTopics({ ...hall, part: 'observer' })).toEqual(['hall:o'])
})
