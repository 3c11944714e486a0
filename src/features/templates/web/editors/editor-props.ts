import type { ContentOf } from '../../contract/content.ts'
import type { TemplateFinding } from '../../rules/findings.ts'
import type { TemplateKind } from '../../rules/kinds.ts'

/** What every editor gets; `content` has the shape of its kind. */
export interface EditorProps<K extends TemplateKind = TemplateKind> {
  kind: K
  scope: string
  content: ContentOf<K>
  findings: readonly TemplateFinding[]
  onChange: (content: ContentOf<K>) => void
}
