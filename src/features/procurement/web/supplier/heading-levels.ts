import type { RichNode } from '../../rules/rich-text.ts'

/** The text with its headings raised so that the highest is of level 1: below a page's own heading none is skipped. */
export function raiseHeadings(content: RichNode): RichNode {
  const top = Math.min(...levels(content))
  return top > 1 && Number.isFinite(top) ? shift(content, top - 1) : content
}

function levels(node: RichNode): number[] {
  const own = node.type === 'heading' ? [Number(node.attrs?.level) || 1] : []
  return [...own, ...(node.content ?? []).flatMap(levels)]
}

function shift(node: RichNode, by: number): RichNode {
  if (node.type === 'heading')
    return { ...node, attrs: { ...node.attrs, level: (Number(node.attrs?.level) || 1) - by } }
  return node.content ? { ...node, content: node.content.map((child) => shift(child, by)) } : node
}
