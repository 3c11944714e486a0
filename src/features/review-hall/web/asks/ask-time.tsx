import { Select } from 'antd'
import { useState } from 'react'
import { toast } from '#web/feedback.ts'
import { openDialog } from '#web/kit/dialog.tsx'
import { TextBox } from '#web/kit/ask-text.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import { MINUTES } from './ask-data.ts'

export interface MoreTime {
  minutes: number
  reason: string
}

/** Asks how much more time there shall be, and why: it goes on record. */
export function askForTime(question: { title: string; run: (given: MoreTime) => Promise<boolean> }): void {
  openDialog<MoreTime>({
    title: question.title,
    content: (state) => <Fields onChange={state.set} />,
    run: async (given) => {
      if (given && given.reason.trim().length >= 2) return question.run({ ...given, reason: given.reason.trim() })
      toast.warning('请填写延长的原因')
      return false
    },
  })
}

function Fields({ onChange }: { onChange: (given: MoreTime) => void }) {
  const [given, setGiven] = useState<MoreTime>({ minutes: 30, reason: '' })
  const change = (part: Partial<MoreTime>) => {
    const merged = { ...given, ...part }
    setGiven(merged)
    onChange(merged)
  }
  return (
    <>
      <MinutesField label="延长" value={given.minutes} onChange={(minutes) => change({ minutes })} />
      <TextBox label="延长原因" onChange={(reason) => change({ reason })} />
    </>
  )
}

/** How long somebody has. */
export function MinutesField(props: {
  label: string
  value: number
  /** Shorter times are not offered. */
  least?: number
  onChange: (minutes: number) => void
}) {
  return (
    <Labelled label={props.label}>
      {(id) => (
        <Select
          id={id}
          className="rv-minutes"
          options={MINUTES.filter(({ value }) => value >= (props.least ?? 0)).map((one) => ({ ...one }))}
          value={props.value}
          onChange={props.onChange}
        />
      )}
    </Labelled>
  )
}
