import { Button, Input } from 'antd'

interface NameRow {
  name: string
  more: string
}

interface NameRowsProps {
  value?: NameRow[]
  onChange?: (rows: NameRow[]) => void
  /** What the two fields are, e.g. 单位名称 and 统一社会信用代码. */
  labels: [name: string, more: string]
  add: string
}

/** A short list of names, each with one more field. */
export function NameRows({ value = [], onChange, labels, add }: NameRowsProps) {
  const change = (at: number, part: Partial<NameRow>) =>
    onChange?.(value.map((row, i) => (i === at ? { ...row, ...part } : row)))
  return (
    <div className="kb-stack kb-items-start">
      {value.map((row, i) => (
        // Rows have no identity of their own and are never reordered.
        <div key={i} className="ex-names">
          <Input
            aria-label={labels[0]}
            placeholder={labels[0]}
            maxLength={200}
            value={row.name}
            onChange={(event) => change(i, { name: event.target.value })}
          />
          <Input
            aria-label={labels[1]}
            placeholder={`${labels[1]}（选填）`}
            maxLength={18}
            value={row.more}
            onChange={(event) => change(i, { more: event.target.value })}
          />
          <Button type="text" danger onClick={() => onChange?.(value.filter((_, at) => at !== i))}>
            删除
          </Button>
        </div>
      ))}
      <Button disabled={value.length >= 50} onClick={() => onChange?.([...value, { name: '', more: '' }])}>
        {add}
      </Button>
    </div>
  )
}
