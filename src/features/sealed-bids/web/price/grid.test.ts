import { parseBlock } from '#web/kit/text-grid.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Exact } from '#contract/money.ts'
import { TENDER_SHEET } from './columns.ts'
import type { PricedLine, Prices } from './grid.ts'
import { copyRange, fillDown, fillFromControl, lineOf, pasteAt, totalsOf } from './grid.ts'

const line = (n: number, quantity: string, controlPrice: string | null = null, section = ''): PricedLine => ({
  itemId: `i${n}`,
  line: n,
  quantity,
  controlPrice,
  section,
})
const { columns } = TENDER_SHEET
const [PRICE] = columns
const ITEMS = [line(1, '2', '680000'), line(2, '6', '228000'), line(3, '0.5', null), line(4, '3', '100')]
const priced = (...prices: string[]): Prices =>
  Object.fromEntries(prices.map((unitPrice, i) => [`i${i + 1}`, { unitPrice, remark: '' }]))

test('a block of a spreadsheet is read cell by cell, quoted line breaks included', () => {
  expect(parseBlock('1\t2\r\n3\t4\r\n')).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
  expect(parseBlock('"含税,\n含运费"\t"他说""好"""\n')).toEqual([['含税,\n含运费', '他说"好"']])
  expect(parseBlock('5" 管\t1')).toEqual([['5" 管', '1']])
  expect(parseBlock('1\n\n3\n')).toEqual([['1'], [''], ['3']])
  expect(parseBlock('')).toEqual([['']])
})

test('pasting understands separators and currency signs and names what is no price', () => {
  const block = [['￥650,000.00', '含税'], ['面议'], ['240000.'], ['1'], ['2']]
  const { prices, set, refused, beyond } = pasteAt(
    { items: ITEMS, prices: priced('1', '2'), columns },
    { row: 0, column: 'unitPrice' },
    block,
  )
  expect(prices.i1).toEqual({ unitPrice: '650000.00', remark: '含税' })
  expect(prices.i2!.unitPrice).toBe('2')
  expect(prices.i3!.unitPrice).toBe('240000')
  expect({ set, refused, beyond }).toEqual({ set: 4, refused: ['第2行单价“面议”'], beyond: 1 })
})

test('seven fraction digits and signs are refused, never rounded', () => {
  const { refused, set } = pasteAt({ items: ITEMS, prices: {}, columns }, { row: 0, column: 'unitPrice' }, [
    ['1.2345678'],
    ['-3'],
    ['1e5'],
  ])
  expect(refused).toHaveLength(3)
  expect(set).toBe(0)
})

test('totals are exact to the cent, with what is missing and what is above its limit', () => {
  const totals = totalsOf(ITEMS, { ...priced('680000.01', '0.005', '0.01'), i4: { unitPrice: '', remark: 'x' } })
  // 1,360,000.02 + 0.03 + 0.005 → 0.01: each line is rounded half up to cents, then summed.
  expect(totals.total).toBe('1360000.06')
  expect(totals.missing).toEqual([3])
  expect(totals.over).toEqual([0])
  expect(totals.filled).toBe(3)
})

test('sections have sums of their own', () => {
  const items = [line(1, '1', null, '土建'), line(2, '2', null, '土建'), line(3, '1', null, '安装')]
  const { sections } = totalsOf(items, priced('1.5', '2', '3'))
  expect([...sections]).toEqual([
    ['土建', '5.50'],
    ['安装', '3.00'],
  ])
})

test('the total is the sum of the lines, whatever is typed', () => {
  const price = fc.tuple(fc.nat(10_000_000), fc.nat(999_999)).map(([a, b]) => `${a}.${String(b).padStart(6, '0')}`)
  fc.assert(
    fc.property(fc.array(price, { minLength: 4, maxLength: 4 }), (prices) => {
      const expected = ITEMS.reduce(
        (sum, item, i) => sum.plus(new Exact(prices[i]!).times(item.quantity).toDecimalPlaces(2)),
        new Exact(0),
      )
      expect(totalsOf(ITEMS, priced(...prices)).total).toBe(expected.toFixed(2))
    }),
  )
})

test('filling down copies the first cell of the range, or the one above a single cell', () => {
  const start = priced('10', '', '', '4')
  expect(fillDown(ITEMS, start, { from: 0, to: 2, column: PRICE! })).toMatchObject({
    i2: { unitPrice: '10' },
    i3: { unitPrice: '10' },
    i4: { unitPrice: '4' },
  })
  expect(fillDown(ITEMS, start, { from: 1, to: 1, column: PRICE! }).i2!.unitPrice).toBe('10')
  expect(fillDown(ITEMS, start, { from: 0, to: 0, column: PRICE! })).toEqual(start)
})

test('what is copied can be pasted again', () => {
  const start = priced('10', '20.5', '', '4')
  const text = copyRange(ITEMS, start, { from: 0, to: 3, column: PRICE! })
  const { prices } = pasteAt({ items: ITEMS, prices: {}, columns }, { row: 0, column: 'unitPrice' }, parseBlock(text))
  expect(ITEMS.map((item) => lineOf(prices, item.itemId).unitPrice)).toEqual(['10', '20.5', '', '4'])
})

test('a discount fills only lines with a limit and without a price', () => {
  const filled = fillFromControl(ITEMS, priced('1'), '7.5')
  expect(ITEMS.map((item) => lineOf(filled, item.itemId).unitPrice)).toEqual(['1', '210900.00', '', '92.50'])
})
