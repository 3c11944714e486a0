import { Button, Input, InputNumber } from 'antd'
import type * as z from 'zod'
import { EditRows } from '#web/kit/edit-rows.tsx'
import { demandItemTemplate, readItems } from '../../contract/demand.ts'
import type { DemandItem } from '../../contract/shared.ts'
import { useSheetRows } from './row-tools.tsx'

export type ItemRow = z.input<typeof DemandItem>
const MOST_SHOWN = 200

export const EMPTY_ITEM: ItemRow = { lotNo: 1, name: '', spec: '', unit: '', quantity: '' }

interface ItemRowsProps {
  value?: ItemRow[]
  onChange?: (rows: ItemRow[]) => void
}

/** What is bought, a line each; a long list comes from a spreadsheet. */
export function ItemRows({ value = [], onChange }: ItemRowsProps) {
  const change = (rows: ItemRow[]) => onChange?.(rows)
  const sheet = useSheetRows<ItemRow>({
    what: '标的',
    rows: value,
    read: readItems,
    template: demandItemTemplate,
    onRead: change,
  })
  const rest = value.slice(MOST_SHOWN)
  return (
    <div className="kb-stack kb-gap-8">
      {sheet.report}
      <EditRows
        label="采购标的"
        rows={value.slice(0, MOST_SHOWN)}
        nameOf={(index) => `第 ${index + 1} 项标的`}
        path="items"
        isWrong={(index) => isPartial(value[index]!)}
        columns={[
          {
            title: '包号',
            cell: (row, { set, label }) => (
              <InputNumber
                aria-label={`${label}包号`}
                min={1}
                max={99}
                precision={0}
                value={row.lotNo ?? 1}
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
            title: '规格',
            cell: (row, { set, label }) =>
              text({ label: `${label}规格`, value: row.spec, most: 2000, set: (spec) => set({ spec }) }),
          },
          {
            title: '单位',
            cell: (row, { set, label }) =>
              text({ label: `${label}单位`, value: row.unit, most: 20, set: (unit) => set({ unit }) }),
          },
          {
            title: '数量',
            cell: (row, { set, label }) =>
              text({ label: `${label}数量`, value: row.quantity, most: 20, set: (quantity) => set({ quantity }) }),
          },
          {
            title: '备注',
            cell: (row, { set, label }) =>
              text({ label: `${label}备注`, value: row.remark, most: 500, set: (remark) => set({ remark }) }),
          },
        ]}
        onChange={(rows) => change([...rows, ...rest])}
      />
      {rest.length > 0 && <p className="kb-hint">另有 {rest.length} 项未显示，请在表格文件中修改后重新导入。</p>}
      <div className="kb-row kb-gap-12 kb-wrap">
        <Button size="small" onClick={() => change([...value, EMPTY_ITEM])}>
          添加标的
        </Button>
        {sheet.buttons}
      </div>
    </div>
  )
}

interface TextCell {
  label: string
  value: string | undefined
  most: number
  set: (value: string) => void
}

/** A cell of text in rows that are edited in place. */
export function text({ label, value, most, set }: TextCell) {
  return <Input aria-label={label} maxLength={most} value={value ?? ''} onChange={(event) => set(event.target.value)} />
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
