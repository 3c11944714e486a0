import { Button, InputNumber } from 'antd'
import { EditRows } from '#web/kit/edit-rows.tsx'
import { text } from '../form/item-rows.tsx'

export interface LotRow {
  lotNo: number
  name: string
  budget: string
}

interface LotRowsProps {
  value?: LotRow[]
  onChange?: (rows: LotRow[]) => void
}

/** How what is bought falls into lots, each with its budget. */
export function LotRows({ value = [], onChange }: LotRowsProps) {
  const next = Math.max(0, ...value.map(({ lotNo }) => lotNo)) + 1
  return (
    <div className="kb-stack kb-gap-8">
      <EditRows
        label="采购包"
        rows={value}
        nameOf={(index) => `第 ${index + 1} 个包`}
        path="lots"
        columns={[
          {
            title: '包号',
            cell: (row, { set, label }) => (
              <InputNumber
                aria-label={`${label}包号`}
                min={1}
                max={99}
                precision={0}
                value={row.lotNo}
                onChange={(lotNo) => set({ lotNo: lotNo ?? 1 })}
              />
            ),
          },
          {
            title: '名称',
            cell: (row, { set, label }) =>
              text({ label: `${label}名称`, value: row.name, most: 200, set: (name) => set({ name }) }),
          },
          {
            title: '预算（元）',
            cell: (row, { set, label }) =>
              text({ label: `${label}预算`, value: row.budget, most: 20, set: (budget) => set({ budget }) }),
          },
        ]}
        onChange={(rows) => onChange?.(rows)}
      />
      <div>
        <Button size="small" onClick={() => onChange?.([...value, { lotNo: next, name: '', budget: '' }])}>
          添加采购包
        </Button>
      </div>
    </div>
  )
}
