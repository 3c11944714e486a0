import { Input } from 'antd'
import type { ReactNode } from 'react'
import { toast } from '../feedback.ts'
import { openDialog } from './dialog.tsx'

export interface TextQuestion {
  title: string
  label?: string
  /** What follows from it, above the field. */
  hint?: ReactNode
  initial?: string
  /** Shortest text that counts; 0: may be left out. */
  least?: number
  most?: number
  /** Lines of the field; 1: Enter makes no new line. */
  rows?: number
  placeholder?: string
  okText?: string
  danger?: boolean
  width?: number
  /** Gets the text without blanks around it; the dialog stays open while it is not `ok`. */
  run: (text: string) => Promise<{ ok: boolean }>
}

/** Asks for a text that goes along with a step, such as a reason on record. */
export function askText(question: TextQuestion): void {
  const {
    label = '原因',
    hint,
    initial = '',
    least = 2,
    most = 500,
    rows = 3,
    placeholder = '',
    run,
    ...dialog
  } = question
  openDialog<string>({
    ...dialog,
    content: (state) => (
      <>
        {hint && <p className="kb-below-12">{hint}</p>}
        <TextBox {...{ label, initial, most, rows, placeholder }} onChange={state.set} />
      </>
    ),
    run: async (given) => {
      const text = (given ?? initial).trim()
      if (text.length >= least) return (await run(text)).ok
      toast.warning(`请填写${label}`)
      return false
    },
  })
}

/** The field of such a question, for dialogs that ask for more. */
export function TextBox(props: {
  label: string
  initial?: string
  most?: number
  rows?: number
  placeholder?: string
  onChange: (text: string) => void
}) {
  const { label, initial = '', most = 500, rows = 3, placeholder = '', onChange } = props
  const field = { defaultValue: initial, maxLength: most, placeholder }
  return (
    <label className="kb-stack kb-gap-4">
      {label}
      {rows === 1 ? (
        <Input {...field} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <Input.TextArea {...field} rows={rows} onChange={(event) => onChange(event.target.value)} />
      )}
    </label>
  )
}
