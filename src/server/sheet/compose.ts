import writeExcelFile, { type Row } from 'write-excel-file/node'
import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { DECIMALS, DEFAULT_TEXT_LENGTH, MAX_ROWS, type SheetColumn } from './column.ts'

export interface SheetToWrite<K extends string> {
  /** First line of the sheet, over all columns; also the name of the sheet, unless it has one. */
  title: string
  name?: string
  columns: readonly SheetColumn<K>[]
  /** Values as they are on the wire: decimal strings, dates as `2026-03-01`, text. */
  rows: readonly Partial<Record<K, string | null>>[]
}

/** See `writeSheet`. */
export function composeSheet<K extends string>(sheet: SheetToWrite<K>): Promise<Buffer> {
  return composeBook([sheet])
}

/** A file of several sheets, each as `writeSheet` makes it. */
export function composeBook(sheets: readonly SheetToWrite<string>[]): Promise<Buffer> {
  return written(
    sheets.map(({ title, name = title, columns, rows }) => {
      if (rows.length > MAX_ROWS) throw new AppError('tooLarge', `导出超过 ${MAX_ROWS} 行，请缩小范围后重试`)
      const body = rows.map((row): Row => columns.map((column) => cellOf(row[column.key], column)))
      return { name, columns, above: [titleRow(title, columns), headRow(columns, false)], body }
    }),
  )
}

/** See `writeTemplate`. */
export async function composeTemplate<K extends string>({ title, columns, rows }: SheetToWrite<K>): Promise<Buffer> {
  const hints: Row = columns.map((column) => ({
    value: hintOf(column),
    type: String,
    wrap: true,
    textColor: '#5b6470',
    fontSize: 9,
    alignVertical: 'top',
  }))
  const body = rows.map((row): Row => columns.map((column) => cellOf(row[column.key], column)))
  return written([{ name: title, columns, above: [titleRow(title, columns), hints, headRow(columns, true)], body }])
}

interface Layout {
  name: string
  columns: readonly SheetColumn[]
  above: Row[]
  body: Row[]
}

function written(sheets: readonly Layout[]): Promise<Buffer> {
  return writeExcelFile(
    sheets.map(({ name, columns, above, body }) => ({
      data: [...above, ...body],
      sheet: name.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31) || '数据',
      columns: columns.map((column) => ({ width: column.width ?? widthOf(column) })),
      stickyRowsCount: above.length,
    })),
    { fontFamily: '等线', fontSize: 11 },
  ).toBuffer()
}

function titleRow(title: string, columns: readonly SheetColumn[]): Row {
  const value = {
    value: title,
    type: String,
    fontWeight: 'bold',
    fontSize: 14,
    align: 'center',
    height: 28,
    alignVertical: 'center',
  } as const
  return [{ ...value, columnSpan: columns.length }, ...columns.slice(1).map(() => null)]
}

function headRow(columns: readonly SheetColumn[], stars: boolean): Row {
  return columns.map(({ title, required }) => ({
    value: stars && required ? `${title}*` : title,
    type: String,
    fontWeight: 'bold',
    align: 'center',
    alignVertical: 'center',
    height: 22,
    wrap: true,
    backgroundColor: '#eef1f4',
    borderStyle: 'thin',
    borderColor: '#c4cad2',
  }))
}

const NUMBER_FORMATS = { amount: '#,##0.00', quantity: '#,##0.######', integer: '0' } as const

function cellOf(value: string | null | undefined, { type }: SheetColumn): Row[number] {
  if (value == null || value === '') return null
  const border = { borderStyle: 'thin', borderColor: '#dde1e6' } as const
  if (type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
    return { ...border, value: new Date(`${value}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd', align: 'center' }
  }
  if ((type === 'amount' || type === 'quantity' || type === 'integer') && isExactAsNumber(value)) {
    return { ...border, value: Number(value), type: Number, format: NUMBER_FORMATS[type], align: 'right' }
  }
  return { ...border, value, type: String, format: '@', wrap: value.length > 20 }
}

/** Up to 15 significant digits survive the way through a spreadsheet program. */
function isExactAsNumber(value: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(value) && new Exact(value).precision() <= 15
}

function hintOf(column: SheetColumn): string {
  const { type, required, min, max, hint } = column
  const parts = [required ? '必填' : '选填']
  switch (type) {
    case 'text':
      parts.push(`不超过 ${max ?? DEFAULT_TEXT_LENGTH} 个字`)
      break
    case 'date':
      parts.push('日期，如 2026-03-01')
      break
    case 'integer':
      parts.push('整数')
      break
    default:
      parts.push(`数字，最多 ${DECIMALS[type]} 位小数${type === 'amount' ? '，单位：元' : ''}`)
  }
  if (min !== undefined) parts.push(`不小于 ${min}`)
  if (type !== 'text' && max !== undefined) parts.push(`不大于 ${max}`)
  if (hint) parts.push(hint)
  return parts.join('；')
}

function widthOf({ title, type }: SheetColumn): number {
  const usual = { text: 24, quantity: 14, amount: 18, integer: 10, date: 14 }[type]
  return Math.max(usual, title.length * 2 + 4)
}
