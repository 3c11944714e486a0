import { Button, Input, Select } from 'antd'
import type { InputOf } from '#contract/endpoint.ts'
import { EditRows } from '#web/kit/edit-rows.tsx'
import type { recordTalk } from '../contract.ts'
import { SIDES } from '../rules.ts'

export type Person = InputOf<typeof recordTalk>['body']['people'][number]

const SIDE_OPTIONS = Object.entries(SIDES).map(([value, label]) => ({ value: value as Person['side'], label }))

/** Who took part in a talk, a line each; a field of a form. */
export function PeopleRows({ value = [], onChange }: { value?: Person[]; onChange?: (rows: Person[]) => void }) {
  const text = (title: string, name: 'name' | 'unit' | 'title') => ({
    title,
    cell: (row: Person, at: { set: (part: Partial<Person>) => void; label: string }) => (
      <Input
        aria-label={`${at.label}${title}`}
        maxLength={100}
        value={row[name] ?? ''}
        onChange={(event) => at.set({ [name]: event.target.value })}
      />
    ),
  })
  return (
    <>
      <EditRows
        label="参加人员"
        rows={value}
        nameOf={(index) => `第 ${index + 1} 人`}
        path="people"
        columns={[
          {
            title: '代表',
            cell: (row, { set, label }) => (
              <Select
                aria-label={`${label}代表`}
                className="kb-wide"
                options={SIDE_OPTIONS}
                value={row.side}
                onChange={(side) => set({ side })}
              />
            ),
          },
          text('姓名', 'name'),
          text('单位', 'unit'),
          text('职务或职称', 'title'),
        ]}
        onChange={(rows) => onChange?.(rows)}
      />
      <Button
        size="small"
        onClick={() => onChange?.([...value, { side: 'expert', name: '', unit: '', title: '' }])}
        disabled={value.length >= 30}
      >
        添加人员
      </Button>
    </>
  )
}
