import { Input } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '#web/feedback.ts'
import { openDialog } from '#web/kit/dialog.tsx'

export interface ReasonQuestion {
  title: string
  label?: string
  hint?: ReactNode
  initial?: string
  /** Shortest text that is a reason; 0: may be left out. */
  least?: number
  most?: number
  run: (reason: string) => Promise<boolean>
}

/** Asks for a reason that goes on record. */
export function askReason({
  title,
  label = '原因',
  hint,
  initial = '',
  least = 2,
  most = 500,
  run,
}: ReasonQuestion): void {
  openDialog<string>({
    title,
    content: (state) => (
      <>
        {hint && <p className="rv-dialog-hint">{hint}</p>}
        <ReasonBox label={label} initial={initial} most={most} onChange={state.set} />
      </>
    ),
    run: async (value) => {
      const text = (value ?? initial).trim()
      if (text.length >= least) return run(text)
      toast.warning(`请填写${label}`)
      return false
    },
  })
}

export function ReasonBox(props: {
  label: string
  initial?: string
  most?: number
  rows?: number
  onChange: (text: string) => void
}) {
  const [text, setText] = useState(props.initial ?? '')
  return (
    <label className="rv-dialog-field">
      {props.label}
      <Input.TextArea
        rows={props.rows ?? 3}
        maxLength={props.most ?? 500}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          props.onChange(event.target.value)
        }}
      />
    </label>
  )
}
