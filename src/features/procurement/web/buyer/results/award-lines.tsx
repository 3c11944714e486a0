import type * as z from 'zod'
import { DataTable } from '#web/kit/data-table.tsx'
import { AmountText } from '#web/kit/values.tsx'
import type { AwardLine } from '../../../contract/result.ts'
import { useBuyer } from '../use-buyer.ts'

/** What the winner delivers, line by line; nothing where the whole goes at one price. */
export function AwardLines({ lines }: { lines: readonly z.output<typeof AwardLine>[] }) {
  const { say } = useBuyer()
  if (!lines.some(({ name }) => name !== null)) return null
  return (
    <section className="kb-section">
      <h2>{say('{won}明细')}</h2>
      <DataTable
        label={say('{won}明细')}
        rows={lines}
        rowKey={(row) => String(row.line)}
        columns={[
          { key: 'line', title: '序号', width: 72, value: (row) => String(row.line) },
          { key: 'name', title: '名称', value: (row) => row.name },
          { key: 'unit', title: '单位', width: 80, value: (row) => row.unit },
          { key: 'quantity', title: '数量', width: 110, align: 'right', value: (row) => row.quantity },
          {
            key: 'unitPrice',
            title: '单价（元）',
            width: 150,
            align: 'right',
            render: (row) => <AmountText value={row.unitPrice} />,
          },
          {
            key: 'amount',
            title: '金额（元）',
            width: 160,
            align: 'right',
            render: (row) => <AmountText value={row.amount} />,
          },
        ]}
      />
    </section>
  )
}
