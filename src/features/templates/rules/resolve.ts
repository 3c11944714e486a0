import { fill, type Filling, fillText, placeholdersIn, type RichNode } from '#features/procurement/rules/rich-text.ts'
import type { ContentOf } from '../contract/content.ts'
import type { TemplateKind } from './kinds.ts'
import { mapTexts, textsOf } from './texts.ts'

export interface Missing {
  path: string
  /** Name of the placeholder that stayed in the text. */
  name: string
}

/**
 * The content with its placeholders filled. What has no value stays in the text as `{{name}}` and is named in
 * `missing`, whatever it came from: nothing stays open without being told.
 */
export function resolve<K extends TemplateKind>(
  template: { kind: K; scope: string; content: ContentOf<K> },
  filling: Filling,
): { content: ContentOf<K>; missing: Missing[] } {
  const content = mapTexts(template, ({ value }) => filled(value, filling) as typeof value)
  const missing = textsOf({ ...template, content }).flatMap(({ path, value }) =>
    value === null ? [] : placeholdersIn(value).map((name) => ({ path, name })),
  )
  return { content, missing }
}

function filled(value: RichNode | string | null, filling: Filling): RichNode | string | null {
  if (value === null) return null
  return typeof value === 'string' ? fillText(value, filling.values) : fill(value, filling)
}
