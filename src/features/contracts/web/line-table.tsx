import { formatDigits } from '#contract/money.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { quantityText } from '#web/kit/line-inputs.tsx'

interface Line {
  line: number
  name: string
  spec: string
  unit: string
  quantity: string
  unitPrice: string
  amount: string
  ordered?: string
}

/** Lines of a contract as they are. */
export function LineTable({ lines }: { lines: readonly Line[] }) {
  const hasOrders = lines.some(({ ordered }) => ordered !== undefined && Number(ordered) > 0)
  return (
    <DataTable
      label="合同标的"
      rows={lines}
      rowKey={({ line }) => String(line)}
      columns={[
        { key: 'name', title: '名称', isHead: true, value: (row) => row.name },
        { key: 'spec', title: '规格', value: (row) => row.spec },
        {
          key: 'quantity',
          title: '数量',
          width: 120,
          align: 'right',
          value: (row) => (row.quantity === '' ? '以协议额度为限' : quantityText(row.quantity, row.unit)),
        },
        ...(hasOrders
          ? [
              {
                key: 'ordered',
                title: '已下订单',
                width: 120,
                align: 'right' as const,
                value: (row: Line) => quantityText(row.ordered ?? '0', row.unit),
              },
            ]
          : []),
        {
          key: 'price',
          title: '单价（元）',
          width: 130,
          align: 'right',
          value: (row) => (Number(row.unitPrice) === 0 ? '以订单为准' : formatDigits(row.unitPrice, 2)),
        },
        {
          key: 'amount',
          title: '金额（元）',
          width: 140,
          align: 'right',
          value: (row) => row.amount,
          render: (row) => <AmountText value={row.amount} />,
        },
      ]}
    />
  )
}
