import readXlsx from 'read-excel-file/node'
import { expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import type { Item } from '#features/procurement/contract/shared.ts'
import { TENDER_SHEET } from './columns.ts'
import type { Prices } from './grid.ts'
import { readSheet, sheetOf } from './sheet-file.ts'

const item = (line: number, more: Partial<Item> = {}): Item => ({
  itemId: `0195a000-0000-7000-8000-00000000000${line}`,
  lotNo: 1,
  line,
  code: `A-0${line}`,
  name: `设备${line}`,
  spec: '',
  unit: '台',
  quantity: '12.5',
  controlPrice: '1000',
  section: '医疗',
  remark: '',
  ...more,
})
const ITEMS = [item(1), item(2, { quantity: '1' }), item(3, { controlPrice: null })]
const BILL = { items: ITEMS, shape: TENDER_SHEET }
const PRICES: Prices = {
  [ITEMS[0]!.itemId]: { unitPrice: '999.123456', remark: '含税' },
  // More digits than a spreadsheet's number holds.
  [ITEMS[1]!.itemId]: { unitPrice: '123456789012.123456', remark: '' },
}

/** The cells as they come out of a real file. */
async function throughFile(prices: Prices): Promise<unknown[][]> {
  const { cells, widths } = sheetOf(BILL, prices)
  const file = await writeXlsx(cells, { columns: widths.map((width) => ({ width })) }).toBuffer()
  const [sheet] = await readXlsx(file)
  return sheet!.data
}

test('prices and remarks come back from the file as they went in', async () => {
  const { prices, taken, errors, absent } = readSheet(await throughFile(PRICES), BILL, {})
  expect(errors).toEqual([])
  expect({ taken, absent }).toEqual({ taken: 3, absent: 0 })
  expect(prices).toEqual({ ...PRICES, [ITEMS[2]!.itemId]: { unitPrice: '', remark: '' } })
})

test('lines are found by their id in any order; lines that are missing keep what they had', async () => {
  const [head, first, second] = await throughFile(PRICES)
  const before: Prices = { [ITEMS[2]!.itemId]: { unitPrice: '7', remark: '' } }
  const read = readSheet([head!, second!, first!], BILL, before)
  expect(read.errors).toEqual([])
  expect(read.absent).toBe(1)
  expect(read.prices).toEqual({ ...before, ...PRICES })
})

test('binary noise of a computed cell is no digit of the price', async () => {
  const rows = await throughFile({})
  rows[1]![8] = 0.1 + 0.2
  rows[2]![8] = 1e-7
  const { prices, errors } = readSheet(rows, BILL, {})
  expect(prices[ITEMS[0]!.itemId]!.unitPrice).toBe('0.3')
  expect(errors).toEqual(['第3行：单价“1e-7”格式不正确，应为不超过六位小数的数字'])
})

test('words, negative prices, foreign and repeated lines are named by row', async () => {
  const rows = await throughFile({})
  rows[1]![8] = '面议'
  rows[2]![8] = -5
  rows.push(
    rows[3]!.slice(),
    Array.from({ length: 12 }, (_, i) => (i === 11 ? 'other' : null)),
  )
  const { errors } = readSheet(rows, BILL, {})
  expect(errors).toHaveLength(4)
  expect(errors[0]).toContain('第2行：单价“面议”')
  expect(errors[1]).toContain('第3行：单价“-5”')
  expect(errors.slice(2)).toEqual(['第5行：清单项重复', '第6行：不是本标段的清单项'])
})

test('a file of something else is refused as a whole', () => {
  expect(
    readSheet(
      [
        ['姓名', '电话'],
        ['张三', '1'],
      ],
      BILL,
      PRICES,
    ),
  ).toMatchObject({ prices: PRICES, taken: 0 })
  expect(readSheet([], BILL, {}).errors).toHaveLength(1)
})
