import { TextGrid } from '#web/kit/text-grid.tsx'
import { BillTotals } from './items-table.tsx'
import type { GridRow } from './grid.ts'
import { GRID_COLUMNS, blankRow, cleanCell, isBlankRow } from './grid.ts'

interface ItemsGridProps {
  rows: GridRow[]
  onChange: (rows: GridRow[]) => void
  /** By `${row key}.${field}`. */
  errors: ReadonlyMap<string, string>
}

/** The bill as a sheet to type in. */
export function ItemsGrid({ rows, onChange, errors }: ItemsGridProps) {
  return (
    <>
      <TextGrid
        label="清单编辑"
        columns={GRID_COLUMNS}
        rows={rows}
        onChange={onChange}
        errors={errors}
        clean={cleanCell}
        blank={(above) => blankRow(above?.lotNo)}
      />
      <BillTotals rows={rows.filter((row) => !isBlankRow(row))} />
    </>
  )
}
