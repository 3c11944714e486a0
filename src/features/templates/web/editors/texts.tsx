import { Input } from 'antd'
import type { GetRef, InputRef } from 'antd'
import { useMemo, useRef } from 'react'
import type { RichNode } from '#features/procurement/rules/rich-text.ts'
import { RichText } from '#web/kit/rich-text.tsx'
import { type TextMarks, useTextMarks } from '#web/kit/text-marks.ts'
import type { TemplateFinding } from '../../rules/findings.ts'
import { type Place, placeholdersAt } from '../../rules/placeholders.ts'
import { useInsert } from '../insert-context.ts'

interface TextProps<T> {
  label: string
  /** Its place in the content, as findings name it. */
  path: string
  place: Place
  value: T
  findings: readonly TemplateFinding[]
  onChange: (value: T) => void
}

/** A line or a few of text that may hold placeholders. */
export function PlaceholderInput({
  label,
  path,
  place,
  value,
  findings,
  onChange,
  rows,
  maxLength = 200,
}: TextProps<string> & { rows?: number; maxLength?: number }) {
  const enter = useInsert()
  const line = useRef<InputRef>(null)
  const area = useRef<GetRef<typeof Input.TextArea>>(null)
  const current = useRef(value)
  current.current = value
  const field = () => (rows ? area.current?.resizableTextArea?.textArea : line.current?.input)
  const write = (text: string) => {
    const control = field()
    const from = control?.selectionStart ?? current.current.length
    const to = control?.selectionEnd ?? from
    onChange(current.current.slice(0, from) + text + current.current.slice(to))
    // After React has written the value, the caret goes behind what was inserted.
    requestAnimationFrame(() => {
      control?.focus()
      control?.setSelectionRange(from + text.length, from + text.length)
    })
  }
  const problems = findings.filter((one) => one.path === path)
  const common = {
    value,
    maxLength,
    'aria-label': label,
    status: problems.length > 0 ? ('error' as const) : ('' as const),
    onFocus: () => enter({ place, write }),
  }
  return (
    <div className="kb-grow" data-path={path}>
      {rows ? (
        <Input.TextArea
          {...common}
          ref={area}
          autoSize={{ minRows: rows, maxRows: 8 }}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <Input {...common} ref={line} onChange={(event) => onChange(event.target.value)} />
      )}
      <Problems problems={problems} />
    </div>
  )
}

/** Rich text that may hold placeholders: known ones marked calmly, those that cannot be filled here in red. */
export function PlaceholderRichText({ label, path, place, value, findings, onChange }: TextProps<RichNode | null>) {
  const enter = useInsert()
  const ref = useRef<HTMLDivElement>(null)
  const marks = useMemo(() => marksOf(place), [place])
  useTextMarks(ref, marks)
  return (
    <div className="kb-grow" data-path={path} ref={ref}>
      <RichText label={label} value={value} onChange={onChange} onEnter={(write) => enter({ place, write })} />
      <Problems problems={findings.filter((one) => one.path === path)} />
    </div>
  )
}

export function Problems({ problems }: { problems: readonly TemplateFinding[] }) {
  if (problems.length === 0) return null
  return (
    <div className="kb-size-13 kb-bad kb-above-4" role="alert">
      {problems.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  )
}

function marksOf(place: Place): TextMarks {
  const keys = placeholdersAt(place).map(({ key }) => key)
  const known = String.raw`\{\{\s*(?:${keys.join('|')})\s*\}\}`
  return {
    'kb-placeholder-known': new RegExp(known, 'g'),
    'kb-placeholder-wrong': new RegExp(String.raw`(?!${known})\{\{[^{}]*\}\}`, 'g'),
  }
}
