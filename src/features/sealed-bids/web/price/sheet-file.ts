import { Exact, Quantity } from '#contract/money.ts'
import type { Item } from '#features/procurement/contract/shared.ts'
import type { Prices } from './grid.ts'
import { amountOf, cleanCell, lineOf, UNIT_PRICE_DIGITS } from './grid.ts'

/** The heading of the column that ties a row to its line of the bill. */
const ID = '清单项标识（请勿修改）'
const PRICE = '投标单价（元）'
const REMARK = '备注'
const WIDTHS = [8, 14, 14, 28, 36, 8, 12, 14, 16, 16, 20, 40]
/** Fifteen digits are what a spreadsheet keeps; longer numbers are written as text rather than losing their tail. */
const SAFE_DIGITS = 15

type SheetCell = {
  value: string | number
  type: StringConstructor | NumberConstructor
  [style: string]: unknown
} | null

/** The price sheet as cells of a spreadsheet: a head, then one row per line, with its id at the end. */
export function sheetOf(items: readonly Item[], prices: Prices): { cells: SheetCell[][]; widths: number[] } {
  const head = ['序号', '分部', '项目编码', '名称', '规格（特征描述）', '单位', '数量', '单价限价（元）', PRICE]
  const title = (value: string): SheetCell => ({ value, type: String, fontWeight: 'bold', backgroundColor: '#edf0f4' })
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
      number(line.unitPrice),
      number(amountOf(item, line) ?? ''),
      text(line.remark),
      text(item.itemId),
    ]
  })
  return { cells: [[...head, '合价（元）', REMARK, ID].map(title), ...rows], widths: WIDTHS }
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
export function readSheet(rows: readonly (readonly unknown[])[], items: readonly Item[], prices: Prices): ReadSheet {
  const at = rows.findIndex((row) => row.includes(ID))
  const head = rows[at]
  if (!head || !head.includes(PRICE)) {
    return { prices, taken: 0, errors: ['不是本标段的报价单，请使用“下载报价单”得到的文件填写'], absent: 0 }
  }
  const column = { id: head.indexOf(ID), price: head.indexOf(PRICE), remark: head.indexOf(REMARK) }
  const known = new Map(items.map((item) => [item.itemId, item]))
  const seen = new Set<string>()
  const errors: string[] = []
  const next = { ...prices }
  rows.slice(at + 1).forEach((row, i) => {
    const where = `第${at + i + 2}行`
    const id = plain(row[column.id])
    if (id === '') {
      if (row.some((cell) => plain(cell) !== '')) errors.push(`${where}：缺少清单项标识`)
      return
    }
    if (!known.has(id)) return void errors.push(`${where}：不是本标段的清单项`)
    if (seen.has(id)) return void errors.push(`${where}：清单项重复`)
    seen.add(id)
    const unitPrice = priceOf(row[column.price])
    if (unitPrice === null)
      return void errors.push(`${where}：单价“${plain(row[column.price])}”格式不正确，应为不超过六位小数的数字`)
    next[id] = { unitPrice, remark: cleanCell('remark', plain(row[column.remark])) ?? '' }
  })
  return { prices: next, taken: seen.size, errors, absent: items.length - seen.size }
}

/** A price cell: a number loses the noise of binary fractions, never more. */
function priceOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return ''
  const given = typeof value === 'number' ? new Exact(value.toPrecision(SAFE_DIGITS)).toFixed() : plain(value)
  const clean = cleanCell('unitPrice', given)
  return clean !== null && (clean === '' || Quantity.safeParse(clean).success) ? clean : null
}

function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function text(value: string): SheetCell {
  return value === '' ? null : { value, type: String, wrap: true }
}

function number(value: string): SheetCell {
  if (value === '') return null
  const fits = value.replace('.', '').length <= SAFE_DIGITS && (value.split('.')[1]?.length ?? 0) <= UNIT_PRICE_DIGITS
  return fits ? { value: Number(value), type: Number, align: 'right' } : { value, type: String, align: 'right' }
}
