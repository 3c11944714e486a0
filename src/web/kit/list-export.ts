import { Exact, formatAmount } from '#contract/money.ts'
import { formatDate, formatTime } from '#contract/time.ts'
import type { CellValue, Column } from './data-table.tsx'

/** Rows an export holds at most; the person is told when there are more. */
export const EXPORT_LIMIT = 5_000

/** Saves rows as an xlsx file. Amounts and numbers become number cells while a spreadsheet can hold them exactly. */
export async function saveAsXlsx<R>(name: string, columns: readonly Column<R>[], rows: readonly R[]): Promise<void> {
  const { default: writeExcelFile } = await import('write-excel-file/browser')
  const exported = columns.filter((column) => column.value)
  const head = exported.map((column) => ({ value: column.title, fontWeight: 'bold' as const }))
  const body = rows.map((row) => exported.map((column) => xlsxCell(column, column.value!(row))))
  await writeExcelFile([head, ...body], {
    columns: exported.map((column) => ({ width: Math.max(12, Math.round((column.width ?? 160) / 8)) })),
    stickyRowsCount: 1,
  }).toFile(`${name}.xlsx`)
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
      return { type: Number, value: Number(value) }
    case 'time':
      return { type: String, value: formatTime(String(value), true) }
    case 'date':
      return { type: String, value: formatDate(String(value)) }
    case 'text':
    case undefined:
      return { type: String, value: String(value) }
  }
}
