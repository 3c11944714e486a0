import type { RichNode } from '#features/procurement/rules/rich-text.ts'
import type { ContentOf } from '../contract/content.ts'
import { type Moment, MOMENT_NAMES } from './moments.ts'
import type { TemplateKind } from './kinds.ts'
import type { Place } from './placeholders.ts'

/** One text of a template that may hold placeholders. */
export interface TemplateText {
  /** Where it stands in the content, e.g. `lines.reading`. */
  path: string
  place: Place
  value: RichNode | string | null
}

type Change = <T extends RichNode | string | null>(text: { path: string; place: Place; value: T }) => T

/** The content with every text that may hold placeholders replaced by what `change` gives. */
export function mapTexts<K extends TemplateKind>(
  template: { kind: K; scope: string; content: ContentOf<K> },
  change: Change,
): ContentOf<K> {
  const { kind, scope } = template
  // The compiler does not narrow a generic content by its kind.
  const content: ContentOf = template.content
  switch (kind) {
    case 'notice':
      return titled(content as ContentOf<'notice'>, `notice/${scope}`, change) as ContentOf<K>
    case 'integrity-commitment':
      return titled(content as ContentOf<'integrity-commitment'>, `commitment/${scope}`, change) as ContentOf<K>
    case 'ai-avatar': {
      const avatar = content as ContentOf<'ai-avatar'>
      const said = MOMENT_NAMES.flatMap((moment) => {
        const value = avatar.lines[moment]
        return value === undefined ? [] : [[moment, change({ ...lineAt(moment), value })] as const]
      })
      return { ...avatar, lines: Object.fromEntries(said) } as ContentOf<K>
    }
    case 'review-report': {
      const report = content as ContentOf<'review-report'>
      const sections = report.sections.map((section, i) => ({
        ...section,
        title: change({ path: `sections.${i}.title`, place: 'report', value: section.title }),
        intro: change({ path: `sections.${i}.intro`, place: 'report', value: section.intro }),
      }))
      return { ...report, sections } as ContentOf<K>
    }
    default:
      return template.content
  }
}

/** All texts of a template that may hold placeholders, in reading order. */
export function textsOf<K extends TemplateKind>(template: {
  kind: K
  scope: string
  content: ContentOf<K>
}): TemplateText[] {
  const texts: TemplateText[] = []
  mapTexts(template, (text) => {
    texts.push(text)
    return text.value
  })
  return texts
}

export function lineAt(moment: Moment): { path: string; place: Place } {
  return { path: `lines.${moment}`, place: `avatar/${moment}` }
}

function titled<T extends { title: string; body: RichNode | null }>(content: T, place: Place, change: Change): T {
  return {
    ...content,
    title: change({ path: 'title', place, value: content.title }),
    body: change({ path: 'body', place, value: content.body }),
  }
}
