import type * as z from 'zod'
import { formatDigits } from '#contract/money.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { AmountText } from '#web/kit/values.tsx'
import type { AwardLine } from '../contract/result.ts'

interface AwardLinesProps {
  label: string
  lines: readonly z.output<typeof AwardLine>[]
  /** Why a line did not go to its best price, by item. */
  reasons?: ReadonlyMap<string, string>
}

/** What a winner delivers, line by line; nothing where the whole goes at one price. */
export function AwardLines({ label, lines, reasons }: AwardLinesProps) {
  if (!lines.some(({ name }) => name !== null)) return null
  const reasonOf = (row: AwardLinesProps['lines'][number]) => reasons?.get(row.itemId ?? '') ?? ''
  return (
    <DataTable
      label={label}
      rows={lines}
      rowKey={(row) => String(row.line)}
      columns={[
        { key: 'line', title: '序号', width: 72, value: (row) => String(row.line) },
        {
          key: 'name',
          title: '名称与规格',
          value: (row) => row.name,
          render: (row) => (
            <>
              {row.name}
              {row.spec && <small className="kb-block kb-muted">{row.spec}</small>}
            </>
          ),
        },
        { key: 'unit', title: '单位', width: 80, value: (row) => row.unit },
        { key: 'quantity', title: '数量', width: 110, align: 'right', value: (row) => formatDigits(row.quantity) },
        {
          key: 'unitPrice',
          title: '单价（元）',
          width: 150,
          align: 'right',
          value: (row) => formatDigits(row.unitPrice, 2),
        },
        {
          key: 'amount',
          title: '金额（元）',
          width: 160,
          align: 'right',
          render: (row) => <AmountText value={row.amount} />,
        },
        ...(lines.some(reasonOf) ? [{ key: 'reason', title: '选定原因', width: 240, value: reasonOf }] : []),
      ]}
    />
  )
}
