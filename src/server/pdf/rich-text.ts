import { AppError } from '#contract/errors.ts'

/** A node as the editor (tiptap) stores it. */
export interface RichNode {
  type: string
  text?: string
  attrs?: Record<string, unknown>
  marks?: { type: string; attrs?: Record<string, unknown> }[]
  content?: RichNode[]
}

/** Pictures by their name in the nodes. */
export type RichImages = ReadonlyMap<string, { path: string; width: number }>

type Json = string | number | boolean | Json[] | { [key: string]: Json }

const MARKS = ['bold', 'italic', 'underline', 'strike']
const ALIGNMENTS = ['left', 'center', 'right', 'justify']
const MAX_DEPTH = 24
const MAX_NODES = 50_000

/**
 * Editor nodes as data for `rich()` of base.typ: a closed set of nodes (paragraph, heading, lists, table, hardBreak,
 * blockquote, horizontalRule; bold, italic, underline, strike, link). Text stays text: the result is passed as JSON
 * and never becomes markup. Anything else is refused with `wrongFormat`, because a document must not lose words
 * silently. Takes a `doc` node or its content. An `image` is let through when `images` knows its `file`: name in the
 * nodes → picture given to the renderer, with its width in px.
 */
export function richTextToTypst(
  input: RichNode | readonly RichNode[],
  { images = new Map() }: { images?: RichImages } = {},
): Json[] {
  const nodes = Array.isArray(input) ? (input as readonly RichNode[]) : ((input as RichNode).content ?? [])
  let left = MAX_NODES
  const visit = (list: readonly RichNode[] | undefined, depth: number): Json[] => {
    if (depth > MAX_DEPTH) throw new AppError('wrongFormat', '富文本嵌套过深')
    return (list ?? []).map((node) => {
      if (--left < 0) throw new AppError('wrongFormat', '富文本内容过长')
      return node.type === 'image' ? picture(node, images) : block(node, (children) => visit(children, depth + 1))
    })
  }
  return visit(nodes, 0)
}

type Visit = (nodes: readonly RichNode[] | undefined) => Json[]

function block(node: RichNode, visit: Visit): Json {
  switch (node.type) {
    case 'paragraph':
      return { type: 'paragraph', align: alignment(node), content: inlines(node) }
    case 'heading':
      return {
        type: 'heading',
        align: alignment(node),
        level: whole(node.attrs?.level, { least: 1, most: 6 }),
        content: inlines(node),
      }
    case 'bulletList':
      return { type: 'bulletList', items: items(node, visit) }
    case 'orderedList':
      return {
        type: 'orderedList',
        start: whole(node.attrs?.start, { least: 0, most: 99_999, otherwise: 1 }),
        items: items(node, visit),
      }
    case 'blockquote':
      return { type: 'blockquote', content: visit(node.content) }
    case 'horizontalRule':
      return { type: 'horizontalRule' }
    case 'table':
      return table(node, visit)
    default:
      throw unsupported(node.type)
  }
}

function picture(node: RichNode, images: RichImages): Json {
  const found = images.get(String(node.attrs?.file))
  if (!found) throw unsupported(node.type)
  return { type: 'image', ...found }
}

function inlines(node: RichNode): Json[] {
  return (node.content ?? []).flatMap((child): Json[] => {
    if (child.type === 'hardBreak') return [{ type: 'hardBreak' }]
    if (child.type !== 'text' || typeof child.text !== 'string') throw unsupported(child.type)
    const marks = (child.marks ?? []).map((mark) => mark.type)
    const strange = marks.find((mark) => !MARKS.includes(mark) && mark !== 'link')
    if (strange) throw unsupported(strange)
    const href = child.marks?.find((mark) => mark.type === 'link')?.attrs?.href
    // On paper an address is only worth something when it can be read.
    const text = typeof href === 'string' && href !== child.text ? `${child.text}（${href}）` : child.text
    return [{ type: 'text', text, marks: marks.filter((mark) => MARKS.includes(mark)) }]
  })
}

function items(node: RichNode, visit: Visit): Json[] {
  return (node.content ?? []).map((item) => {
    if (item.type !== 'listItem') throw unsupported(item.type)
    return visit(item.content)
  })
}

const MAX_COLUMNS = 60

/** Places every cell on the grid as browsers do, so that spans which do not fit cannot break the document. */
function table(node: RichNode, visit: Visit): Json {
  const rows = node.content ?? []
  const taken = new Set<string>()
  const cells: (Record<string, Json> & { y: number; rowspan: number; header: boolean })[] = []
  const widths: number[] = []
  rows.forEach((row, y) => {
    if (row.type !== 'tableRow') throw unsupported(row.type)
    for (const cell of row.content ?? []) {
      if (cell.type !== 'tableCell' && cell.type !== 'tableHeader') throw unsupported(cell.type)
      const colspan = whole(cell.attrs?.colspan, { least: 1, most: MAX_COLUMNS, otherwise: 1 })
      const rowspan = Math.min(whole(cell.attrs?.rowspan, { least: 1, most: 1000, otherwise: 1 }), rows.length - y)
      let x = 0
      while (range(colspan).some((i) => taken.has(`${x + i},${y}`))) x++
      if (x + colspan > MAX_COLUMNS) throw new AppError('wrongFormat', `表格超过 ${MAX_COLUMNS} 列`)
      for (const i of range(colspan)) {
        for (const j of range(rowspan)) taken.add(`${x + i},${y + j}`)
        const given = Array.isArray(cell.attrs?.colwidth) ? Number(cell.attrs.colwidth[i]) : 0
        widths[x + i] = Math.max(widths[x + i] ?? 0, given > 0 && given < 10_000 ? given : 0)
      }
      cells.push({ x, y, colspan, rowspan, header: cell.type === 'tableHeader', content: visit(cell.content) })
    }
  })
  const head = headRows(rows, cells)
  const known = widths.filter((w) => w > 0)
  const usual = known.length > 0 ? known.reduce((a, b) => a + b) / known.length : 1
  return {
    type: 'table',
    widths: widths.length > 0 ? Array.from(widths, (w) => w || usual) : [1],
    head: cells.filter((c) => c.y < head),
    body: cells.filter((c) => c.y >= head),
  }
}

/** Leading rows of header cells only, which are repeated on each page; none when a cell reaches below them. */
function headRows(
  rows: readonly RichNode[],
  cells: readonly { y: number; rowspan: number; header: boolean }[],
): number {
  const first = rows.findIndex((_, y) => cells.some((c) => c.y === y && !c.header) || !cells.some((c) => c.y === y))
  const count = first === -1 ? 0 : first
  return cells.some((c) => c.y < count && c.y + c.rowspan > count) ? 0 : count
}

function alignment(node: RichNode): string {
  const align = node.attrs?.textAlign ?? 'left'
  return typeof align === 'string' && ALIGNMENTS.includes(align) ? align : 'left'
}

function whole(
  value: unknown,
  { least, most, otherwise = least }: { least: number; most: number; otherwise?: number },
): number {
  return typeof value === 'number' && Number.isInteger(value) ? Math.min(most, Math.max(least, value)) : otherwise
}

function range(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i)
}

function unsupported(type: unknown): AppError {
  return new AppError('wrongFormat', `富文本包含不支持的内容：${String(type).slice(0, 40)}`)
}
