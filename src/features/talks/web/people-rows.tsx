import { Button, Select } from 'antd'
import type { InputOf } from '#contract/endpoint.ts'
import { textColumn } from '#web/kit/edit-cells.tsx'
import { EditRows } from '#web/kit/edit-rows.tsx'
import type { recordTalk } from '../contract.ts'
import { SIDES } from '../rules.ts'

export type Person = InputOf<typeof recordTalk>['body']['people'][number]

const SIDE_OPTIONS = Object.entries(SIDES).map(([value, label]) => ({ value: value as Person['side'], label }))

/** Who took part in a talk, a line each; a field of a form. */
export function PeopleRows({ value = [], onChange }: { value?: Person[]; onChange?: (rows: Person[]) => void }) {
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
          textColumn<Person>('姓名', 'name', { most: 100 }),
          textColumn<Person>('单位', 'unit', { most: 100 }),
          textColumn<Person>('职务或职称', 'title', { most: 100 }),
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
