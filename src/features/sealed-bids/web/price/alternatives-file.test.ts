import readXlsx from 'read-excel-file/node'
import { expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import type { Item } from '#features/procurement/contract/shared.ts'
import { DEFAULT_QUOTE_TERMS } from '#features/procurement/rules/quote-terms.ts'
import { type Alternatives, alternativesSheet, readAlternatives } from './alternatives-file.ts'
import { alternativeColumns } from './columns.ts'

const item = (line: number): Item => ({
  itemId: `0195a000-0000-7000-8000-00000000000${line}`,
  lotNo: 1,
  line,
  code: '',
  name: `设备${line}`,
  spec: '',
  unit: '台',
  quantity: '1',
  controlPrice: null,
  section: '',
  remark: '',
})
const ITEMS = [item(1), item(2)]
const [A, B] = ITEMS.map(({ itemId }) => itemId) as [string, string]
const ASKED = { items: ITEMS, columns: alternativeColumns(DEFAULT_QUOTE_TERMS), most: 2 }
const full = (brand: string, unitPrice: string) => ({
  brand,
  model: 'X1',
  spec: '含支架',
  unitPrice,
  taxRate: '9',
  deliveryDays: '7',
  minQuantity: '',
  remark: '现货',
})

async function throughFile(alternatives: Alternatives): Promise<unknown[][]> {
  const { cells, widths } = alternativesSheet(ASKED, alternatives)
  const file = await writeXlsx(cells, { columns: widths.map((width) => ({ width })) }).toBuffer()
  const [sheet] = await readXlsx(file)
  return sheet!.data
}

test('alternatives come back from the file as they went in', async () => {
  const alternatives = { [A]: [full('得力', '9.5'), full('晨光', '9')], [B]: [full('齐心', '123456789012.123456')] }
  expect(readAlternatives(await throughFile(alternatives), ASKED)).toEqual({ alternatives, taken: 3, errors: [] })
})

test('an empty sheet takes all of them away; rows in which nothing stands are none', async () => {
  const rows = await throughFile({ [A]: [{ unitPrice: '', taxRate: '13' }] })
  expect(rows).toHaveLength(1)
  expect(readAlternatives([...rows, [1, '设备1']], ASKED)).toEqual({ alternatives: {}, taken: 0, errors: [] })
})

test('foreign lines, too many of a line and wrong cells are named by row', async () => {
  const [head, row] = await throughFile({ [A]: [full('得力', '9.5')] })
  const price = head!.indexOf('单价（含税）')
  const rows = [head!, row!, row!, row!, row!.with(0, 3), row!.with(0, 2).with(price, '面议')]
  expect(readAlternatives(rows, ASKED).errors).toEqual([
    '“备选报价”第4行：序号 1 的备选超过 2 个',
    '“备选报价”第5行：清单中没有序号“3”',
    '“备选报价”第6行：单价“面议”格式不正确，应为不超过六位小数的数字',
  ])
  expect(readAlternatives([['姓名'], ['张三']], ASKED).errors).toEqual(['“备选报价”表缺少表头'])
})
