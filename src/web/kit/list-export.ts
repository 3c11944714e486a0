import { Exact, formatAmount } from '#contract/money.ts'
import type { Page } from '#contract/page.ts'
import { formatDate, formatTime } from '#contract/time.ts'
import type { CellValue, Column } from './data-table.tsx'

/** Rows an export holds at most; the person is asked before it is saved when there are more. */
export const EXPORT_LIMIT = 5_000

interface Exporting<R> {
  name: string
  /** The page behind `cursor`; its place, from one on, goes with it. */
  page: (at: { pageNo: number; cursor: string | null }) => Promise<Pick<Page<R>, 'rows' | 'next'>>
  /** Asked where rows are left out: nothing is saved unless it is agreed to. */
  confirm: (question: { title: string; content: string; okText: string; cancelText: string }) => Promise<boolean>
  save: (name: string, rows: readonly R[]) => Promise<void>
}

/** Saves what a list holds, page by page. Whatever is left out is said before, and the name of the file says it too. */
export async function exportRows<R>({ name, page, confirm, save }: Exporting<R>): Promise<void> {
  const rows: R[] = []
  let cursor: string | null = null
  for (let pageNo = 1; rows.length < EXPORT_LIMIT; pageNo++) {
    const { rows: more, next } = await page({ pageNo, cursor })
    rows.push(...more)
    if (next === null) return save(name, rows)
    cursor = next
  }
  const most = EXPORT_LIMIT.toLocaleString('en-US')
  const isAgreed = await confirm({
    title: `数据超过 ${most} 条，只能导出一部分`,
    content: `文件将只含列表排在最前的 ${most} 条，其余不在文件内。需要其余部分的，请用时间等筛选条件缩小范围，分次导出。`,
    okText: `导出前 ${most} 条`,
    cancelText: '返回筛选',
  })
  if (isAgreed) await save(`${name}（前 ${EXPORT_LIMIT} 条）`, rows.slice(0, EXPORT_LIMIT))
}

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
