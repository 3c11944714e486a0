import type { ReactNode } from 'react'
import type { Column } from './data-table.tsx'
import { tr } from './labels.ts'
import './compare-table.css'

/** What stands where a row and somebody compared meet. */
export interface CompareCell {
  value: ReactNode
  /** Below the value, small. */
  note?: ReactNode
  /** `best`: of the valid ones; `over`: above a ceiling. Said in a word, never by colour alone. */
  mark?: 'best' | 'over' | undefined
  /** On hover. */
  title?: string | undefined
}

interface CompareTableProps<R> {
  /** What is compared, for screen readers. */
  label: string
  rows: readonly R[]
  rowKey: (row: R) => string
  /** What is said of a row before anybody is compared; the first stays in view. */
  lead: readonly Column<R>[]
  /** Who is compared. */
  parties: readonly { key: string; title: ReactNode; note?: ReactNode }[]
  /** One cell for each party; null: nothing was offered. */
  cells: (row: R) => readonly (CompareCell | null)[]
  /** A row opened below another, across the table. */
  detail?: (row: R) => ReactNode
  /** Rows of the foot, which stays in view. */
  totals?: readonly { label: string; cells: readonly CompareCell[] }[]
}

const WORDS = { best: '最低', over: '超限价' } as const

/** Rows by parties: head, first column and foot stay in view, the best is marked; on a phone it scrolls sideways. */
export function CompareTable<R>(props: CompareTableProps<R>) {
  const { label, rows, rowKey, lead, parties, cells, detail, totals = [] } = props
  return (
    <div className="kb-compare kb-scroll" role="region" aria-label={tr(label)} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {lead.map(({ key, title, kind }) => (
              <th key={key} scope="col" className={numeric(kind)}>
                {tr(title)}
              </th>
            ))}
            {parties.map(({ key, title, note }) => (
              <th key={key} scope="col" className="kb-right">
                {title}
                {note && <small className="kb-block">{note}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const open = detail?.(row)
            return [
              <tr key={rowKey(row)}>
                {lead.map(({ key, kind, render, value }, i) =>
                  i === 0 ? (
                    <th key={key} scope="row">
                      {render?.(row) ?? value?.(row)}
                    </th>
                  ) : (
                    <td key={key} className={numeric(kind)}>
                      {render?.(row) ?? value?.(row) ?? '—'}
                    </td>
                  ),
                )}
                {cells(row).map((cell, i) => (
                  <Cell key={parties[i]!.key} cell={cell} />
                ))}
              </tr>,
              open && (
                <tr key={`${rowKey(row)} open`}>
                  <td colSpan={lead.length + parties.length}>{open}</td>
                </tr>
              ),
            ]
          })}
        </tbody>
        {totals.length > 0 && (
          <tfoot>
            {totals.map((total) => (
              <tr key={total.label}>
                <th scope="row" colSpan={lead.length}>
                  {tr(total.label)}
                </th>
                {total.cells.map((cell, i) => (
                  <Cell key={parties[i]!.key} cell={cell} />
                ))}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Cell({ cell }: { cell: CompareCell | null }) {
  if (!cell) return <td className="kb-right kb-muted">未报价</td>
  const { value, note, mark, title } = cell
  return (
    <td className={mark === 'best' ? 'kb-right kb-strong' : 'kb-right'} title={title}>
      {value}
      {mark && <em className={mark === 'best' ? 'kb-good' : 'kb-bad'}>{WORDS[mark]}</em>}
      {note && <small className="kb-block">{note}</small>}
    </td>
  )
}

function numeric(kind: Column<never>['kind']): string {
  return kind === 'amount' || kind === 'number' ? 'kb-right' : ''
}
