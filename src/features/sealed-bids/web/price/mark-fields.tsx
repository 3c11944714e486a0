import { Input } from 'antd'
import { Labelled } from '../labelled.tsx'
import type { Room } from '../room.ts'

const UNITS: Record<number, string> = { 1: '元', 2: '万元', 3: '%' }

interface MarkFieldsProps {
  marks: Room['marks']
  values: Record<string, string>
  disabled: boolean
  onChange: (name: string, value: string) => void
}

/** What is read out at the opening beside the total. */
export function MarkFields({ marks, values, disabled, onChange }: MarkFieldsProps) {
  return (
    <fieldset className="bid-marks">
      <legend>开标时一并唱读</legend>
      {marks.map(({ name, unit }) => (
        <Labelled key={name} label={name}>
          {(id) => (
            <Input
              id={id}
              value={values[name] ?? ''}
              maxLength={100}
              disabled={disabled}
              autoComplete="off"
              suffix={unit === null ? undefined : UNITS[unit]}
              onChange={(event) => onChange(name, event.target.value)}
            />
          )}
        </Labelled>
      ))}
    </fieldset>
  )
}
