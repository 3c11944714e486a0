import { Checkbox } from 'antd'

interface PublishesLinesProps {
  value: boolean
  onChange: (change: { publishesLines: boolean }) => void
}

/** Whether the notice of the award names the lines of each winner with their prices. */
export function PublishesLines({ value, onChange }: PublishesLinesProps) {
  return (
    <Checkbox
      className="kb-above-16"
      checked={value}
      onChange={(event) => onChange({ publishesLines: event.target.checked })}
    >
      公告列明各行单价和金额
    </Checkbox>
  )
}
