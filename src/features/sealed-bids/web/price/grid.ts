import { Exact, lineTotal } from '#contract/money.ts'
import type { Item } from '#features/procurement/contract/shared.ts'
import type { TypedLine } from '#features/quotes/rules/typed-quote.ts'
import type { Column, ColumnSpec, OtherColumn } from './columns.ts'

/** What is typed into one line of the bill. `unitPrice` is '' until it is filled; 0 must be typed. */
export type Line = TypedLine & { remark: string }
/** Lines by item id; lines that were never touched are missing. */
export type Prices = Record<string, Line>
export type PricedLine = Pick<Item, 'itemId' | 'line' | 'quantity' | 'controlPrice' | 'section'>

/** A cell by its line (index into the items) and column. */
export interface Cell {
  row: number
  column: Column
}

const BLANK: Line = { unitPrice: '', remark: '' }

export function lineOf(prices: Prices, itemId: string): Line {
  return prices[itemId] ?? BLANK
}

/** What a cell shows. */
export function valueOf<K extends OtherColumn>(
  { key, initial }: Pick<ColumnSpec<K>, 'key' | 'initial'>,
  line: Partial<Record<K, string>>,
): string {
  return line[key] || initial
}

/** A finished unit price: no trailing dot, no zeros that mean nothing. */
export function finishPrice(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text
}

export function setCell(prices: Prices, itemId: string, change: Partial<Line>): Prices {
  return { ...prices, [itemId]: { ...lineOf(prices, itemId), ...change } }
}

/** Unit price × quantity to the cent; null while the line is not filled. */
export function amountOf(item: Pick<Item, 'quantity'>, line: Line): string | null {
  const price = finishPrice(line.unitPrice)
  if (price === '') return null
  const known = amounts.get(line)
  if (known?.quantity === item.quantity) return known.amount
  const amount = lineTotal(price, item.quantity)
  amounts.set(line, { quantity: item.quantity, amount })
  return amount
}

/** Lines are replaced and never changed, so that a keystroke multiplies one line and not thousands. */
const amounts = new WeakMap<Line, { quantity: string; amount: string }>()

export function isOverControl(item: Pick<Item, 'controlPrice'>, line: Line): boolean {
  const price = finishPrice(line.unitPrice)
  return item.controlPrice !== null && price !== '' && new Exact(price).gt(item.controlPrice)
}

export interface Totals {
  /** Sum of all filled lines, exact, two digits. */
  total: string
  filled: number
  /** Indexes of lines without a price. */
  missing: number[]
  /** Indexes of lines above their control price. */
  over: number[]
  /** Sums by section, in the order of the bill. */
  sections: Map<string, string>
}

/** Everything that is summed up while the sheet is filled in. */
export function totalsOf(items: readonly PricedLine[], prices: Prices): Totals {
  let total = new Exact(0)
  const sections = new Map<string, Exact>()
  const missing: number[] = []
  const over: number[] = []
  items.forEach((item, row) => {
    const line = lineOf(prices, item.itemId)
    const amount = amountOf(item, line)
    const before = sections.get(item.section) ?? new Exact(0)
    sections.set(item.section, amount === null ? before : before.plus(amount))
    if (amount === null) return void missing.push(row)
    total = total.plus(amount)
    if (isOverControl(item, line)) over.push(row)
  })
  return {
    total: total.toFixed(2),
    filled: items.length - missing.length,
    missing,
    over,
    sections: new Map([...sections].map(([name, sum]) => [name, sum.toFixed(2)])),
  }
}

export interface Pasted {
  prices: Prices
  /** Cells that were set. */
  set: number
  /** Cells that cannot hold what was given, as `第3行单价“abc”`. */
  refused: string[]
  /** Rows of the block that reach beyond the last line. */
  beyond: number
}

/** Puts a block at a cell. What does not fit its column is left out and named, never guessed at. */
export function pasteAt(
  { items, prices, columns }: { items: readonly PricedLine[]; prices: Prices; columns: readonly ColumnSpec[] },
  at: Cell,
  block: readonly string[][],
): Pasted {
  const next = { ...prices }
  const refused: string[] = []
  let set = 0
  const first = columns.findIndex(({ key }) => key === at.column)
  block.slice(0, items.length - at.row).forEach((cells, i) => {
    const item = items[at.row + i]!
    cells.forEach((cell, j) => {
      const column = columns[first + j]
      if (!column) return
      const clean = column.clean(cell)
      if (clean === null) return void refused.push(`第${item.line}行${column.label}“${cell.trim().slice(0, 20)}”`)
      next[item.itemId] = {
        ...lineOf(next, item.itemId),
        [column.key]: column.kind === 'number' ? finishPrice(clean) : clean,
      }
      set += 1
    })
  })
  return { prices: next, set, refused, beyond: Math.max(0, block.length - (items.length - at.row)) }
}

/** Cells of one column, by the indexes of their lines. */
export interface Range {
  from: number
  to: number
  column: ColumnSpec
}

/** Copies the first cell of a range into the rest of it; a single cell takes the value above it, as spreadsheets do. */
export function fillDown(items: readonly PricedLine[], prices: Prices, range: Range): Prices {
  const { to, column } = range
  const from = range.from === to ? to - 1 : range.from
  const source = items[from]
  if (!source) return prices
  return fillCells(prices, items.slice(from + 1, to + 1), {
    [column.key]: valueOf(column, lineOf(prices, source.itemId)),
  })
}

/** The same into each of some lines. */
export function fillCells(prices: Prices, items: readonly Pick<PricedLine, 'itemId'>[], change: Partial<Line>): Prices {
  const next = { ...prices }
  for (const { itemId } of items) next[itemId] = { ...lineOf(next, itemId), ...change }
  return next
}

/** The cells of a range as a spreadsheet takes them. */
export function copyRange(items: readonly PricedLine[], prices: Prices, { from, to, column }: Range): string {
  return items
    .slice(from, to + 1)
    .map((item) => valueOf(column, lineOf(prices, item.itemId)))
    .join('\n')
}

/**
 * Fills the lines that have a control price and no price yet with the control price less `percent`, rounded half up to
 * the cent.
 */
export function fillFromControl(items: readonly PricedLine[], prices: Prices, percent: string): Prices {
  const share = new Exact(100).minus(percent).div(100)
  const next = { ...prices }
  for (const item of items) {
    if (item.controlPrice === null || lineOf(prices, item.itemId).unitPrice !== '') continue
    const unitPrice = new Exact(item.controlPrice).times(share).toFixed(2)
    next[item.itemId] = { ...lineOf(next, item.itemId), unitPrice }
  }
  return next
}

/** Fills the lines without a price with the own price of the round before. */
export function fillFromBefore(
  items: readonly PricedLine[],
  prices: Prices,
  before: ReadonlyMap<string, string>,
): Prices {
  const next = { ...prices }
  for (const { itemId } of items) {
    const unitPrice = before.get(itemId)
    const line = lineOf(next, itemId)
    if (unitPrice !== undefined && line.unitPrice === '') next[itemId] = { ...line, unitPrice }
  }
  return next
}
