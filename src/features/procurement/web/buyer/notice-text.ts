import type { FieldValues } from '#web/kit/rich-text-fields.ts'
import { isBlank } from '#web/kit/rich-text-nodes.ts'
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

/** Why a notice, called `name` (公告, 公示), cannot be published as it stands; undefined when it can. */
export function noticeFault(text: NoticeText, fields: FieldValues, name: string): string | undefined {
  if (!text.title.trim() || isBlank(text.content)) return `请填写${name}标题和正文`
  if (unresolvedIn(text, fields).length > 0) return `${name}正文有未填写的占位符`
  return statedWrongly(text, fields)[0]
}
