import { textColumn, wholeColumn } from '#web/kit/edit-cells.tsx'
import type { EditColumn } from '#web/kit/edit-rows.tsx'
import { RowsField } from '#web/kit/rows-field.tsx'

export interface LotRow {
  lotNo: number
  name: string
  budget: string
}

const COLUMNS: readonly EditColumn<LotRow>[] = [
  wholeColumn('包号', 'lotNo', { none: 1, min: 1, max: 99 }),
  textColumn('名称', 'name', { most: 200 }),
  textColumn('预算（元）', 'budget', { most: 20 }),
]

interface LotRowsProps {
  value?: LotRow[]
  onChange?: (rows: LotRow[]) => void
}

/** How what is bought falls into lots, each with its budget. */
export function LotRows({ value = [], ...field }: LotRowsProps) {
  const next = Math.max(0, ...value.map(({ lotNo }) => lotNo)) + 1
  return (
    <RowsField<LotRow>
      label="采购包"
      nameOf={(index) => `第 ${index + 1} 个包`}
      path="lots"
      columns={COLUMNS}
      add={{ label: '添加采购包', row: () => ({ lotNo: next, name: '', budget: '' }) }}
      value={value}
      {...field}
    />
  )
}
