import { Button, InputNumber, Select, Tag } from 'antd'
import { TITLE_LEVELS } from '../../rules/titles.ts'
import { kindOptions, regionOptions } from '../fields.ts'

export interface ConditionValue {
  kind: 'technical' | 'economic' | null
  majors: string[]
  region: string
  level: 1 | 2 | 3 | null
  number: number
}

export const EMPTY_CONDITION: ConditionValue = { kind: null, majors: [], region: '', level: null, number: 1 }

const LEVELS = Object.entries(TITLE_LEVELS).map(([value, label]) => ({
  value: Number(value) as 1,
  label: value === '1' ? label : `${label}及以上`,
}))

interface TagGiven {
  value?: string
  closable: boolean
  onClose: () => void
}

interface ConditionRowsProps {
  value?: ConditionValue[]
  onChange?: (rows: ConditionValue[]) => void
  majors: { value: string; label: string }[]
}

/** Which experts are wanted: a row for each kind. */
export function ConditionRows({ value = [], onChange, majors }: ConditionRowsProps) {
  const change = (at: number, part: Partial<ConditionValue>) =>
    onChange?.(value.map((row, i) => (i === at ? { ...row, ...part } : row)))
  return (
    <div className="kb-stack kb-items-start">
      {value.map((row, i) => (
        // Rows have no identity of their own and are never reordered.
        <div key={i} className="ex-row" role="group" aria-label={`第${i + 1}组条件`}>
          <b>第{i + 1}组</b>
          <Select
            aria-label="专业"
            placeholder="专业不限"
            mode="multiple"
            // Also asked for those that find no room, without a value; here all have room.
            tagRender={({ value: code, closable, onClose }: TagGiven) =>
              code === undefined ? (
                <></>
              ) : (
                <Tag className="ex-tag" closable={closable} onClose={onClose} title={labelOf(majors, code)}>
                  {labelOf(majors, code).split(' / ').at(-1)}
                </Tag>
              )
            }
            className="ex-major"
            options={majors}
            showSearch={{ optionFilterProp: 'label' }}
            value={row.majors}
            onChange={(codes: string[]) => change(i, { majors: codes })}
          />
          <Select
            aria-label="类别"
            options={[{ value: '', label: '类别不限' }, ...kindOptions]}
            value={row.kind ?? ''}
            onChange={(kind: string) => change(i, { kind: kind === '' ? null : (kind as 'technical') })}
          />
          <Select
            aria-label="地区"
            showSearch={{ optionFilterProp: 'label' }}
            options={[{ value: '', label: '地区不限' }, ...regionOptions]}
            value={row.region}
            onChange={(region: string) => change(i, { region })}
          />
          <Select
            aria-label="职称"
            options={[{ value: 0, label: '职称不限' }, ...LEVELS]}
            value={row.level ?? 0}
            onChange={(level: number) => change(i, { level: level === 0 ? null : (level as 1) })}
          />
          <InputNumber
            aria-label="人数"
            min={1}
            max={20}
            precision={0}
            suffix="人"
            value={row.number}
            onChange={(number) => change(i, { number: number ?? 1 })}
          />
          <Button
            type="text"
            danger
            disabled={value.length === 1}
            aria-label={`删除第${i + 1}组`}
            onClick={() => onChange?.(value.filter((_, at) => at !== i))}
          >
            删除
          </Button>
        </div>
      ))}
      <Button disabled={value.length >= 10} onClick={() => onChange?.([...value, EMPTY_CONDITION])}>
        增加一组
      </Button>
    </div>
  )
}

/** `B0102 货物 / 医疗设备与器械 / 医学影像`: the last part tells it from others. */
function labelOf(majors: ConditionRowsProps['majors'], code: string): string {
  return majors.find((one) => one.value === code)?.label ?? code
}
