import { InputNumber } from 'antd'
import type { ReactNode } from 'react'

interface PublicityDaysProps {
  label: string
  value: number
  /** Fewer are refused. */
  least: number
  onChange: (days: number) => void
  /** Beside the field. */
  children: ReactNode
}

/** For how many days candidates are publicised. */
export function PublicityDays({ label, value, least, onChange, children }: PublicityDaysProps) {
  return (
    <label className="kb-actions">
      {label}
      <InputNumber
        aria-label="公示天数"
        min={least}
        max={30}
        precision={0}
        suffix="日"
        value={value}
        onChange={(days) => onChange(days ?? least)}
      />
      <span className="kb-muted">{children}</span>
    </label>
  )
}
