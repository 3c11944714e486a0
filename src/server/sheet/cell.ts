import { Exact } from '#contract/money.ts'
import { DECIMALS, DEFAULT_TEXT_LENGTH, type SheetColumn } from './column.ts'

/** A number as it stands in the file: up to 17 digits, of which a spreadsheet program shows 15. */
export class RawNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type RawCell = string | boolean | Date | RawNumber | null | undefined

/** Either the value in its form on the wire (null when empty), or what is wrong with it. */
export type CellResult = { value: string | null } | { message: string }

/**
 * Reads one cell: text trimmed, without control characters; numbers as plain decimal strings; dates as `2026-03-01`.
 * Numbers may be typed with full-width digits, thousands separators (also ，), ¥ or 元. They are never rounded, except
 * that binary noise behind the 15th digit (0.1 + 0.2) goes away; too many decimals are an error.
 */
export function readCell(cell: RawCell, column: SheetColumn): CellResult {
  const empty = cell === null || cell === undefined || (typeof cell === 'string' && clean(cell) === '')
  if (empty) return column.required ? { message: `请填写“${column.title}”` } : { value: null }
  switch (column.type) {
    case 'text':
      return readText(cell, column)
    case 'date':
      return readDate(cell, column)
    default:
      return readNumber(cell, column, DECIMALS[column.type])
  }
}

function readText(cell: NonNullable<RawCell>, { title, max }: SheetColumn): CellResult {
  const value = clean(plain(cell))
  const most = Number(max ?? DEFAULT_TEXT_LENGTH)
  return [...value].length > most ? { message: `“${title}”不能超过 ${most} 个字` } : { value }
}

function readDate(cell: NonNullable<RawCell>, { title }: SheetColumn): CellResult {
  const text = clean(plain(cell)).normalize('NFKC').replaceAll(' ', '')
  const [, year, month, day] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? []
  if (!year) return { message: `“${title}”应为日期，如 2026-03-01` }
  const value = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  const date = new Date(`${value}T00:00:00Z`)
  // 31 February becomes another day, or none.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
    ? { value }
    : { message: `“${title}”不是有效日期` }
}

function readNumber(cell: NonNullable<RawCell>, { title, min, max }: SheetColumn, decimals: number): CellResult {
  const number = cell instanceof RawNumber ? denoised(cell.text) : typed(cell)
  if (!number) return { message: `“${title}”应为数字` }
  if (number.isNegative() && !number.isZero()) return { message: `“${title}”不能为负数` }
  if (number.decimalPlaces() > decimals) {
    return { message: decimals === 0 ? `“${title}”应为整数` : `“${title}”最多 ${decimals} 位小数` }
  }
  if (number.gte(decimals === 6 ? '1e12' : '1e15')) return { message: `“${title}”数值过大` }
  if (min !== undefined && number.lt(min)) return { message: `“${title}”不能小于 ${min}` }
  if (max !== undefined && number.gt(max)) return { message: `“${title}”不能大于 ${max}` }
  return { value: number.abs().toFixed() }
}

/** What a spreadsheet program shows: 15 significant digits. */
function denoised(text: string): Exact | undefined {
  if (!/^-?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i.test(text)) return undefined
  return new Exact(text).toSignificantDigits(15)
}

/** A number typed as text: only grouping that cannot be misread is taken out. */
function typed(cell: string | boolean | Date): Exact | undefined {
  if (typeof cell !== 'string') return undefined
  const text = clean(cell).normalize('NFKC').replaceAll(' ', '').replace(/^¥/, '').replace(/元$/, '')
  const match = /^(-?)(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?$/.exec(text)
  return match ? new Exact(`${match[1]}${match[2]!.replaceAll(',', '')}${match[3] ?? ''}`) : undefined
}

function plain(cell: NonNullable<RawCell>): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (cell instanceof RawNumber) return denoised(cell.text)?.toFixed() ?? cell.text
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  return cell
}

/** Trimmed; line ends unified; other control and invisible characters out. */
function clean(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g, ' ')
    .trim()
}
