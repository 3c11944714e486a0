import { formatAmount } from '#contract/money.ts'
import { partialText } from '#features/procurement/rules/partial-offer.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import type { ReviewPage } from '../contract.ts'

/** Those who may win, with their prices; the review scores nothing of them. */
export function SupplierTable({ suppliers }: { suppliers: ReviewPage['suppliers'] }) {
  return (
    <DataTable
      label="报价"
      rows={suppliers}
      rowKey={(row) => row.tradeId}
      columns={[
        { key: 'rank', title: '排名', width: 80, value: (row) => `第 ${row.rank} 名` },
        { key: 'name', title: '供应商', isHead: true, value: (row) => row.supplierName },
        {
          key: 'price',
          title: '报价（元）',
          kind: 'amount',
          width: 180,
          value: (row) => row.price,
          render: (row) => (
            <>
              {formatAmount(row.price)}
              {row.partial && <small className="kb-block kb-muted">{partialText(row.partial)}</small>}
            </>
          ),
        },
      ]}
    />
  )
}
