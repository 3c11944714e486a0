/**
 * The closed set of rich text: what the editor makes, the page and the PDF draw, and nothing else.
 * Blocks: paragraph, heading (1–3), bulletList, orderedList, table. Marks: bold, italic, underline.
 */
export interface RichNode {
  type: string
  attrs?: Record<string, unknown>
  content?: RichNode[]
  text?: string
  marks?: { type: string }[]
}

/** Nothing to read in it. */
export function isBlank(node: RichNode | null | undefined): boolean {
  if (!node) return true
  return (node.text ?? '').trim() === '' && (node.content ?? []).every(isBlank)
}

export interface RichTextProps {
  value?: RichNode | null
  onChange?: (value: RichNode) => void
  label?: string
  disabled?: boolean
  id?: string
  /** Live fields by name: `{{name}}` in the text is shown as its value and stays live. */
  fields?: Readonly<Record<string, string>>
  /** Called when the editor is there and whenever it is entered, with what writes plain text at its caret. */
  onEnter?: (insert: (text: string) => void) => void
}
