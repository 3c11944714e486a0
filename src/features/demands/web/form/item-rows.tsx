import type * as z from 'zod'
import { textColumn, wholeColumn } from '#web/kit/edit-cells.tsx'
import type { EditColumn } from '#web/kit/edit-rows.tsx'
import { RowsField } from '#web/kit/rows-field.tsx'
import { demandItemTemplate, readItems } from '../../contract/demand.ts'
import type { DemandItem } from '../../contract/shared.ts'

export type ItemRow = z.input<typeof DemandItem>

export const EMPTY_ITEM: ItemRow = { lotNo: 1, name: '', spec: '', unit: '', quantity: '' }

const COLUMNS: readonly EditColumn<ItemRow>[] = [
  wholeColumn('包号', 'lotNo', { none: 1, min: 1, max: 99 }),
  textColumn('名称', 'name', { most: 200 }),
  textColumn('规格', 'spec', { most: 2000 }),
  textColumn('单位', 'unit', { most: 20 }),
  textColumn('数量', 'quantity', { most: 20 }),
  textColumn('备注', 'remark', { most: 500 }),
]

interface ItemRowsProps {
  value?: ItemRow[]
  onChange?: (rows: ItemRow[]) => void
}

/** What is bought, a line each; a long list comes from a spreadsheet. */
export function ItemRows({ value = [], ...field }: ItemRowsProps) {
  return (
    <RowsField<ItemRow>
      label="标的"
      nameOf={(index) => `第 ${index + 1} 项标的`}
      path="items"
      isWrong={(index) => isPartial(value[index]!)}
      columns={COLUMNS}
      add={{ label: '添加标的', row: () => EMPTY_ITEM }}
      sheet={{ read: readItems, template: demandItemTemplate }}
      value={value}
      {...field}
    />
  )
}

/** Begun and not complete; what is empty is left out. */
function isPartial(row: ItemRow): boolean {
  const needed = [row.name, row.unit, row.quantity]
  return needed.some((one) => one.trim() === '') && needed.some((one) => one.trim() !== '')
}

/** The lines that say something. */
export function filledItems(rows: readonly ItemRow[]): ItemRow[] {
  return rows.filter(({ name, unit, quantity }) => [name, unit, quantity].some((one) => one.trim() !== ''))
}
