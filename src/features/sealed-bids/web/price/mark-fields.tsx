import { Input } from 'antd'
import { ReviewModel } from '#features/procurement/rules/enums.ts'
import { sheetMarks, statementMarks } from '../../rules.ts'
import { Labelled } from '#web/kit/labelled.tsx'
import type { Room } from '../room.ts'

const UNITS: Record<number, string> = { 1: '元', 2: '万元', 3: '%' }

interface MarkFieldsProps {
  legend: string
  marks: Room['marks']
  values: Record<string, string>
  disabled: boolean
  onChange: (name: string, value: string) => void
}

/** What is read out beside the total; with two envelopes each at its own opening. */
export function MarkFields({ room, ...rest }: Omit<MarkFieldsProps, 'legend' | 'marks'> & { room: Room }) {
  const first = statementMarks(room)
  const isDouble = room.reviewModel === ReviewModel.values.double
  return (
    <>
      <Marks legend="第一信封：商务开标时唱读" marks={first} {...rest} />
      <Marks legend={isDouble ? '第二信封：报价开标时唱读' : '开标时一并唱读'} marks={sheetMarks(room)} {...rest} />
    </>
  )
}

function Marks({ legend, marks, values, disabled, onChange }: MarkFieldsProps) {
  if (marks.length === 0) return null
  return (
    <fieldset className="bid-marks kb-flex kb-gap-24 kb-loose kb-wrap kb-above-16">
      <legend className="kb-below-4 kb-strong">{legend}</legend>
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
