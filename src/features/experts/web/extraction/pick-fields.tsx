import { Input } from 'antd'
import { useState } from 'react'
import { type Chosen, ExpertSelect } from './expert-select.tsx'

export interface Pick {
  expertId: string | null
  reason: string
}

/** One expert more, and why. */
export function PickFields({ library, onChange }: { library: number; onChange: (pick: Pick) => void }) {
  const [chosen, setChosen] = useState<Chosen[]>([])
  const [reason, setReason] = useState('')
  const tell = (people: Chosen[], why: string) => onChange({ expertId: people[0]?.value ?? null, reason: why })
  return (
    <>
      <ExpertSelect
        library={library}
        most={1}
        value={chosen}
        onChange={(people) => {
          setChosen(people)
          tell(people, reason)
        }}
      />
      <label htmlFor="pick-reason" style={{ display: 'block', marginBlockStart: 12 }}>
        增补原因
      </label>
      <Input.TextArea
        id="pick-reason"
        rows={3}
        maxLength={500}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value)
          tell(chosen, event.target.value)
        }}
      />
    </>
  )
}
