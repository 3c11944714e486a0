import { Exact, Quantity } from '#contract/money.ts'
import type { Item } from '#features/procurement/contract/shared.ts'
import type { Prices } from './grid.ts'
import { type ColumnSpec, type OtherColumn, type SheetShape, UNIT_PRICE_DIGITS } from './columns.ts'
import { amountOf, finishPrice, type Line, lineOf, valueOf } from './grid.ts'

/** The heading of the column that ties a row to its line of the bill. */
const ID = '清单项标识（请勿修改）'
const HEAD = ['序号', '分部', '项目编码', '名称', '规格（特征描述）', '单位', '数量', '单价限价（元）']
const HEAD_WIDTHS = [8, 14, 14, 28, 36, 8, 12, 14]
const AMOUNT_WIDTH = 16
const ID_WIDTH = 40
/** Fifteen digits are what a spreadsheet keeps; longer numbers are written as text rather than losing their tail. */
const SAFE_DIGITS = 15

export type SheetCell = {
  value: string | number
  type: StringConstructor | NumberConstructor
  [style: string]: unknown
} | null

/** What is filled in. */
export interface Bill {
  items: readonly Item[]
  shape: SheetShape
}

/** The price sheet as cells of a spreadsheet: a head, then one row per line, with its id at the end. */
export function sheetOf({ items, shape }: Bill, prices: Prices): { cells: SheetCell[][]; widths: number[] } {
  const { columns, amountAt, amountTitle } = shape
  const withAmount = <T>(cells: readonly T[], amount: T) => cells.toSpliced(amountAt, 0, amount)
  const rows = items.map((item) => {
    const line = lineOf(prices, item.itemId)
    return [
      number(String(item.line)),
      text(item.section),
      text(item.code),
      text(item.name),
      text(item.spec),
      text(item.unit),
      number(item.quantity),
      number(item.controlPrice ?? ''),
      ...withAmount(
        columns.map((column) => cellOf(column, line)),
        number(amountOf(item, line) ?? ''),
      ),
      text(item.itemId),
    ]
  })
  const titles = withAmount(
    columns.map((column) => column.title),
    amountTitle,
  )
  const widths = withAmount(
    columns.map((column) => column.chars),
    AMOUNT_WIDTH,
  )
  return {
    cells: [[...HEAD, ...titles, ID].map(title), ...rows],
    widths: [...HEAD_WIDTHS, ...widths, ID_WIDTH],
  }
}

export function title(value: string): SheetCell {
  return { value, type: String, fontWeight: 'bold', backgroundColor: '#edf0f4' }
}

export function cellOf<K extends OtherColumn>(column: ColumnSpec<K>, line: Partial<Record<K, string>>): SheetCell {
  const value = valueOf(column, line)
  return column.kind === 'text' ? text(value) : number(finishPrice(value))
}

export interface ReadSheet {
  prices: Prices
  /** Lines whose price or remark was taken. */
  taken: number
  /** Chinese, one per wrong cell or row. With any, nothing should be taken. */
  errors: string[]
  /** Lines of the bill that the file does not mention. */
  absent: number
}

/** Reads filled-in rows back. Lines are found by their id, wherever they stand; `rows` as read-excel-file gives them. */
export function readSheet(rows: readonly (readonly unknown[])[], { items, shape }: Bill, prices: Prices): ReadSheet {
  const at = rows.findIndex((row) => row.includes(ID))
  const head = rows[at]
  if (!head || !head.includes(shape.columns[0]!.title)) {
    const error = `不是${shape.order}的报价单，请使用“下载报价单”得到的文件填写`
    return { prices, taken: 0, errors: [error], absent: 0 }
  }
  const columns = shape.columns.map((column) => ({ column, place: head.indexOf(column.title) }))
  const idAt = head.indexOf(ID)
  const known = new Map(items.map((item) => [item.itemId, item]))
  const seen = new Set<string>()
  const errors: string[] = []
  const next = { ...prices }
  rows.slice(at + 1).forEach((row, i) => {
    const where = `第${at + i + 2}行`
    const id = plain(row[idAt])
    if (id === '') {
      if (row.some((cell) => plain(cell) !== '')) errors.push(`${where}：缺少清单项标识`)
      return
    }
    if (!known.has(id)) return void errors.push(`${where}：不是${shape.order}的清单项`)
    if (seen.has(id)) return void errors.push(`${where}：清单项重复`)
    seen.add(id)
    const line: Line = { unitPrice: '', remark: '' }
    for (const { column, place } of columns) {
      const clean = place < 0 ? '' : readCell(column, row[place])
      if (clean === null) errors.push(`${where}：${column.label}“${plain(row[place])}”${column.expects}`)
      else line[column.key] = clean
    }
    next[id] = line
  })
  return { prices: next, taken: seen.size, errors, absent: items.length - seen.size }
}

/** A number loses the noise of binary fractions, never more. */
export function readCell({ clean, kind }: Pick<ColumnSpec, 'clean' | 'kind'>, value: unknown): string | null {
  const given = typeof value === 'number' ? new Exact(value.toPrecision(SAFE_DIGITS)).toFixed() : plain(value)
  const read = clean(given)
  return kind !== 'number' || read === null || read === '' || Quantity.safeParse(read).success ? read : null
}

export function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

export function text(value: string): SheetCell {
  return value === '' ? null : { value, type: String, wrap: true }
}

export function number(value: string): SheetCell {
  if (value === '') return null
  const fits = value.replace('.', '').length <= SAFE_DIGITS && (value.split('.')[1]?.length ?? 0) <= UNIT_PRICE_DIGITS
  return fits ? { value: Number(value), type: Number, align: 'right' } : { value, type: String, align: 'right' }
}
