import { expect, test } from 'vitest'
import { lineProblems, pricedLines, totalOf } from './rules.ts'

const ITEMS = [
  { itemId: 'a', line: 1, quantity: '3', controlPrice: '10' },
  { itemId: 'b', line: 2, quantity: '0.5', controlPrice: null },
]
const prices = (a: string, b: string) => [
  { itemId: 'a', unitPrice: a },
  { itemId: 'b', unitPrice: b },
]
const wrong = (price: string, lines: ReturnType<typeof prices>, isAgreed = false) =>
  lineProblems({ price, lines }, ITEMS, { isAgreed }).map(({ message }) => message)

test('every line has a price, and the lines make the whole', () => {
  expect(pricedLines(ITEMS, prices('9.99', '0.01')).map(({ amount }) => amount)).toEqual(['29.97', '0.01'])
  expect(totalOf(pricedLines(ITEMS, prices('9.99', '0.01')))).toBe('29.98')
  expect(wrong('29.98', prices('9.99', '0.01'))).toEqual([])
  expect(wrong('29.97', prices('9.99', '0.01'))).toEqual([expect.stringContaining('29.98 元不符')])
  expect(wrong('29.97', prices('9.99', '0'))).toEqual(['请填写第 2 行的单价'])
  expect(wrong('29.97', prices('9.99', '0').slice(0, 1))).toEqual(['请填写第 2 行的单价'])
})

test('a line that is not of the bill, or given twice, is refused', () => {
  const twice = [...prices('1', '1'), { itemId: 'a', unitPrice: '2' }]
  for (const lines of [twice, [...prices('1', '1'), { itemId: 'x', unitPrice: '2' }]])
    expect(wrong('3.5', lines)).toEqual([expect.stringContaining('与采购清单不一致')])
})

test('what is offered may be above the limit of a line, what is agreed may not', () => {
  expect(wrong('33.50', prices('11', '1'))).toEqual([])
  expect(wrong('33.50', prices('11', '1'), true)).toEqual(['第 1 行的单价不能高于该行限价 10.00 元'])
  expect(wrong('30.50', prices('10', '1'), true)).toEqual([])
})
