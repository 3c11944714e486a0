/** Gaps within a row from which cells are apart, and from which words are; in heights of the letters. */
const CELL_GAP = 1.6
const WORD_GAP = 0.25

/** Text set in one piece. Positions in points, from the left and the top of the page. */
export interface Piece {
  text: string
  left: number
  right: number
  base: number
  height: number
}

/** A page as pdf.js gives it, as far as its text is read. */
interface Page {
  rotate: number
  getTextContent(): Promise<{ items: readonly object[] }>
  getViewport(options: { scale: number; rotation: number }): { transform: number[] }
}

/** The lines of a page of a PDF. */
export async function linesOfPage(page: Page): Promise<string[]> {
  const { items } = await page.getTextContent()
  const upright = (rotation: number) => {
    const { transform } = page.getViewport({ scale: 1, rotation })
    return items.flatMap((item) => ('str' in item ? pieceOf(item as Item, transform) : []))
  }
  // As it is shown; a page that lies on its side is read as it was written.
  const [shown, written] = [upright(page.rotate), page.rotate === 0 ? [] : upright(0)]
  return linesOf(written.length > shown.length ? written : shown)
}

/**
 * Lines as a reader sees them, however the page was put together: pieces on one height are a row, wide gaps divide its
 * cells, and a line goes on in the next where it ends at the margin.
 */
export function linesOf(pieces: readonly Piece[]): string[] {
  const rows: Piece[][] = []
  for (const piece of pieces.toSorted((a, b) => a.base - b.base || a.left - b.left)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (first && Math.abs(piece.base - first.base) < 0.4 * Math.max(piece.height, first.height)) row.push(piece)
    else rows.push([piece])
  }
  const lines = withTallCells(rows.map(lineOf))
  const right = lines.reduce((most, line) => Math.max(most, line.right), -Infinity)
  const left = lines.reduce((least, line) => Math.min(least, line.left), Infinity)
  const joined: string[] = []
  let before: Line | undefined
  for (const line of lines) {
    const text = line.cells.map((cell) => cell.text).join('|')
    if (before && goesOn(before, line, { left, right })) joined.push(joined.pop()! + text)
    else joined.push(text)
    before = line
  }
  return joined
}

interface Cell {
  text: string
  left: number
  right: number
}

interface Line {
  cells: Cell[]
  left: number
  right: number
  base: number
  height: number
}

/** Lines of one paragraph are no further apart; those of two rows are. In heights of the letters. */
const LINE_GAP = 1.9

/** A cell of more lines is no cell beside a label. */
const MOST_LINES = 20

/**
 * The label of a row stands in the middle of its height: between two lines of the cell beside it, or beside the middle
 * one. Where as many lines stand above it as below, they are one row.
 */
function withTallCells(lines: readonly Line[]): Line[] {
  const out: Line[] = []
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    const [label, value] = line.cells as [Cell, Cell?]
    const column = value?.left ?? lines[i + 1]?.left ?? 0
    const beside = (others: readonly Line[]) => {
      let { base } = line
      const end = others.findIndex((other) => {
        const isNear = Math.abs(other.base - base) <= LINE_GAP * line.height
        base = other.base
        const isInColumn = other.cells.length === 1 && Math.abs(other.left - column) < 0.5 * line.height
        return !isNear || !isInColumn || other.left <= label.right
      })
      return end === -1 ? others : others.slice(0, end)
    }
    const above = beside(out.slice(-MOST_LINES).toReversed())
    const below = beside(lines.slice(i + 1, i + 1 + MOST_LINES))
    const [last, first] = [above[0], below[0]]
    const isEven = above.length === below.length && line.cells.length <= 2
    if (!isEven || !last || !first || (!value && first.base - last.base > LINE_GAP * line.height)) {
      out.push(line)
      continue
    }
    out.length -= above.length
    const cell = [...above.toReversed(), ...(value ? [line] : []), ...below]
    const text = cell.map(({ cells }) => cells.at(-1)!.text).join('')
    out.push({ ...line, cells: [label, { text, left: column, right: first.right }] })
    i += below.length
  }
  return out
}

/** Whether a line is the rest of the one above it. Page heads and rows of tables are none. */
function goesOn(line: Line, next: Line, margin: { left: number; right: number }): boolean {
  if (line.cells.length > 1 || next.cells.length > 1) return false
  if (next.base - line.base > 2.5 * line.height) return false
  const isFull = line.left < margin.left + 8 * line.height && line.right > margin.right - 2 * line.height
  return isFull && !/[。；;！!？?]$/.test(line.cells[0]!.text)
}

function lineOf(row: readonly Piece[]): Line {
  const pieces = row.toSorted((a, b) => a.left - b.left)
  const [first] = pieces as [Piece]
  const height = pieces.reduce((most, piece) => Math.max(most, piece.height), 0)
  const cells: Cell[] = []
  for (const { text, left, right } of pieces) {
    const cell = cells.at(-1)
    // Bold type is often the same text set twice, a hair apart.
    if (cell?.text.endsWith(text) && left < cell.right - 0.5 * height) continue
    const gap = cell ? (left - cell.right) / height : Infinity
    if (!cell || gap > CELL_GAP) cells.push({ text, left, right })
    else {
      cell.text += (gap > WORD_GAP ? ' ' : '') + text
      cell.right = Math.max(cell.right, right)
    }
  }
  return { cells, left: first.left, right: cells.at(-1)!.right, base: first.base, height }
}

interface Item {
  str: string
  transform: number[]
  width: number
}

/** As it stands on the page that is shown; nothing for spaces and for what stands aslant or upright: marks, stamps. */
function pieceOf({ str, transform: own, width }: Item, page: number[]): Piece[] {
  if (str.trim() === '') return []
  const [a, b, c, d, e, f] = page as [number, number, number, number, number, number]
  const [oa, ob, oc, od, oe, of] = own as [number, number, number, number, number, number]
  const across = { x: a * oa + c * ob, y: b * oa + d * ob }
  if (across.x <= 0 || Math.abs(across.y) > 0.02 * across.x) return []
  const height = Math.abs(b * oc + d * od)
  if (!(height > 0)) return []
  const left = a * oe + c * of + e
  return [{ text: str.trim(), left, right: left + width, base: b * oe + d * of + f, height }]
}
