import { Node } from '@tiptap/react'
import type { RichNode } from './rich-text-nodes.ts'

/** Values of live fields by name; a text holds them as `{{name}}`. */
export type FieldValues = Readonly<Record<string, string>>

/** In the editor a live field is one piece that shows its value and cannot be typed into. */
export const FieldNode = Node.create<{ valueOf: (name: string) => string }>({
  name: 'field',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ valueOf: (name) => name }),
  addAttributes: () => ({
    name: {
      default: '',
      parseHTML: (element) => element.dataset.field ?? '',
      renderHTML: ({ name }) => ({ 'data-field': String(name) }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-field]' }],
  renderHTML({ node, HTMLAttributes }) {
    const name = String(node.attrs.name)
    return ['span', { ...HTMLAttributes, class: 'kb-live-field', title: name }, this.options.valueOf(name)]
  },
  renderText: ({ node }) => `{{${String(node.attrs.name)}}}`,
})

/** Shows new values in an editor that is drawn already. */
export function refreshFields(root: HTMLElement, values: FieldValues): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-field]')) {
    const value = values[element.dataset.field!] ?? element.dataset.field!
    if (element.textContent !== value) element.textContent = value
  }
}

/** `{{name}}` of known names as nodes of the editor. */
export function toFieldNodes(node: RichNode, values: FieldValues): RichNode {
  if (!node.content) return node
  const content = node.content.flatMap((child): RichNode[] => {
    if (child.type !== 'text') return [toFieldNodes(child, values)]
    const parts = (child.text ?? '').split(/(\{\{\s*[^{}]*?\s*\}\})/)
    return parts.flatMap((part): RichNode[] => {
      if (part === '') return []
      const name = /^\{\{\s*([^{}]*?)\s*\}\}$/.exec(part)?.[1]
      const marks = child.marks ? { marks: child.marks } : {}
      return name !== undefined && Object.hasOwn(values, name)
        ? [{ type: 'field', attrs: { name }, ...marks }]
        : [{ type: 'text', text: part, ...marks }]
    })
  })
  return { ...node, content }
}

/** The text as it is stored: fields are `{{name}}` again, and pieces that are marked alike are one. */
export function toPlaceholders(node: RichNode): RichNode {
  if (node.type === 'field')
    return { type: 'text', text: `{{${String(node.attrs?.name)}}}`, ...(node.marks && { marks: node.marks }) }
  if (!node.content) return node
  const content: RichNode[] = []
  for (const child of node.content.map(toPlaceholders)) {
    const last = content.at(-1)
    const isSame = last?.type === 'text' && child.type === 'text' && sameMarks(last, child)
    if (isSame) content[content.length - 1] = { ...last, text: `${last.text}${child.text}` }
    else content.push(child)
  }
  return { ...node, content }
}

const sameMarks = (a: RichNode, b: RichNode) => JSON.stringify(a.marks ?? []) === JSON.stringify(b.marks ?? [])
