import type { RichNode } from '#web/kit/rich-text-nodes.ts'

const TAGS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  table: 'table',
  tableRow: 'tr',
  tableHeader: 'th',
  tableCell: 'td',
}
const MARKS: Readonly<Record<string, string>> = { bold: 'b', italic: 'i', underline: 'u' }

/** What the editor holds, as HTML for the document tools. */
export function htmlOf(nodes: readonly RichNode[]): string {
  return nodes.map(one).join('')
}

function one(node: RichNode): string {
  if (node.type === 'hardBreak') return '<br>'
  if (node.type === 'text') {
    const tags = (node.marks ?? []).flatMap((mark) => MARKS[mark.type] ?? [])
    const text = escape(node.text ?? '')
    return `${tags.map((tag) => `<${tag}>`).join('')}${text}${tags
      .toReversed()
      .map((tag) => `</${tag}>`)
      .join('')}`
  }
  const inner = htmlOf(node.content ?? [])
  if (node.type === 'heading') return `<h${Number(node.attrs?.level)}>${inner}</h${Number(node.attrs?.level)}>`
  const tag = TAGS[node.type]
  if (tag === undefined) return inner
  const spans = ['colspan', 'rowspan'].filter((name) => Number(node.attrs?.[name] ?? 1) > 1)
  const attrs = spans.map((name) => ` ${name}=${Number(node.attrs![name])}`).join('')
  return `<${tag}${attrs}>${inner}</${tag}>`
}

function escape(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
