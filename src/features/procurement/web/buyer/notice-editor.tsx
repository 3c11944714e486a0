import { Input } from 'antd'
import { Suspense, lazy, useId, useRef } from 'react'
import { RichTextView } from '#web/kit/rich-text-view.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { useTextMarks } from '#web/kit/text-marks.ts'
import type { FieldValues } from '#web/kit/rich-text-fields.ts'
import { fill, type RichNode } from '../../rules/rich-text.ts'
import { type NoticeText, statedWrongly, unresolvedIn } from './notice-text.ts'
import './notices.css'

interface NoticeEditorProps {
  value: NoticeText
  onChange: (value: NoticeText) => void
  label: string
  /** Live fields of the order, see `useNoticeFields`. */
  fields: FieldValues
}

/** Title and text of a notice; what keeps it from being published is named below it. */
export function NoticeEditor({ value, onChange, label, fields }: NoticeEditorProps) {
  const id = useId()
  return (
    <div className="buyer-notice-editor kb-stack kb-gap-6">
      <label htmlFor={id}>{label}标题</label>
      <Input
        id={id}
        value={value.title}
        maxLength={200}
        onChange={(event) => onChange({ ...value, title: event.target.value })}
      />
      <span className="buyer-label kb-soft">{label}正文</span>
      <MarkedEditor
        value={value.content}
        onChange={(content) => onChange({ ...value, content })}
        label={`${label}正文`}
        fields={fields}
      />
      <TextProblems text={value} fields={fields} />
    </div>
  )
}

const Editor = lazy(() => import('#web/kit/rich-text-editor.tsx').then((m) => ({ default: m.RichTextEditor })))

interface MarkedEditorProps {
  value?: RichNode | null
  onChange?: (value: RichNode) => void
  label: string
  id?: string
  fields: FieldValues
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
export function MarkedText({ value, fields }: { value: RichNode | null; fields: FieldValues }) {
  const ref = useRef<HTMLDivElement>(null)
  useTextMarks(ref)
  return (
    <div ref={ref}>
      <RichTextView value={value && fill(value, { values: fields })} />
    </div>
  )
}

/** What keeps a text from being published: placeholders nobody filled in, and statements that contradict the order. */
export function TextProblems({ text, fields }: { text: Partial<NoticeText>; fields: FieldValues }) {
  const names = unresolvedIn(text, fields)
  const wrong = statedWrongly(text, fields)
  return (
    <div role="status">
      {names.length > 0 && (
        <p className="kb-size-13 kb-tint-warning kb-above-8">
          尚有 {names.length} 处占位符未填写，填写后才能发布：
          {names.map((name) => (
            <code className="kb-before-8" key={name}>{`{{${name}}}`}</code>
          ))}
        </p>
      )}
      {wrong.map((message) => (
        <p key={message} className="kb-size-13 kb-above-8 kb-bad">
          {message}，请更正或改用“插入字段”。
        </p>
      ))}
    </div>
  )
}
