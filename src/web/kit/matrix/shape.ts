/*
 * Where everything of a matrix stands: px from the upper left corner of what is scrolled. Every row is as high, every column
 * of parties as wide as the others, which is what makes the window cheap.
 */

/** Two lines of a name, and what is said of it. */
export const HEAD_HEIGHT = 64
export const ROW_HEIGHT = 44
export const FOOT_HEIGHT = 32
const LEAST_WIDTH = 160
const MOST_WIDTH = 420
/** Drawn on each side of what is in sight. */
const BEYOND = { rows: 8, columns: 2 }

export interface Shape {
  /** Left edges of the lead columns, and at the end where parties begin. */
  leads: number[]
  /** Of one party. */
  width: number
  columns: number
  rows: number
  foot: number
}

/** Parties share the room behind the lead as far as they stay legible: neither a strip nor a hall. */
export function shapeOf(
  room: number,
  { leads, columns, rows, foot }: { leads: readonly number[]; columns: number; rows: number; foot: number },
): Shape {
  const edges = leads.reduce((all, width) => [...all, all.at(-1)! + width], [0])
  const share = Math.floor((room - edges.at(-1)!) / Math.max(1, columns))
  return { leads: edges, width: Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, share)), columns, rows, foot }
}

export interface Span {
  first: number
  /** Behind the last one. */
  last: number
}

export interface Sight {
  rows: Span
  columns: Span
}

/** What of the matrix is drawn where it is scrolled to, in steps: a row more or less at the edge is not worth drawing anew. */
export function sightOf(shape: Shape, box: { left: number; top: number; width: number; height: number }): Sight {
  const lead = shape.leads.at(-1)!
  return {
    rows: spanOf({
      from: box.top,
      size: box.height,
      each: ROW_HEIGHT,
      count: shape.rows,
      beyond: BEYOND.rows,
      step: 4,
    }),
    columns: spanOf({
      from: box.left,
      size: Math.max(0, box.width - lead),
      each: shape.width,
      count: shape.columns,
      beyond: BEYOND.columns,
      step: 1,
    }),
  }
}

interface Stretch {
  from: number
  size: number
  each: number
  count: number
  beyond: number
  step: number
}

function spanOf({ from, size, each, count, beyond, step }: Stretch): Span {
  const start = Math.floor(from / each) - beyond
  const first = Math.max(0, Math.min(count, start - (((start % step) + step) % step)))
  return { first, last: Math.min(count, first + Math.ceil(size / each) + 2 * beyond + step) }
}

/** A cell by its place in the whole grid: row 0 is the head, then the lines, then the foot; columns begin with the lead. */
export interface Place {
  row: number
  column: number
}

/** Where a key leads from a cell; null for a key that leads nowhere. `page`: rows in sight. */
export function moved(
  { row, column }: Place,
  { key, ctrl }: { key: string; ctrl: boolean },
  { rows, columns, page }: { rows: number; columns: number; page: number },
): Place | null {
  const to = (r: number, c: number) => ({
    row: Math.min(rows - 1, Math.max(0, r)),
    column: Math.min(columns - 1, Math.max(0, c)),
  })
  switch (key) {
    case 'ArrowUp':
      return to(ctrl ? 0 : row - 1, column)
    case 'ArrowDown':
      return to(ctrl ? rows : row + 1, column)
    case 'ArrowLeft':
      return to(row, ctrl ? 0 : column - 1)
    case 'ArrowRight':
      return to(row, ctrl ? columns : column + 1)
    case 'Home':
      return to(ctrl ? 0 : row, 0)
    case 'End':
      return to(ctrl ? rows : row, columns)
    case 'PageUp':
      return to(row - page, column)
    case 'PageDown':
      return to(row + page, column)
    default:
      return null
  }
}

/** How far a box must be scrolled so that a cell stands free of head, foot and lead. */
export function scrollTo(
  shape: Shape,
  { row, column }: Place,
  box: { left: number; top: number; width: number; height: number },
): { left: number; top: number } {
  let { left, top } = box
  const lead = shape.leads.at(-1)!
  const party = column - (shape.leads.length - 1)
  if (party >= 0) {
    const [from, to] = [party * shape.width, (party + 1) * shape.width + lead - box.width]
    left = from < left ? from : Math.max(left, to)
  }
  const line = row - 1
  if (line >= 0 && line < shape.rows) {
    const around = HEAD_HEIGHT + shape.foot * FOOT_HEIGHT
    const [from, to] = [line * ROW_HEIGHT, (line + 1) * ROW_HEIGHT + around - box.height]
    top = from < top ? from : Math.max(top, to)
  }
  return { left, top }
}

/** Cells as tab-separated lines. Text that a spreadsheet would compute is kept text. */
export function tsvOf(lines: readonly (readonly string[])[]): string {
  const safe = (text: string) => {
    const flat = text.replace(/[\t\r\n]+/g, ' ')
    return /^[=+\-@＝＋－＠]/.test(flat) && !/^[+-]\d[\d,.]*%?$/.test(flat) ? `'${flat}` : flat
  }
  return lines.map((cells) => cells.map(safe).join('\t')).join('\n')
}
