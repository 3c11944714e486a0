import type * as z from 'zod'
import { Exact, lineTotal } from '#contract/money.ts'
import { cleanAmount } from '#web/kit/amount-input.tsx'
import type { TextColumn } from '#web/kit/text-grid.ts'
import { ItemFields } from '../../../contract/project.ts'
import type { Item } from '../../../contract/shared.ts'

/** A line while it is being typed: everything is text. */
export interface GridRow {
  key: string
  lotNo: string
  section: string
  code: string
  name: string
  spec: string
  unit: string
  quantity: string
  controlPrice: string
  remark: string
}
export type GridField = Exclude<keyof GridRow, 'key'>

export const GRID_COLUMNS: readonly TextColumn<GridField>[] = [
  { field: 'lotNo', title: '标段号', width: 56, number: true },
  { field: 'section', title: '分部', width: 88 },
  { field: 'code', title: '项目编码', width: 100 },
  { field: 'name', title: '名称', width: 150 },
  { field: 'spec', title: '规格（特征描述）', width: 180 },
  { field: 'unit', title: '单位', width: 48 },
  { field: 'quantity', title: '数量', width: 84, number: true },
  { field: 'controlPrice', title: '单价限价（元）', width: 104, number: true },
  { field: 'remark', title: '备注', width: 96 },
]

/** Of what is sold: an order has one lot, and its lines no code in any catalogue. */
export const SOLD_COLUMNS: readonly TextColumn<GridField>[] = [
  { field: 'name', title: '标的名称', width: 180 },
  { field: 'spec', title: '规格、成色', width: 200 },
  { field: 'unit', title: '单位', width: 56 },
  { field: 'quantity', title: '数量', width: 92, number: true },
  { field: 'controlPrice', title: '起始单价（元）', width: 112, number: true },
  { field: 'remark', title: '备注', width: 140 },
]

const BLANK: Omit<GridRow, 'key'> = {
  lotNo: '1',
  section: '',
  code: '',
  name: '',
  spec: '',
  unit: '',
  quantity: '',
  controlPrice: '',
  remark: '',
}
let made = 0

/** An empty line; it takes the lot of the line before it. */
export function blankRow(lotNo = '1'): GridRow {
  return { key: `new${made++}`, ...BLANK, lotNo }
}

export function rowOf(item: Item): GridRow {
  const { itemId, lotNo, line: _, controlPrice, ...rest } = item
  return { key: itemId, ...rest, lotNo: String(lotNo), controlPrice: controlPrice ?? '' }
}

/** What was typed into a cell as it is kept: numbers without separators; what is no number stays, to be told so. */
export function cleanCell(field: GridField, text: string): string {
  if (field === 'lotNo') return text.normalize('NFKC').trim()
  if (field !== 'quantity' && field !== 'controlPrice') return text
  return cleanAmount(text, 6) ?? text.trim()
}

/** Mistakes by cell: `${row key}.${field}` → Chinese message. Blank lines have none: they are left out when saved. */
export function gridErrors(rows: readonly GridRow[]): Map<string, string> {
  const errors = new Map<string, string>()
  for (const row of rows.filter((r) => !isBlankRow(r))) {
    const parsed = ItemFields.safeParse(itemOf(row))
    for (const issue of parsed.error?.issues ?? []) {
      const key = `${row.key}.${String(issue.path[0])}`
      if (!errors.has(key)) errors.set(key, issue.path[0] === 'lotNo' ? '标段号应为 1 至 99' : issue.message)
    }
    if (!errors.has(`${row.key}.quantity`) && new Exact(row.quantity).isZero())
      errors.set(`${row.key}.quantity`, '数量必须大于零')
  }
  return errors
}

/** The lines as the call takes them, blank ones left out. */
export function itemsOf(rows: readonly GridRow[]): z.input<typeof ItemFields>[] {
  return rows.filter((row) => !isBlankRow(row)).map(itemOf)
}

export interface BillTotals {
  lines: number
  lots: number
  /** Σ limit × quantity of the lines that have a limit, yuan. */
  limit: string
  /** Lines without a limit: the sum does not speak for them. */
  unlimited: number
}

/** Totals of a bill; cells that hold no number yet count as nothing. */
export function totalsOf(rows: readonly Pick<GridRow, 'lotNo' | 'quantity' | 'controlPrice'>[]): BillTotals {
  const isNumber = (text: string) => /^\d+(\.\d{1,6})?$/.test(text)
  const priced = rows.filter((row) => isNumber(row.quantity) && isNumber(row.controlPrice))
  const limit = priced.reduce((sum, row) => sum.plus(lineTotal(row.controlPrice, row.quantity)), new Exact(0))
  return {
    lines: rows.length,
    lots: new Set(rows.map((row) => row.lotNo)).size,
    limit: limit.toFixed(2),
    unlimited: rows.length - priced.length,
  }
}

export function isBlankRow(row: GridRow): boolean {
  return GRID_COLUMNS.every(({ field }) => field === 'lotNo' || row[field].trim() === '')
}

function itemOf({ section, code, name, spec, unit, quantity, remark, ...row }: GridRow) {
  const cells = { section, code, name, spec, unit, quantity, remark }
  return { ...cells, lotNo: Number(row.lotNo), controlPrice: row.controlPrice === '' ? null : row.controlPrice }
}
