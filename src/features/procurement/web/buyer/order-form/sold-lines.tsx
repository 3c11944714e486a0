import { Form, Select } from 'antd'
import { Parts } from '#web/shell/parts.tsx'
import { ORDER_SLOTS } from '../../../contract/slots.ts'
import { blankRow, gridErrors, type GridRow, isBlankRow, SOLD_COLUMNS } from '../items/grid.ts'
import { ItemsGrid } from '../items/items-grid.tsx'

interface SoldLinesProps {
  isChecked: boolean
  /** Given by the form. */
  value?: GridRow[]
  onChange?: (rows: GridRow[]) => void
}

/** What is sold, line by line; a variety that is picked becomes a line, and what its buyers must prove a demand. */
export function SoldLines({ isChecked, value = [], onChange }: SoldLinesProps) {
  const form = Form.useFormInstance<{ demands?: string[] }>()
  const pick = ({ name, unit, qualification }: { name: string; unit: string; qualification: string }) => {
    const demands = form.getFieldValue('demands') ?? []
    if (qualification !== '' && !demands.includes(qualification))
      form.setFieldValue('demands', [...demands, qualification])
    onChange?.([...value.filter((row) => !isBlankRow(row)), { ...blankRow(), name, unit }])
  }
  return (
    <>
      <Parts of={ORDER_SLOTS.varieties} onPick={pick} />
      <ItemsGrid
        rows={value}
        onChange={(rows) => onChange?.(rows)}
        errors={isChecked ? gridErrors(value) : NO_ERRORS}
        columns={SOLD_COLUMNS}
        limit="起始价"
      />
    </>
  )
}

const NO_ERRORS: ReadonlyMap<string, string> = new Map()

interface DemandsFieldProps {
  value?: string[]
  onChange?: (demands: string[]) => void
  id?: string
}

/** Documents that a bidder hands in to be admitted, by name. */
export function DemandsField({ value = [], onChange, id }: DemandsFieldProps) {
  return (
    <Select
      {...(id && { id })}
      mode="tags"
      open={false}
      placeholder="如：营业执照、危险废物经营许可证"
      value={value}
      onChange={(demands: string[]) => onChange?.(demands)}
    />
  )
}
