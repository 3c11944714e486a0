import { formatAmount } from '#contract/money.ts'
import { partialText } from '#features/procurement/rules/partial-offer.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { openFile } from '#web/export.ts'
import { Button } from 'antd'
import { reviewFile, type ReviewPage } from '../contract.ts'

/** Those who may win, with their prices; the review scores nothing of them. */
export function SupplierTable({ orderId, suppliers }: Pick<ReviewPage, 'orderId' | 'suppliers'>) {
  const hasFiles = suppliers.some(({ files }) => files.length > 0)
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
        ...(hasFiles
          ? [
              {
                key: 'files',
                title: '报价文件',
                render: ({ files }: ReviewPage['suppliers'][number]) =>
                  files.map(({ fileId, label, name }) => (
                    <Button
                      key={fileId}
                      type="link"
                      size="small"
                      className="kb-break"
                      onClick={() => void openFile(reviewFile, { params: { orderId, fileId } })}
                    >
                      {label === '' ? name : `${label}：${name}`}
                    </Button>
                  )),
              },
            ]
          : []),
      ]}
    />
  )
}
