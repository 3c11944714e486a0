import { Checkbox } from 'antd'
import { Fragment, type ReactNode, useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { tr } from './labels.ts'
import { TimeText } from './values.tsx'

/**
 * How a value is shown and exported: amounts right-aligned, times relative with the instant on hover; `ordinal` counts the
 * rows and stands before the title where rows are cards.
 */
export type ColumnKind = 'text' | 'ordinal' | 'amount' | 'number' | 'time' | 'date'
export type CellValue = string | number | null | undefined

export interface Column<R> {
  key: string
  title: string
  kind?: ColumnKind
  /** The plain value: shown when there is no `render`, and exported. */
  value?: (row: R) => CellValue
  render?: (row: R) => ReactNode
  /** px; columns without share what is left. */
  width?: number
  align?: 'left' | 'right' | 'center'
  /** Off until the person chooses it. */
  hidden?: boolean
  /** Names the row: readers say it with each of its cells. */
  isHead?: boolean
}

export interface DataTableProps<R> {
  columns: Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string
  /** What the table holds, for screen readers. */
  label: string
  /** Drawn at the end of each row. */
  renderEnd?: (row: R) => ReactNode
  /** What opens below a row by a button at its end; null where a row has no more. */
  detail?: { label: string; of: (row: R) => ReactNode }
  rowClass?: (row: R) => string | undefined
  selection?: { keys: readonly string[]; onChange: (keys: string[]) => void }
  footer?: ReactNode
  loading?: boolean
  className?: string
}

/** A plain table of 40 px rows; on narrow windows each row becomes a card. */
export function DataTable<R>(props: DataTableProps<R>) {
  const { columns, rows, rowKey, label, renderEnd, detail, rowClass, selection, footer, loading, className } = props
  const [open, setOpen] = useState<string | null>(null)
  const keys = rows.map(rowKey)
  const chosen = new Set(selection?.keys)
  return (
    <div
      className={['kb-table-wrap', loading && 'kb-table-loading', className].filter(Boolean).join(' ')}
      tabIndex={0}
      role="group"
      aria-label={tr(label)}
      aria-busy={loading ?? false}
    >
      <table className="kb-table">
        <thead>
          <tr>
            {selection && (
              <th className="kb-cell-check">
                <Checkbox
                  aria-label={tr('全选')}
                  checked={keys.length > 0 && keys.every((k) => chosen.has(k))}
                  indeterminate={keys.some((k) => chosen.has(k)) && !keys.every((k) => chosen.has(k))}
                  onChange={(e) => selection.onChange(e.target.checked ? keys : [])}
                />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.key} scope="col" style={{ width: column.width, textAlign: alignOf(column) }}>
                {tr(column.title)}
              </th>
            ))}
            {(renderEnd || detail) && (
              <th scope="col" className="kb-cell-end">
                {tr('操作')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => {
            const key = keys[i]!
            const more = detail?.of(row)
            return (
              <Fragment key={key}>
                <tr className={rowClass?.(row)}>
                  {selection && (
                    <td className="kb-cell-check">
                      <Checkbox
                        aria-label={tr('选择此行')}
                        checked={chosen.has(key)}
                        onChange={(e) => selection.onChange(toggled(selection.keys, key, e.target.checked))}
                      />
                    </td>
                  )}
                  {columns.map((column) => (
                    <Cell key={column.key} column={column} row={row} />
                  ))}
                  {(renderEnd || detail) && (
                    <td className="kb-cell-end">
                      <span className="kb-row-actions">
                        {renderEnd?.(row)}
                        {more && (
                          <button
                            type="button"
                            className="kb-accent"
                            aria-expanded={open === key}
                            onClick={() => setOpen(open === key ? null : key)}
                          >
                            {tr(open === key ? '收起' : detail!.label)}
                          </button>
                        )}
                      </span>
                    </td>
                  )}
                </tr>
                {more && open === key && (
                  <tr className="kb-table-detail">
                    <td colSpan={columns.length + (selection ? 2 : 1)}>{more}</td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
        {footer && <tfoot>{footer}</tfoot>}
      </table>
    </div>
  )
}

function Cell<R>({ column, row }: { column: Column<R>; row: R }) {
  const shown = cell(column, row)
  const Tag = column.isHead ? 'th' : 'td'
  return (
    <Tag
      {...(column.isHead ? { scope: 'row' } : {})}
      data-label={tr(column.title)}
      className={classOf(shown, column.kind)}
      style={{ textAlign: alignOf(column) }}
    >
      <div className="kb-cell">{shown}</div>
    </Tag>
  )
}

/** Grey rows in the shape of the table to come. */
export function TableSkeleton({
  columns,
  rows = 8,
}: {
  columns: readonly { key: string; width?: number }[]
  rows?: number
}) {
  return (
    <div className="kb-table-wrap" aria-busy="true" role="status" aria-label={tr('加载中')}>
      <table className="kb-table" aria-hidden="true">
        <tbody>
          {Array.from({ length: rows }, (_, r) => (
            <tr key={r}>
              {columns.map((c, i) => (
                // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a drawing, hidden from readers
                <td key={c.key} style={{ width: c.width }}>
                  <span className="kb-bone" style={{ width: `${80 - ((r * 13 + i * 29) % 45)}%` }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What is empty, short or long may be laid out accordingly: see `kb-cell-…` in the style sheets. */
function classOf(shown: ReactNode, kind: ColumnKind = 'text'): string {
  if (shown === NONE) return `kb-cell-${kind} kb-cell-none`
  if (kind !== 'text' || typeof shown !== 'string') return `kb-cell-${kind}`
  return `kb-cell-text kb-cell-${shown.length <= SHORT ? 'short' : 'long'}`
}

const NONE = '-'

/** Characters that stay on one line, however many columns there are. */
const SHORT = 6

function cell<R>(column: Column<R>, row: R): ReactNode {
  if (column.render) return column.render(row)
  const value = column.value?.(row)
  if (value === undefined || value === null || value === '') return NONE
  switch (column.kind) {
    case 'amount':
      return formatAmount(String(value))
    case 'time':
      return <TimeText at={String(value)} />
    case 'date':
      return formatDate(String(value))
    case 'number':
    case 'ordinal':
    case 'text':
    case undefined:
      return value
  }
}

function alignOf<R>({ align, kind }: Column<R>): 'left' | 'right' | 'center' {
  return align ?? (kind === 'amount' || kind === 'number' ? 'right' : 'left')
}

function toggled(keys: readonly string[], key: string, on: boolean): string[] {
  return on ? [...keys, key] : keys.filter((k) => k !== key)
}
