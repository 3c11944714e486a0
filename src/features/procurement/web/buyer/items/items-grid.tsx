import { TextGrid } from '#web/kit/text-grid.tsx'
import { BillTotals } from './items-table.tsx'
import type { TextColumn } from '#web/kit/text-grid.ts'
import type { GridField, GridRow } from './grid.ts'
import { GRID_COLUMNS, blankRow, cleanCell, isBlankRow } from './grid.ts'

interface ItemsGridProps {
  rows: GridRow[]
  onChange: (rows: GridRow[]) => void
  /** By `${row key}.${field}`. */
  errors: ReadonlyMap<string, string>
  columns?: readonly TextColumn<GridField>[]
  /** What the price of a line is called. */
  limit?: string
}

/** The bill as a sheet to type in. */
export function ItemsGrid({ rows, onChange, errors, columns = GRID_COLUMNS, limit = '限价' }: ItemsGridProps) {
  return (
    <>
      <TextGrid
        label="清单编辑"
        columns={columns}
        rows={rows}
        onChange={onChange}
        errors={errors}
        clean={cleanCell}
        blank={(above) => blankRow(above?.lotNo)}
      />
      <BillTotals rows={rows.filter((row) => !isBlankRow(row))} limit={limit} />
    </>
  )
}
