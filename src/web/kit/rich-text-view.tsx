import type { ReactNode } from 'react'
import { createElement } from 'react'
import { tr } from './labels.ts'
import type { RichNode } from './rich-text-nodes.ts'

/** Draws rich text from its nodes: no HTML is parsed, unknown nodes show their text only. */
export function RichTextView({ value }: { value: RichNode | null | undefined }) {
  if (!value) return null
  return <div className="kb-rich">{children(value)}</div>
}

function children(node: RichNode): ReactNode[] {
  return (node.content ?? []).map((child, i) => <Node key={i} node={child} />)
}

function Node({ node }: { node: RichNode }): ReactNode {
  switch (node.type) {
    case 'text':
      return marked(node)
    case 'paragraph':
      return <p>{children(node)}</p>
    case 'heading':
      // The page has its own h1 and h2: headings of the text come below them.
      return createElement(`h${Math.min(6, 2 + (Number(node.attrs?.level) || 1))}`, null, ...children(node))
    case 'bulletList':
      return <ul>{children(node)}</ul>
    case 'orderedList':
      return <ol start={Number(node.attrs?.start) || 1}>{children(node)}</ol>
    case 'listItem':
      return <li>{children(node)}</li>
    case 'table':
      return (
        <div className="kb-scroll-x" tabIndex={0} role="group" aria-label={tr('表格')}>
          <table>
            <tbody>{children(node)}</tbody>
          </table>
        </div>
      )
    case 'tableRow':
      return <tr>{children(node)}</tr>
    case 'tableHeader':
      return <th {...spans(node)}>{children(node)}</th>
    case 'tableCell':
      return <td {...spans(node)}>{children(node)}</td>
    case 'hardBreak':
      return <br />
    default:
      return <>{children(node)}</>
  }
}

function marked(node: RichNode): ReactNode {
  return (node.marks ?? []).reduce<ReactNode>((inner, mark) => {
    switch (mark.type) {
      case 'bold':
        return <strong>{inner}</strong>
      case 'italic':
        return <em>{inner}</em>
      case 'underline':
        return <u>{inner}</u>
      default:
        return inner
    }
  }, node.text ?? '')
}

function spans(node: RichNode): { colSpan: number; rowSpan: number } {
  return { colSpan: Number(node.attrs?.colspan) || 1, rowSpan: Number(node.attrs?.rowspan) || 1 }
}
