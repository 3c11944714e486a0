import { Input } from 'antd'
import { Suspense, lazy, useId, useRef } from 'react'
import { RichTextView } from '#web/kit/rich-text-view.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { useTextMarks } from '#web/kit/text-marks.ts'
import { placeholdersIn, type RichNode } from '../../rules/rich-text.ts'
import './notices.css'

export interface NoticeText {
  title: string
  content: RichNode | null
}

interface NoticeEditorProps {
  value: NoticeText
  onChange: (value: NoticeText) => void
  label: string
}

/** Title and text of a notice; unresolved placeholders are marked in the text and named below it. */
export function NoticeEditor({ value, onChange, label }: NoticeEditorProps) {
  const id = useId()
  return (
    <div className="buyer-notice-editor">
      <label htmlFor={id}>{label}标题</label>
      <Input
        id={id}
        value={value.title}
        maxLength={200}
        onChange={(event) => onChange({ ...value, title: event.target.value })}
      />
      <span className="buyer-label">{label}正文</span>
      <MarkedEditor
        value={value.content}
        onChange={(content) => onChange({ ...value, content })}
        label={`${label}正文`}
      />
      <Unresolved texts={[value.title, value.content]} />
    </div>
  )
}

const Editor = lazy(() => import('#web/kit/rich-text-editor.tsx').then((m) => ({ default: m.RichTextEditor })))

interface MarkedEditorProps {
  value?: RichNode | null
  onChange?: (value: RichNode) => void
  label: string
  id?: string
}

/** The rich-text editor with its placeholders marked. */
export function MarkedEditor(props: MarkedEditorProps) {
  const ref = useRef<HTMLDivElement>(null)
  useTextMarks(ref)
  return (
    <div ref={ref}>
      <Suspense fallback={<Skeleton lines={5} />}>
        <Editor {...props} />
      </Suspense>
    </div>
  )
}

/** A text as it will be read, with what is still open marked. */
export function MarkedText({ value }: { value: RichNode | null }) {
  const ref = useRef<HTMLDivElement>(null)
  useTextMarks(ref)
  return (
    <div ref={ref}>
      <RichTextView value={value} />
    </div>
  )
}

/** Names of placeholders that nobody has filled in. */
export function Unresolved({ texts }: { texts: readonly (RichNode | string | null | undefined)[] }) {
  const names = unresolvedIn(texts)
  if (names.length === 0) return null
  return (
    <p className="buyer-unresolved" role="status">
      尚有 {names.length} 处占位符未填写，填写后才能发布：
      {names.map((name) => (
        <code key={name}>{`{{${name}}}`}</code>
      ))}
    </p>
  )
}

export function unresolvedIn(texts: readonly (RichNode | string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => (text ? placeholdersIn(text) : [])))]
}
