import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/time.ts'
import { countText, findProduct } from '#features/payment/rules/catalogue.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { useCall } from '#web/use-call.ts'
import { accountsRemain } from '../contract.ts'

type Remain = OutputOf<typeof accountsRemain>[number]

/** What the company has bought, and what is left of it. */
export function Part() {
  const rows = useCall(accountsRemain, {}, { fresh: 0 }).data
  if (!rows || rows.length === 0) return null
  return (
    <section className="kb-above-16" aria-label="已开通">
      <h2>已开通</h2>
      <DataTable
        label="已开通"
        rows={rows}
        rowKey={(row) => row.productId}
        columns={[
          { key: 'name', title: '服务', value: (row) => row.productName },
          { key: 'remain', title: '剩余', width: 160, value: remainInWords },
          { key: 'until', title: '有效期至', width: 160, value: (row) => (row.until ? formatDate(row.until) : '长期') },
        ]}
      />
    </section>
  )
}

function remainInWords({ isUnlimited, remain, productId }: Remain): string {
  if (isUnlimited) return '不限次数（会员权益）'
  return remain === null ? '有效' : countText(findProduct(productId) ?? {}, remain)
}
