import { Input, Radio } from 'antd'
import { useState } from 'react'
import { RefuseCategory } from '../../rules/enums.ts'

export interface Reason {
  category: number | null
  reason: string
}

/** Why somebody does not come: a kind of reason, and words. */
export function ReasonFields({ onChange }: { onChange: (reason: Reason) => void }) {
  const [value, setValue] = useState<Reason>({ category: null, reason: '' })
  const change = (part: Partial<Reason>) => {
    const next = { ...value, ...part }
    setValue(next)
    onChange(next)
  }
  return (
    <>
      <Radio.Group
        aria-label="原因类别"
        options={RefuseCategory.options.filter((one) => one.value <= RefuseCategory.values.other)}
        value={value.category}
        onChange={(event) => change({ category: event.target.value as number })}
      />
      <label htmlFor="reason-text" style={{ display: 'block', marginBlockStart: 12 }}>
        说明
      </label>
      <Input.TextArea
        id="reason-text"
        rows={3}
        maxLength={500}
        value={value.reason}
        onChange={(event) => change({ reason: event.target.value })}
      />
    </>
  )
}
