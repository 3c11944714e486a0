/** A line of a sheet that is typed in; everything is text. */
export type TextRow<F extends string> = { key: string } & Record<F, string>

export interface TextColumn<F extends string> {
  field: F
  title: string
  /** px */
  width: number
  /** Typed with the keys of a number pad, and set to the right. */
  number?: boolean
  isRequired?: boolean
  /** Shown, not typed. */
  fixed?: boolean
  maxLength?: number
}

interface Block<F extends string, R extends TextRow<F>> {
  columns: readonly TextColumn<F>[]
  /** What was typed or pasted into a cell as it is kept. */
  clean?: (field: F, text: string) => string
  /** A new line below the last; without it, what reaches below is left out. */
  blank?: (above: R | undefined) => R
}

/**
 * Puts a block of cells copied from a spreadsheet (tabs and line breaks) at a cell; what reaches beyond the last column is
 * left out, and so is what would fall into a fixed one.
 */
export function pasteBlock<F extends string, R extends TextRow<F>>(
  rows: readonly R[],
  { row, field, text }: { row: number; field: F; text: string },
  { columns, clean, blank }: Block<F, R>,
): R[] {
  const first = columns.findIndex((column) => column.field === field)
  const next = [...rows]
  parseBlock(text).forEach((cells, i) => {
    const index = row + i
    const known = next[index] ?? blank?.(next[index - 1])
    if (!known) return
    const target: R = { ...known }
    cells.forEach((cell, j) => {
      const column = columns[first + j]
      if (column && !column.fixed)
        Object.assign(target, { [column.field]: clean ? clean(column.field, cell) : cell.trim() })
    })
    next[index] = target
  })
  return next
}

/** Cells of a block copied from a spreadsheet; a cell with line breaks or quotes stands in quotes, doubled inside. */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  const pattern = /(?:"((?:[^"]|"")*)"(?=\t|\r|\n|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    rows.at(-1)!.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (pattern.lastIndex >= text.length) break
    if (match[3] !== '\t') rows.push([])
  }
  // A copied block ends with a line break: that is no empty line.
  if (rows.length > 1 && rows.at(-1)!.join('') === '') rows.pop()
  return rows
}
