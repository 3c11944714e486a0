import type { FieldValues } from '#web/kit/rich-text-fields.ts'
import { fill, fillText, placeholdersIn, type RichNode } from '../../rules/rich-text.ts'
import { contradictions, contradictionText } from '../../rules/stated-facts.ts'

export interface NoticeText {
  title: string
  content: RichNode | null
}

/** Names of placeholders that nobody has filled in. */
export function unresolvedIn({ title, content }: Partial<NoticeText>, fields: FieldValues): string[] {
  const open = [...placeholdersIn(title ?? ''), ...(content ? placeholdersIn(content) : [])]
  return [...new Set(open)].filter((name) => !Object.hasOwn(fields, name))
}

/** Where a text, its live fields filled in, states something else than the order; in words, each once. */
export function statedWrongly({ title, content }: Partial<NoticeText>, fields: FieldValues): string[] {
  const found = [
    ...contradictions(fillText(title ?? '', fields), fields),
    ...(content ? contradictions(fill(content, { values: fields }), fields) : []),
  ]
  return [...new Set(found.map(contradictionText))]
}
