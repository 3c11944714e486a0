import { Button, Input } from 'antd'
import { EditRows } from '#web/kit/edit-rows.tsx'

export interface ItemRow {
  code: string
  name: string
  spec: string
  unit: string
  quantity: string
  remark: string
}

export const EMPTY_ITEM: ItemRow = { code: '', name: '', spec: '', unit: '', quantity: '', remark: '' }

const COLUMNS = [
  { key: 'name', title: '名称', most: 200 },
  { key: 'spec', title: '规格', most: 2000 },
  { key: 'unit', title: '单位', most: 20 },
  { key: 'quantity', title: '数量', most: 20 },
  { key: 'remark', title: '备注', most: 500 },
] as const

/** What a department asks for, a line each. */
export function ItemRows({ value = [], onChange }: { value?: ItemRow[]; onChange?: (rows: ItemRow[]) => void }) {
  const change = (rows: ItemRow[]) => onChange?.(rows)
  return (
    <div className="kb-stack kb-gap-8">
      <EditRows
        label="采购内容"
        rows={value}
        nameOf={(index) => `第 ${index + 1} 项`}
        path="items"
        columns={COLUMNS.map(({ key, title, most }) => ({
          title,
          cell: (row: ItemRow, { set, label }: { set: (part: Partial<ItemRow>) => void; label: string }) => (
            <Input
              aria-label={`${label}${title}`}
              maxLength={most}
              value={row[key]}
              onChange={(event) => set({ [key]: event.target.value })}
            />
          ),
        }))}
        onChange={change}
      />
      <div>
        <Button size="small" onClick={() => change([...value, EMPTY_ITEM])}>
          添加一项
        </Button>
      </div>
    </div>
  )
}

/** The lines that say something. */
export function filledItems(rows: readonly ItemRow[]): ItemRow[] {
  return rows.filter(({ name, unit, quantity }) => [name, unit, quantity].some((one) => one.trim() !== ''))
}
