import { memo } from 'react'
import { type MatrixCell, type MatrixData, cellAt } from './cells.ts'
import type { Place, Span } from './shape.ts'

interface RowProps {
  id: string
  data: MatrixData
  /** Place in the whole grid: 0 is the head. */
  row: number
  kind: 'head' | 'line' | 'foot'
  /** px from the top of its group, and the height of the row. */
  top: number
  height: number
  leads: readonly number[]
  width: number
  columns: Span
  /** Columns that are selected in this row, and the one the keys stand on; -1 for none. */
  selected: Span | null
  active: number
}

/** One row: its lead cells stay at the left, of the others only those in sight are drawn. */
export const MatrixRow = memo(function Row(props: RowProps) {
  const { id, data, row, kind, top, height, leads, width, columns, selected, active } = props
  const start = leads.at(-1)!
  const drawn = Array.from({ length: columns.last - columns.first }, (_, i) => columns.first + i)
  const cell = (column: number, place: { left: number; width: number; isLead: boolean }) => (
    <Cell
      key={column}
      id={idOf(id, { row, column })}
      cell={cellAt(data, { row, column })}
      column={column}
      role={kind === 'head' ? 'columnheader' : column === 0 ? 'rowheader' : 'gridcell'}
      place={place}
      isHead={kind === 'head'}
      isRight={place.isLead ? data.lead[column]!.align === 'right' : true}
      isSelected={selected !== null && column >= selected.first && column < selected.last}
      isActive={column === active}
    />
  )
  return (
    <div className="kb-matrix-row" role="row" aria-rowindex={row + 1} style={{ top, height }} data-row={row}>
      {data.lead.map((_, i) => cell(i, { left: leads[i]!, width: leads[i + 1]! - leads[i]!, isLead: true }))}
      {drawn.map((party) => cell(data.lead.length + party, { left: start + party * width, width, isLead: false }))}
    </div>
  )
})

/** Id of a cell, by which the grid says where its keys stand. */
export function idOf(grid: string, { row, column }: Place): string {
  return `${grid}-${row}-${column}`
}

interface CellProps {
  id: string
  cell: MatrixCell
  column: number
  role: 'columnheader' | 'rowheader' | 'gridcell'
  place: { left: number; width: number; isLead: boolean }
  isHead: boolean
  isRight: boolean
  isSelected: boolean
  isActive: boolean
}

function Cell({ id, cell, column, role, place, isHead, isRight, isSelected, isActive }: CellProps) {
  const { text, note, mark, title, isBest, isQuiet, isChosen } = cell
  return (
    <div
      id={id}
      role={role}
      aria-colindex={column + 1}
      aria-selected={role === 'gridcell' ? isSelected : undefined}
      className={classes(
        'kb-matrix-cell',
        place.isLead && 'kb-matrix-lead',
        isRight && 'kb-right',
        isSelected && 'kb-matrix-selected',
        isActive && 'kb-matrix-active',
        isChosen && 'kb-matrix-chosen',
      )}
      style={{ left: place.left, width: place.width }}
      title={title}
      data-column={column}
    >
      <span className="kb-flex kb-gap-6 kb-base">
        {isChosen && <em className="kb-accent kb-size-12">已选</em>}
        {mark && <em className={`${TONES[mark.tone]} kb-size-12`}>{mark.word}</em>}
        <span
          className={classes(
            'kb-grow',
            isHead ? 'kb-clamp' : 'kb-ellipsis',
            isBest && 'kb-strong',
            isQuiet && 'kb-muted',
          )}
        >
          {text}
        </span>
      </span>
      {note && <small className="kb-block kb-ellipsis">{note}</small>}
    </div>
  )
}

function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

const TONES = { good: 'kb-good', bad: 'kb-bad', soft: 'kb-muted' } as const
