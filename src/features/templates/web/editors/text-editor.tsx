import type { EditorProps } from './editor-props.ts'
import { PlaceholderInput, PlaceholderRichText } from './texts.tsx'

/** Title and text: notices and commitments. */
export function TextEditor({ kind, scope, content, findings, onChange }: EditorProps<'notice'>) {
  const isNotice = (kind as string) === 'notice'
  const place = isNotice ? `notice/${scope}` : `commitment/${scope}`
  const what = isNotice ? '公告' : '承诺书'
  const common = { place, findings }
  return (
    <section className="kb-section">
      <h2>{what}标题</h2>
      <PlaceholderInput
        {...common}
        label={`${what}标题`}
        path="title"
        value={content.title}
        onChange={(title) => onChange({ ...content, title })}
      />
      <h2 className="kb-above-20">{what}正文</h2>
      <PlaceholderRichText
        {...common}
        label={`${what}正文`}
        path="body"
        value={content.body}
        onChange={(body) => onChange({ ...content, body })}
      />
    </section>
  )
}
