import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import { type MatrixData, textBetween } from './cells.ts'
import { moved, type Place, type Span, tsvOf } from './shape.ts'

interface Selecting {
  data: MatrixData
  size: { rows: number; columns: number; page: number }
  show: (place: Place) => void
  /** A cell of a line and a party was clicked, or Enter pressed on it. */
  onPick: ((row: number, party: number) => void) | undefined
  /** The same of a lead cell of a line, by its place. */
  onOpen: ((place: Place) => void) | undefined
}

/** Where the keys of a grid stand, and what is selected from there: arrows, Shift with them, a click, copying. */
export function useSelection({ data, size, show, onPick, onOpen }: Selecting) {
  const [{ at, from }, setEnds] = useState<{ at: Place; from: Place }>({ at: ORIGIN, from: ORIGIN })
  // Fewer lines or parties than before: the keys stand on what is left.
  const active = within(at, size)
  const anchor = within(from, size)

  const go = (to: Place, extends_: boolean) => {
    setEnds({ at: to, from: extends_ ? anchor : to })
    show(to)
  }
  const pick = ({ row, column }: Place) => {
    const [line, party] = [row - 1, column - data.lead.length]
    if (line < 0 || line >= data.rows.length) return
    if (party >= 0) onPick?.(line, party)
    else onOpen?.({ row, column })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const ctrl = event.ctrlKey || event.metaKey
    const to = moved(active, { key: event.key, ctrl }, size)
    if (to) go(to, event.shiftKey)
    else if (ctrl && event.key.toLowerCase() === 'a')
      setEnds({ from: ORIGIN, at: { row: size.rows - 1, column: size.columns - 1 } })
    else if ((event.key === 'Enter' || event.key === ' ') && (onPick || onOpen)) pick(active)
    else return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-column]')
    const row = cell?.closest<HTMLElement>('[data-row]')
    if (!cell || !row) return
    const place = { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) }
    go(place, event.shiftKey)
    if (!event.shiftKey) pick(place)
  }
  const onCopy = (event: ClipboardEvent) => {
    // Text that somebody marked with the mouse is copied as such.
    if (!getSelection()?.isCollapsed) return
    event.clipboardData.setData('text/plain', tsvOf(textBetween(data, anchor, active)))
    event.preventDefault()
  }
  /** Columns that are selected in a row; a single cell is no selection. */
  const selectedIn = (row: number): Span | null => {
    if (active.row === anchor.row && active.column === anchor.column) return null
    if (row < Math.min(active.row, anchor.row) || row > Math.max(active.row, anchor.row)) return null
    return { first: Math.min(active.column, anchor.column), last: Math.max(active.column, anchor.column) + 1 }
  }
  return { active, selectedIn, handlers: { onKeyDown, onClick, onCopy } }
}

const ORIGIN: Place = { row: 0, column: 0 }

function within({ row, column }: Place, { rows, columns }: { rows: number; columns: number }): Place {
  return { row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) }
}
