import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { clock } from '../clock.ts'
import { fromFace, toFace } from './beijing.ts'

interface TimeInputProps {
  value?: string | null
  onChange?: (value: string | undefined) => void
  id?: string
  disabled?: boolean
  /** Days before the server's today cannot be chosen. */
  future?: boolean
  placeholder?: string
  'aria-label'?: string
}

/** An instant, chosen in Beijing time to the minute; the wire value is an ISO string in UTC. */
export function InstantInput({
  value,
  onChange,
  future,
  placeholder = '选择时间（北京时间）',
  ...rest
}: TimeInputProps) {
  return (
    <DatePicker
      {...rest}
      className="kb-wide"
      showTime={{ format: 'HH:mm', defaultOpenValue: dayjs('2000-01-01 17:00') }}
      format="YYYY-MM-DD HH:mm"
      placeholder={placeholder}
      value={toFace(value)}
      onChange={(face) => onChange?.(fromFace(face?.second(0)))}
      {...(future ? { minDate: toFace(new Date(clock.now()).toISOString())!.startOf('day') } : {})}
    />
  )
}

/** A calendar day as `2026-11-21`. */
export function DayInput({ value, onChange, future, placeholder = '选择日期', ...rest }: TimeInputProps) {
  return (
    <DatePicker
      {...rest}
      className="kb-wide"
      placeholder={placeholder}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day?.format('YYYY-MM-DD'))}
      {...(future ? { minDate: toFace(new Date(clock.now()).toISOString())!.startOf('day') } : {})}
    />
  )
}
