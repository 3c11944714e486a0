import { Link } from 'react-router'
import type { PropsOf } from '#contract/slot.ts'
import { purchaseRecords } from '#features/payment/contract/order.ts'
import type { SERVICE_SLOTS } from '#features/payment/contract/slots.ts'
import { countText, PRODUCTS, type Product } from '#features/payment/rules/catalogue.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { useCall } from '#web/use-call.ts'
import { productRemain } from '../contract.ts'

/** What is left of the products of one category, and their last purchases. */
export function Part({ category }: PropsOf<typeof SERVICE_SLOTS.category>) {
  return PRODUCTS.filter((product) => product.category === category).map((product) => (
    <Stand key={product.id} product={product} />
  ))
}

function Stand({ product }: { product: Product }) {
  const left = useCall(productRemain, { params: { id: product.id } }, { fresh: 0 }).data
  const records = useCall(purchaseRecords, { query: { productId: product.id } }, { fresh: 0 }).data
  if (!left) return null
  return (
    <section className="kb-above-16" aria-label={`${product.name}余量`}>
      <p>
        剩余 <b>{countText(product, left.remain ?? 0)}</b>
      </p>
      {records && records.rows.length > 0 && (
        <>
          <h2 className="kb-above-16">购买记录</h2>
          <DataTable
            label="购买记录"
            rows={records.rows}
            rowKey={(row) => row.orderId}
            columns={[
              {
                key: 'code',
                title: '付款单',
                isHead: true,
                value: (row) => row.orderCode,
                render: (row) => <Link to={`/finance/orders/${row.orderId}`}>{row.orderCode}</Link>,
              },
              { key: 'title', title: '内容', value: (row) => row.title },
              { key: 'amount', title: '金额', kind: 'amount', width: 120, value: (row) => row.amount },
              { key: 'at', title: '时间', kind: 'time', width: 150, value: (row) => row.createdAt },
            ]}
          />
        </>
      )}
    </section>
  )
}
