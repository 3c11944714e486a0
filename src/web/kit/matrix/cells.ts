import type { Place } from './shape.ts'

/** What stands in a cell, head and foot included. */
export interface MatrixCell {
  text: string
  /** Below, small. */
  note?: string | undefined
  /** Said in a word before the value, never by colour alone. */
  mark?: { word: string; tone: 'good' | 'bad' | 'soft' } | undefined
  /** By weight. */
  isBest?: boolean
  /** Does not count, and stays legible. */
  isQuiet?: boolean
  isChosen?: boolean
  /** What is copied, where it differs from the text: figures without separators. */
  plain?: string | undefined
  /** On hover; text and note unless told. */
  title?: string | undefined
}

/** A column that says what is compared, before anybody is. */
export interface MatrixLead {
  key: string
  title: string
  /** px */
  width: number
  align?: 'left' | 'right'
  /** By place of the line. */
  cell: (row: number) => MatrixCell
}

export interface MatrixData {
  lead: readonly MatrixLead[]
  /** Who is compared: what stands in the head. */
  parties: readonly ({ key: string } & MatrixCell)[]
  /** Keys of the lines. */
  rows: readonly string[]
  /** What stands where a line and a party meet; asked for what is in sight. The same function as long as nothing changed. */
  cell: (row: number, party: number) => MatrixCell
  /** Lines of the foot, one cell for each party. */
  foot: readonly { key: string; title: string; cells: readonly MatrixCell[] }[]
}

/** A cell of the whole grid, see `Place`. */
export function cellAt({ lead, parties, rows, cell, foot }: MatrixData, { row, column }: Place): MatrixCell {
  const party = column - lead.length
  if (row === 0) return party < 0 ? { text: lead[column]!.title } : parties[party]!
  const line = row - 1
  if (line < rows.length) return party < 0 ? lead[column]!.cell(line) : cell(line, party)
  const total = foot[line - rows.length]!
  if (party >= 0) return total.cells[party]!
  return { text: column === 0 ? total.title : '' }
}

/** The cells between two corners, as text to copy. */
export function textBetween(data: MatrixData, one: Place, other: Place): string[][] {
  const [top, bottom] = [Math.min(one.row, other.row), Math.max(one.row, other.row)]
  const [left, right] = [Math.min(one.column, other.column), Math.max(one.column, other.column)]
  return Array.from({ length: bottom - top + 1 }, (_, r) =>
    Array.from({ length: right - left + 1 }, (_unused, c) => {
      const { plain, text } = cellAt(data, { row: top + r, column: left + c })
      return plain ?? text
    }),
  )
}
