import type { Item } from '#features/procurement/contract/shared.ts'
import { isTyped, type TypedAlternative } from '#features/quotes/rules/typed-quote.ts'
import type { BidDraft } from '../draft.ts'
import type { ColumnSpec, OtherColumn } from './columns.ts'
import { cellOf, number, plain, readCell, type SheetCell, text, title } from './sheet-file.ts'

/** The sheet of the workbook that holds alternatives; its rows are tied to the bill by the number of the line. */
export const ALTERNATIVES_SHEET = '备选报价'
const LINE = '序号'
const HEAD = [LINE, '名称']
const HEAD_WIDTHS = [8, 28]

export type Alternatives = BidDraft['alternatives']

interface Asked {
  items: readonly Item[]
  columns: readonly ColumnSpec<OtherColumn>[]
  /** For a line. */
  most: number
}

/** Alternatives as cells of a spreadsheet, one row each; more can be added below. */
export function alternativesSheet({ items, columns }: Asked, alternatives: Alternatives) {
  const rows = items.flatMap((item) =>
    (alternatives[item.itemId] ?? [])
      .filter(isTyped)
      .map((one): SheetCell[] => [
        number(String(item.line)),
        text(item.name),
        ...columns.map((column) => cellOf(column, one)),
      ]),
  )
  return {
    cells: [[...HEAD, ...columns.map((column) => column.title)].map(title), ...rows],
    widths: [...HEAD_WIDTHS, ...columns.map(({ chars }) => chars)],
  }
}

export interface ReadAlternatives {
  alternatives: Alternatives
  taken: number
  /** Chinese, one per wrong cell or row. With any, nothing should be taken. */
  errors: string[]
}

/** Reads the rows back: what stands there takes the place of all alternatives. */
export function readAlternatives(
  rows: readonly (readonly unknown[])[],
  { items, columns, most }: Asked,
): ReadAlternatives {
  const [head = [], ...below] = rows
  const lineAt = head.indexOf(LINE)
  const places = columns.map((column) => ({ column, place: head.indexOf(column.title) }))
  if (lineAt < 0 || places.every(({ place }) => place < 0))
    return { alternatives: {}, taken: 0, errors: [`“${ALTERNATIVES_SHEET}”表缺少表头`] }
  const byLine = new Map(items.map((item) => [String(item.line), item]))
  const alternatives: Alternatives = {}
  const errors: string[] = []
  let taken = 0
  below.forEach((row, i) => {
    const where = `“${ALTERNATIVES_SHEET}”第${i + 2}行`
    const given: TypedAlternative = { unitPrice: '' }
    for (const { column, place } of places) {
      const clean = place < 0 ? '' : readCell(column, row[place])
      if (clean === null) errors.push(`${where}：${column.label}“${plain(row[place])}”${column.expects}`)
      else given[column.key] = clean
    }
    if (!isTyped(given)) return
    const item = byLine.get(plain(row[lineAt]))
    if (!item) return void errors.push(`${where}：清单中没有序号“${plain(row[lineAt])}”`)
    const own = (alternatives[item.itemId] ??= [])
    if (own.length === most) return void errors.push(`${where}：序号 ${item.line} 的备选超过 ${most} 个`)
    own.push(given)
    taken += 1
  })
  return { alternatives, taken, errors }
}
