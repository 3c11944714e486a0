import { expect, test } from 'vitest'
import { makePriceSheet, readPriceSheet } from './price-sheet.ts'

const items = [{ itemId: 'a', line: 1, quantity: '2' }]
const given = (unitPrice: string) => ({ prices: new Map([['a', { unitPrice, remark: '' }]]), marks: [] })

test('no sheet is made with a total of zero', () => {
  expect(makePriceSheet('o', items, given('0.01')).total).toBe('0.02')
  for (const price of ['0', '0.00', '0.001'])
    expect(() => makePriceSheet('o', items, given(price))).toThrow('投标总价须大于 0')
  expect(() => makePriceSheet('o', items, { prices: new Map(), marks: [] })).toThrow('投标总价须大于 0')
})

test('one that was sealed elsewhere is still read out: the committee sees what was bid', () => {
  const sheet = makePriceSheet('o', items, given('1'))
  const zero = { ...sheet, lines: sheet.lines.map((l) => ({ ...l, unitPrice: '0', amount: '0' })), total: '0' }
  expect(readPriceSheet(zero, { orderId: 'o', items })).toMatchObject({ ok: true, sheet: { total: '0' } })
})
