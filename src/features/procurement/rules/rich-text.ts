/** A node of the rich text as the editor makes it: a closed set, see `isRichText`. */
export interface RichNode {
  type: string
  attrs?: Record<string, unknown>
  content?: RichNode[]
  text?: string
  marks?: { type: string }[]
}

const NODES = new Set([
  'doc',
  'text',
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'table',
  'tableRow',
  'tableHeader',
  'tableCell',
  'hardBreak',
])
const MARKS = new Set(['bold', 'italic', 'underline'])
const MAX_DEPTH = 20
const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g

/** Whether a value is a document of the closed set of nodes and marks, and nothing else. */
export function isRichText(value: unknown): value is RichNode {
  return isNode(value, 0) && value.type === 'doc'
}

/** The text of a node; blocks end with a line break. */
export function textOf(node: RichNode): string {
  if (node.type === 'text') return node.text ?? ''
  if (node.type === 'hardBreak') return '\n'
  const inner = (node.content ?? []).map(textOf).join('')
  return node.type === 'paragraph' || node.type === 'heading' ? `${inner}\n` : inner
}

/** Names inside `{{…}}`, each once, in order. A placeholder split over differently marked texts is found as well. */
export function placeholdersIn(content: RichNode | string): string[] {
  const text = typeof content === 'string' ? content : textOf(content)
  return [...new Set([...text.matchAll(PLACEHOLDER)].map((m) => m[1] ?? ''))]
}

export interface Filling {
  /** Text by placeholder name. */
  values: Readonly<Record<string, string>>
  /** Whole blocks (tables) by placeholder name; the paragraph that holds only the placeholder is replaced. */
  blocks?: Readonly<Record<string, RichNode[]>>
}

/** The document with its placeholders filled; those without a value stay as they are. */
export function fill(node: RichNode, filling: Filling): RichNode {
  if (node.type === 'text') return { ...node, text: fillText(node.text ?? '', filling.values) }
  if (!node.content) return node
  const blocks = filling.blocks ?? {}
  const content = joinPlaceholders(node.content).flatMap((child) => {
    const only = child.type === 'paragraph' ? /^\{\{\s*([^{}]*?)\s*\}\}$/.exec(textOf(child).trim())?.[1] : undefined
    const block = only !== undefined && Object.hasOwn(blocks, only) ? blocks[only] : undefined
    return block ?? [fill(child, filling)]
  })
  return { ...node, content }
}

/** `fill` for a single line, such as a title. */
export function fillText(text: string, values: Filling['values']): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole))
}

export const doc = (...content: RichNode[]): RichNode => ({ type: 'doc', content })

export const heading = (text: string, level = 2): RichNode => ({ type: 'heading', attrs: { level }, ...inline(text) })

export const paragraph = (text: string): RichNode => ({ type: 'paragraph', ...inline(text) })

/** A table with a header row. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): RichNode {
  const row = (type: string) => (cells: readonly string[]) => ({
    type: 'tableRow',
    content: cells.map((cell) => ({ type, content: [paragraph(cell)] })),
  })
  return { type: 'table', content: [row('tableHeader')(head), ...rows.map(row('tableCell'))] }
}

/** A placeholder that spreads over differently marked texts moves into the first of them, so that it can be filled. */
function joinPlaceholders(nodes: readonly RichNode[]): RichNode[] {
  const result = nodes.map((node) => ({ ...node }))
  for (let start = 0; start < result.length; start++) {
    let end = start
    while (result[end]?.type === 'text') end++
    const run = result.slice(start, end)
    if (run.length > 1) gather(run)
    start = end
  }
  return result.filter((node) => node.type !== 'text' || node.text !== '')
}

/** Gives every character of a placeholder to the text in which it begins; changes the texts in place. */
function gather(run: RichNode[]): void {
  const owners = run.flatMap((node, i) => Array.from({ length: (node.text ?? '').length }, () => i))
  const whole = run.map((node) => node.text ?? '').join('')
  for (const match of whole.matchAll(PLACEHOLDER))
    owners.fill(owners[match.index]!, match.index, match.index + match[0].length)
  for (const node of run) node.text = ''
  for (const [at, owner] of owners.entries()) run[owner]!.text += whole[at]!
}

function inline(text: string): { content?: RichNode[] } {
  const parts = text
    .split('\n')
    .flatMap((line, i): RichNode[] => [
      ...(i > 0 ? [{ type: 'hardBreak' }] : []),
      ...(line === '' ? [] : [{ type: 'text', text: line }]),
    ])
  return parts.length > 0 ? { content: parts } : {}
}

function isNode(value: unknown, depth: number): value is RichNode {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return false
  const { type, content, text, marks } = value as RichNode
  if (!NODES.has(type)) return false
  if (type === 'text' && typeof text !== 'string') return false
  if (marks !== undefined && !(Array.isArray(marks) && marks.every((m) => MARKS.has(m?.type)))) return false
  return content === undefined || (Array.isArray(content) && content.every((c) => isNode(c, depth + 1)))
}
