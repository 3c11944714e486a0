import { Button } from 'antd'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import { BillTotals, Turner } from './items-table.tsx'
import type { GridField, GridRow } from './grid.ts'
import { GRID_COLUMNS, blankRow, cleanCell, isBlankRow, pasteAt } from './grid.ts'

const PAGE = 50

interface ItemsGridProps {
  rows: GridRow[]
  onChange: (rows: GridRow[]) => void
  /** By `${row key}.${field}`. */
  errors: ReadonlyMap<string, string>
}

/** The bill as a sheet to type in: Enter and arrows move up and down, blocks of a spreadsheet can be pasted. */
export function ItemsGrid({ rows, onChange, errors }: ItemsGridProps) {
  const [page, setPage] = useState(0)
  const body = useRef<HTMLTableSectionElement>(null)
  const pages = Math.max(1, Math.ceil(rows.length / PAGE))
  const at = Math.min(page, pages - 1)
  const first = at * PAGE

  const set = (index: number, field: GridField, text: string) =>
    onChange(rows.map((row, i) => (i === index ? { ...row, [field]: text } : row)))
  const focus = (index: number, field: GridField) =>
    body.current?.querySelector<HTMLInputElement>(`[data-cell="${index}.${field}"]`)?.focus()

  const onKey = (event: KeyboardEvent, index: number, field: GridField) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0
    if (step === 0 || event.nativeEvent.isComposing) return
    event.preventDefault()
    focus(index + step, field)
  }
  const onPaste = (event: ClipboardEvent, index: number, field: GridField) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trimEnd())) return
    event.preventDefault()
    onChange(pasteAt(rows, { row: index, field }, text))
  }
  const add = () => {
    onChange([...rows, blankRow(rows.at(-1)?.lotNo)])
    setPage(Math.floor(rows.length / PAGE))
  }

  return (
    <>
      <div className="kb-table-wrap" role="group" aria-label="采购清单编辑">
        <table className="buyer-grid kb-size-13 kb-wide">
          <thead>
            <tr>
              <th scope="col">行</th>
              {GRID_COLUMNS.map((column) => (
                <th key={column.field} scope="col" style={{ minWidth: column.width }}>
                  {column.title}
                </th>
              ))}
              <th scope="col">操作</th>
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.slice(first, first + PAGE).map((row, i) => (
              <tr key={row.key}>
                <th scope="row">{first + i + 1}</th>
                {GRID_COLUMNS.map(({ field, title, number }) => {
                  const problem = errors.get(`${row.key}.${field}`)
                  return (
                    <td key={field} className={problem ? 'buyer-grid-wrong' : ''}>
                      <input
                        data-cell={`${first + i}.${field}`}
                        aria-label={`第 ${first + i + 1} 行${title}`}
                        aria-invalid={problem ? true : undefined}
                        title={problem}
                        inputMode={number ? 'decimal' : 'text'}
                        className={number ? 'kb-right' : ''}
                        value={row[field]}
                        onChange={(event) => set(first + i, field, event.target.value)}
                        onBlur={(event) => {
                          const clean = cleanCell(field, event.target.value)
                          if (clean !== row[field]) set(first + i, field, clean)
                        }}
                        onKeyDown={(event) => onKey(event, first + i, field)}
                        onPaste={(event) => onPaste(event, first + i, field)}
                      />
                    </td>
                  )
                })}
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
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="kb-row kb-gap-12 kb-tight kb-wrap kb-above-8 kb-size-13">
        <Button size="small" onClick={add}>
          增加一行
        </Button>
        <span className="kb-muted">可从电子表格复制多行，粘贴到任意单元格</span>
        {pages > 1 && <Turner page={at} pages={pages} onPage={setPage} />}
      </div>
      <BillTotals rows={rows.filter((row) => !isBlankRow(row))} />
    </>
  )
}
