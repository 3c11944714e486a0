import { readSheet } from 'read-excel-file/node'
import { AppError } from '#contract/errors.ts'
import { repack, unpackXlsx } from './archive.ts'
import { RawNumber, readCell, type RawCell } from './cell.ts'
import { columnName, MAX_ROWS, type SheetColumn } from './column.ts'
import { extentOf, type Extent } from './extent.ts'

export interface SheetError {
  /** Row in the file, from 1. */
  row: number
  /** Title of the column. */
  column: string
  /** Where to look: `C7`. */
  cell: string
  message: string
}

export type SheetRow<K extends string> = Record<K, string | null>

export interface SheetContent<K extends string> {
  /** Rows without mistakes, in the order of the file; blank rows are skipped. */
  rows: SheetRow<K>[]
  /** Where each of `rows` stands in the file, from 1, for messages about it later on. */
  numbers: number[]
  /** Where each of our columns stands: `C`; null for one that the file has not. */
  letters: Record<K, string | null>
  /** Those of `numbers` that a spreadsheet program does not show. */
  hidden: number[]
  /** At most 1000, in the order of the file. */
  errors: SheetError[]
}

const MAX_ERRORS = 1000
const HEAD_WITHIN = 20

/** See `readRows`; blocks its thread for up to seconds. */
export async function parseRows<K extends string>(
  file: Buffer,
  columns: readonly SheetColumn<K>[],
): Promise<SheetContent<K>> {
  const parts = await unpackXlsx(file)
  const extent = extentOf(parts)
  const grid = await cellsOf(await repack(parts))
  const head = findHead(grid, columns, extent)
  const places = columns.map((column) => ({ column, at: head.titles.indexOf(normal(column.title)) }))
  const errors: SheetError[] = []
  for (const { column, at } of places) {
    const where = { row: head.row, column: column.title }
    if (at === -1 && column.required)
      errors.push({ ...where, cell: `A${head.row}`, message: `缺少“${column.title}”列` })
    const again = head.titles.indexOf(normal(column.title), at + 1)
    if (at !== -1 && again !== -1) {
      errors.push({ ...where, cell: `${columnName(again)}${head.row}`, message: `“${column.title}”列重复` })
    }
  }
  const letters = Object.fromEntries(
    places.map(({ column, at }) => [column.key, at === -1 ? null : columnName(at)]),
  ) as Record<K, string | null>
  if (errors.length > 0) return { rows: [], numbers: [], letters, hidden: [], errors }
  const rows: SheetRow<K>[] = []
  const numbers: number[] = []
  for (let i = head.row; i < grid.length && errors.length < MAX_ERRORS; i++) {
    const result = readRow(grid[i]!, i + 1, { places, extent })
    if (!result) continue
    errors.push(...result.errors)
    if (result.errors.length === 0) {
      rows.push(result.values)
      numbers.push(i + 1)
    }
    if (rows.length + errors.length > MAX_ROWS) throw new AppError('tooLarge', `表格超过 ${MAX_ROWS} 行，请分批导入`)
  }
  const hidden = numbers.filter((row) => extent.hidden.has(row))
  return { rows, numbers, letters, hidden, errors: errors.slice(0, MAX_ERRORS) }
}

async function cellsOf(file: Buffer): Promise<RawCell[][]> {
  try {
    return (await readSheet<RawNumber>(file, { parseNumber: (text) => new RawNumber(text) })) as unknown as RawCell[][]
  } catch (cause) {
    throw new AppError('fileType', '无法读取该表格文件，请用表格软件打开并另存为 .xlsx 后上传', {
      cause: String(cause),
    })
  }
}

interface Head {
  /** Row in the file, from 1. */
  row: number
  titles: string[]
}

/**
 * The row with the most of our titles; of a head of several rows the last one, a title that is merged over them standing in
 * each.
 */
function findHead(grid: readonly RawCell[][], columns: readonly SheetColumn[], { covered }: Extent): Head {
  const wanted = new Set(columns.map((c) => normal(c.title)))
  let best: (Head & { hits: number }) | undefined
  for (let i = 0; i < Math.min(grid.length, HEAD_WITHIN); i++) {
    const own = Array.from(grid[i]!, (cell) => (typeof cell === 'string' ? normal(cell) : ''))
    const titles = own.map((title, at) => title || titleAbove({ grid, covered }, { row: i + 1, at }))
    const hits = new Set(titles.filter((t) => wanted.has(t))).size
    const goesOn = best?.row === i && hits === best.hits && own.every((title) => !wanted.has(title))
    if (hits > (best?.hits ?? 0) || (hits > 0 && goesOn)) best = { row: i + 1, titles, hits }
  }
  if (!best) throw new AppError('wrongFormat', `未找到表头，应包含：${columns.map((c) => c.title).join('、')}`)
  return best
}

/** The title that a merge brings down into a cell of its own column; '' where none does. */
function titleAbove(
  { grid, covered }: { grid: readonly RawCell[][]; covered: Extent['covered'] },
  { row, at }: { row: number; at: number },
): string {
  const first = covered.get(`${columnName(at)}${row}`)
  if (first?.replace(/\d+$/, '') !== columnName(at)) return ''
  const cell = grid[Number(/\d+$/.exec(first)![0]) - 1]?.[at]
  return typeof cell === 'string' ? normal(cell) : ''
}

interface Places<K extends string> {
  places: readonly { column: SheetColumn<K>; at: number }[]
  extent: Extent
}

/** Undefined for a row that is blank in all our columns. */
function readRow<K extends string>(cells: readonly RawCell[], row: number, { places, extent }: Places<K>) {
  const blank = places.every(({ at }) => {
    const cell = cells[at]
    return (at === -1 || cell == null || cell === '') && !extent.failed.has(`${columnName(at)}${row}`)
  })
  if (blank) return undefined
  const values = {} as SheetRow<K>
  const errors: SheetError[] = []
  for (const { column, at } of places) {
    const cell = `${columnName(at)}${row}`
    const result = readCell(at === -1 ? null : cells[at], column)
    const failure = extent.failed.get(cell)
    const message =
      failure !== undefined ? `“${column.title}”的公式有误（${failure}）` : 'message' in result ? result.message : ''
    if (message) {
      const merged = cells[at] == null && extent.covered.has(cell) ? '，该单元格已被合并，请取消合并后逐行填写' : ''
      const hidden = extent.hidden.has(row) ? '（该行已隐藏）' : ''
      errors.push({ row, column: column.title, cell, message: message + merged + hidden })
    } else if ('value' in result) values[column.key] = result.value
  }
  return { values, errors }
}

/** Titles are compared without spaces, stars and differences of width. */
function normal(title: string): string {
  return title.normalize('NFKC').replace(/[\s*]/g, '')
}
