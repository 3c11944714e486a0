import { Button } from 'antd'
import type { ReactNode } from 'react'
import './edit-rows.css'

/** One cell of an editable row: `set` changes parts of it, `label` is what the row is called. */
interface Cell<R> {
  set: (part: Partial<R>) => void
  label: string
  index: number
}

export interface EditColumn<R> {
  title: string
  /** Of its head and cells. */
  className?: string
  cell: (row: R, at: Cell<R>) => ReactNode
}

interface EditRowsProps<R> {
  /** What the rows are, e.g. 清单列. */
  label: string
  rows: readonly R[]
  /** What a row is called, e.g. `第 2 列`; its controls are named after it. */
  nameOf: (index: number) => string
  /** Where the rows stand in what is edited: `data-path` of a row is `path.index`. */
  path: string
  /** Marks the whole row. */
  isWrong?: (index: number) => boolean
  columns: readonly (EditColumn<R> | false)[]
  onChange: (rows: R[]) => void
}

/** Rows that are edited in place, moved and removed; on a narrow screen each is a card with the columns' titles. */
export function EditRows<R>({ label, rows, nameOf, path, isWrong, columns, onChange }: EditRowsProps<R>) {
  const shown = columns.filter((column) => column !== false)
  return (
    <div className="kb-scroll-x" tabIndex={0} role="group" aria-label={label}>
      <table className="kb-edit-rows">
        <thead>
          <tr>
            {shown.map(({ title, className }) => (
              <th key={title} scope="col" className={className}>
                {title}
              </th>
            ))}
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const name = nameOf(index)
            const set = (part: Partial<R>) => onChange(replaced(rows, index, part))
            return (
              <tr key={index} data-path={`${path}.${index}`} className={isWrong?.(index) ? 'kb-edit-wrong' : ''}>
                {shown.map(({ title, className, cell }) => (
                  <td key={title} className={className} data-label={title}>
                    {cell(row, { set, label: name, index })}
                  </td>
                ))}
                <td>
                  <RowTools
                    label={name}
                    index={index}
                    count={rows.length}
                    onMove={(to) => onChange(moved(rows, index, to))}
                    onRemove={() => onChange(rows.filter((_, i) => i !== index))}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface RowToolsProps {
  /** What the row is called, e.g. `第 2 列`. */
  label: string
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** Up, down, away. */
export function RowTools({ label, index, count, onMove, onRemove }: RowToolsProps) {
  return (
    <span className="kb-row-tools kb-fixed kb-nowrap">
      <Button
        type="text"
        size="small"
        disabled={index === 0}
        aria-label={`${label}上移`}
        onClick={() => onMove(index - 1)}
      >
        ↑
      </Button>
      <Button
        type="text"
        size="small"
        disabled={index === count - 1}
        aria-label={`${label}下移`}
        onClick={() => onMove(index + 1)}
      >
        ↓
      </Button>
      <Button type="text" size="small" danger aria-label={`删除${label}`} onClick={onRemove}>
        ✕
      </Button>
    </span>
  )
}

export function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const rest = rows.filter((_, i) => i !== from)
  return [...rest.slice(0, to), rows[from]!, ...rest.slice(to)]
}

export function replaced<T>(rows: readonly T[], index: number, part: Partial<T>): T[] {
  return rows.map((row, i) => (i === index ? { ...row, ...part } : row))
}
