import { textColumn } from '#web/kit/edit-cells.tsx'
import type { EditColumn } from '#web/kit/edit-rows.tsx'
import { RowsField } from '#web/kit/rows-field.tsx'

export interface ItemRow {
  code: string
  name: string
  spec: string
  unit: string
  quantity: string
  remark: string
}

export const EMPTY_ITEM: ItemRow = { code: '', name: '', spec: '', unit: '', quantity: '', remark: '' }

const COLUMNS: readonly EditColumn<ItemRow>[] = [
  textColumn('名称', 'name', { most: 200 }),
  textColumn('规格', 'spec', { most: 2000 }),
  textColumn('单位', 'unit', { most: 20 }),
  textColumn('数量', 'quantity', { most: 20 }),
  textColumn('备注', 'remark', { most: 500 }),
]

/** What a department asks for, a line each. */
export function ItemRows(field: { value?: ItemRow[]; onChange?: (rows: ItemRow[]) => void }) {
  return (
    <RowsField<ItemRow>
      label="采购内容"
      nameOf={(index) => `第 ${index + 1} 项`}
      path="items"
      columns={COLUMNS}
      add={{ label: '添加一项', row: () => EMPTY_ITEM }}
      {...field}
    />
  )
}

/** The lines that say something. */
export function filledItems(rows: readonly ItemRow[]): ItemRow[] {
  return rows.filter(({ name, unit, quantity }) => [name, unit, quantity].some((one) => one.trim() !== ''))
}
