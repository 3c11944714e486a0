import { Exact, formatAmount } from '#contract/money.ts'
import { formatDate, formatTime } from '#contract/time.ts'
import type { CellValue, Column } from './data-table.tsx'

/** Rows an export holds at most; the person is told when there are more. */
export const EXPORT_LIMIT = 5_000

/** Saves rows as an xlsx file. Amounts and numbers become number cells while a spreadsheet can hold them exactly. */
export async function saveAsXlsx<R>(name: string, columns: readonly Column<R>[], rows: readonly R[]): Promise<void> {
  const { default: writeExcelFile } = await import('write-excel-file/browser')
  const { cells, widths } = xlsxCells(columns, rows)
  await writeExcelFile(cells, { columns: widths.map((width) => ({ width })), stickyRowsCount: 1 }).toFile(
    `${name}.xlsx`,
  )
}

/** The rows as typed cells. Text is text whatever it begins with: no cell is ever a formula. */
export function xlsxCells<R>(columns: readonly Column<R>[], rows: readonly R[]) {
  const exported = columns.filter((column) => column.value)
  const head = exported.map((column) => ({ value: column.title, type: String, fontWeight: 'bold' as const }))
  const body = rows.map((row) => exported.map((column) => xlsxCell(column, column.value!(row))))
  const widths = exported.map((column) => Math.max(12, Math.round((column.width ?? 160) / 8)))
  return { cells: [head, ...body], widths }
}

function xlsxCell<R>(column: Column<R>, value: CellValue) {
  if (value === undefined || value === null || value === '') return null
  switch (column.kind) {
    case 'amount':
      // Fifteen digits are what a spreadsheet keeps; a longer amount stays text rather than losing its cents.
      return new Exact(value).toFixed(2).length <= 16
        ? { type: Number, value: Number(value), format: '#,##0.00' }
        : { type: String, value: formatAmount(String(value)) }
    case 'number':
    case 'ordinal':
      return Number.isFinite(Number(value))
        ? { type: Number, value: Number(value) }
        : { type: String, value: String(value) }
    case 'time':
      return { type: String, value: formatTime(String(value), true) }
    case 'date':
      return { type: String, value: formatDate(String(value)) }
    case 'text':
    case undefined:
      return { type: String, value: String(value) }
  }
}
