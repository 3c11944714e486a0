import { Button } from 'antd'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { pasteBlock, type TextColumn, type TextRow } from './text-grid.ts'
import './text-grid.css'

const PAGE = 50

interface TextGridProps<F extends string, R extends TextRow<F>> {
  /** What the sheet is called. */
  label: string
  columns: readonly TextColumn<F>[]
  rows: readonly R[]
  onChange: (rows: R[]) => void
  /** By `${row key}.${field}`. */
  errors?: ReadonlyMap<string, string>
  clean?: (field: F, text: string) => string
  /** Makes a new line; without it lines are neither added nor removed. */
  blank?: (above: R | undefined) => R
}

/** A sheet to type in: Enter and arrows move up and down, blocks of a spreadsheet can be pasted. */
export function TextGrid<F extends string, R extends TextRow<F>>(props: TextGridProps<F, R>) {
  const { label, columns, rows, onChange, errors, clean, blank } = props
  const [page, setPage] = useState(0)
  const body = useRef<HTMLTableSectionElement>(null)
  const pages = Math.max(1, Math.ceil(rows.length / PAGE))
  const at = Math.min(page, pages - 1)
  const first = at * PAGE

  const set = (index: number, field: F, text: string) =>
    onChange(rows.map((row, i) => (i === index ? { ...row, [field]: text } : row)))
  const focus = (index: number, field: F) =>
    body.current?.querySelector<HTMLInputElement>(`[data-cell="${index}.${field}"]`)?.focus()
  const onKey = (event: KeyboardEvent, index: number, field: F) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0
    if (step === 0 || event.nativeEvent.isComposing) return
    event.preventDefault()
    focus(index + step, field)
  }
  const onPaste = (event: ClipboardEvent, row: number, field: F) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trimEnd())) return
    event.preventDefault()
    onChange(pasteBlock(rows, { row, field, text }, { columns, ...(clean && { clean }), ...(blank && { blank }) }))
  }

  return (
    <>
      <div className="kb-table-wrap" role="group" aria-label={label}>
        <table className="kb-text-grid kb-size-13 kb-wide">
          <thead>
            <tr>
              <th scope="col">行</th>
              {columns.map((column) => (
                <th key={column.field} scope="col" style={{ minWidth: column.width }}>
                  {column.title}
                  {column.isRequired && <span className="kb-bad"> *</span>}
                </th>
              ))}
              {blank && <th scope="col">操作</th>}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.slice(first, first + PAGE).map((row, i) => (
              <tr key={row.key}>
                <th scope="row">{first + i + 1}</th>
                {columns.map(({ field, title, number, fixed, isRequired, maxLength }) => {
                  if (fixed)
                    return (
                      <td key={field} className={`kb-text-grid-fixed ${number ? 'kb-right' : ''}`}>
                        {row[field]}
                      </td>
                    )
                  const problem = errors?.get(`${row.key}.${field}`)
                  return (
                    <td key={field} className={problem ? 'kb-text-grid-wrong' : ''}>
                      <input
                        data-cell={`${first + i}.${field}`}
                        aria-label={`第 ${first + i + 1} 行${title}`}
                        aria-required={isRequired}
                        aria-invalid={problem ? true : undefined}
                        title={problem}
                        inputMode={number ? 'decimal' : 'text'}
                        className={number ? 'kb-right' : ''}
                        maxLength={maxLength}
                        value={row[field]}
                        onChange={(event) => set(first + i, field, event.target.value)}
                        onBlur={(event) => {
                          const cleaned = clean?.(field, event.target.value) ?? event.target.value
                          if (cleaned !== row[field]) set(first + i, field, cleaned)
                        }}
                        onKeyDown={(event) => onKey(event, first + i, field)}
                        onPaste={(event) => onPaste(event, first + i, field)}
                      />
                    </td>
                  )
                })}
                {blank && (
                  <td>
                    <Button
                      type="text"
                      size="small"
                      aria-label={`删除第 ${first + i + 1} 行`}
                      onClick={() => onChange(rows.filter((_, index) => index !== first + i))}
                    >
                      删除
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="kb-row kb-gap-12 kb-tight kb-wrap kb-above-8 kb-size-13">
        {blank && (
          <Button
            size="small"
            onClick={() => {
              onChange([...rows, blank(rows.at(-1))])
              setPage(Math.floor(rows.length / PAGE))
            }}
          >
            增加一行
          </Button>
        )}
        <span className="kb-muted">可从电子表格复制多行，粘贴到任意单元格</span>
        {pages > 1 && <Turner label={label} page={at} pages={pages} onPage={setPage} />}
      </div>
    </>
  )
}

interface TurnerProps {
  /** What the lines are, e.g. 清单. */
  label: string
  page: number
  pages: number
  onPage: (page: number) => void
}

/** Pages of lines that are all here already. */
export function Turner({ label, page, pages, onPage }: TurnerProps): ReactNode {
  return (
    <nav className="kb-push kb-pad-y-8 kb-row kb-gap-12 kb-end kb-size-13" aria-label={`${label}分页`}>
      <Button size="small" disabled={page === 0} onClick={() => onPage(page - 1)}>
        上一页
      </Button>
      <span>
        {page + 1} / {pages}
      </span>
      <Button size="small" disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>
        下一页
      </Button>
    </nav>
  )
}
