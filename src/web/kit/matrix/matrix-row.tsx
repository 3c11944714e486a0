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
  /** Lead cells of lines open something. */
  hasDetails: boolean
  width: number
  columns: Span
  /** Columns that are selected in this row, and the one the keys stand on; -1 for none. */
  selected: Span | null
  active: number
}

/** One row: its lead cells stay at the left, of the others only those in sight are drawn. */
export const MatrixRow = memo(function Row(props: RowProps) {
  const { id, data, row, kind, top, height, leads, hasDetails, width, columns, selected, active } = props
  const lead = data.lead.length
  const start = leads.at(-1)!
  const cell = (column: number, left: number, wide: number) => (
    <Cell
      key={column}
      grid={id}
      data={data}
      row={row}
      column={column}
      kind={kind}
      left={left}
      width={wide}
      opens={hasDetails && kind === 'line' && column < lead}
      isSelected={selected !== null && column >= selected.first && column < selected.last}
      isActive={column === active}
    />
  )
  return (
    <div className="kb-matrix-row" role="row" aria-rowindex={row + 1} style={{ top, height }} data-row={row}>
      {data.lead.map((_, i) => cell(i, leads[i]!, leads[i + 1]! - leads[i]!))}
      {Array.from({ length: columns.last - columns.first }, (_, i) => columns.first + i).map((party) =>
        cell(lead + party, start + party * width, width),
      )}
    </div>
  )
})

/** Id of a cell, by which the grid says where its keys stand. */
export function idOf(grid: string, { row, column }: Place): string {
  return `${grid}-${row}-${column}`
}

interface CellProps extends Pick<RowProps, 'data' | 'row' | 'kind' | 'width'> {
  grid: string
  column: number
  left: number
  /** Something opens beside it. */
  opens: boolean
  isSelected: boolean
  isActive: boolean
}

/** By what it stands for and not by what it holds: of a row that moves sideways only the cells that come into sight are drawn. */
const Cell = memo(function Cell(props: CellProps) {
  const { grid, data, row, column, kind, left, width, opens, isSelected, isActive } = props
  const { text, note, mark, title, isBest, isQuiet, isChosen }: MatrixCell = cellAt(data, { row, column })
  const lead = data.lead[column]
  const role = kind === 'head' ? 'columnheader' : column === 0 ? 'rowheader' : 'gridcell'
  return (
    <div
      id={idOf(grid, { row, column })}
      role={role}
      aria-colindex={column + 1}
      aria-haspopup={opens ? 'dialog' : undefined}
      aria-selected={role === 'gridcell' ? isSelected : undefined}
      className={classes(
        'kb-matrix-cell',
        lead && 'kb-matrix-lead',
        opens && 'kb-matrix-door',
        (!lead || lead.align === 'right') && 'kb-right',
        isSelected && 'kb-matrix-selected',
        isActive && 'kb-matrix-active',
        isChosen && 'kb-matrix-chosen',
      )}
      style={{ left, width }}
      title={title ?? (note ? `${text} ${note}` : text)}
      data-column={column}
    >
      <span className="kb-flex kb-gap-6 kb-base">
        {isChosen && <em className="kb-accent kb-size-12">已选</em>}
        {mark && <em className={`${TONES[mark.tone]} kb-size-12`}>{mark.word}</em>}
        <span
          className={classes(
            'kb-grow',
            kind === 'head' ? 'kb-clamp' : 'kb-ellipsis',
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
})

function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

const TONES = { good: 'kb-good', bad: 'kb-bad', soft: 'kb-muted' } as const
