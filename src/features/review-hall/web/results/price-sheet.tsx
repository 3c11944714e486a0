import { formatAmount } from '#contract/money.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import type { Comparison } from '../../contract/results.ts'
import { useReviewAddress } from '../review-address.ts'
import '../results.css'

/** The price sheet of one bid, as opened. */
export function PriceSheet({ bidderId }: { bidderId: string }) {
  const { projectId, reads } = useReviewAddress()
  const query = useCall(reads.comparison, { params: { projectId } }, { fresh: 60_000 })
  return <WhenLoaded query={query}>{(comparison) => <Lines comparison={comparison} bidderId={bidderId} />}</WhenLoaded>
}

function Lines({ comparison, bidderId }: { comparison: Comparison; bidderId: string }) {
  const column = comparison.bidders.findIndex((b) => b.bidderId === bidderId)
  const bidder = comparison.bidders[column]
  if (!bidder) return null
  return (
    <section aria-label="报价单">
      <h2 className="rv-h2 kb-below-8">
        投标总价 <AmountText value={bidder.quote} capitals />
      </h2>
      <DataTable
        label="报价单"
        rows={comparison.items.map((item) => ({ ...item, offer: item.offers[column] ?? null }))}
        rowKey={(r) => r.itemId}
        columns={[
          { key: 'line', title: '序号', kind: 'ordinal', width: 56, value: (r) => r.line },
          {
            key: 'name',
            title: '采购内容',
            render: (r) => (
              <>
                {r.name}
                {r.spec && <span className="kb-note kb-block">{r.spec}</span>}
              </>
            ),
          },
          { key: 'quantity', title: '数量', width: 100, align: 'right', value: (r) => `${r.quantity} ${r.unit}` },
          {
            key: 'price',
            title: '单价（元）',
            width: 130,
            align: 'right',
            render: (r) =>
              r.offer ? (
                <span className={r.offer.overControlPrice ? 'kb-bad' : undefined}>
                  {formatAmount(r.offer.unitPrice)}
                </span>
              ) : (
                '未报价'
              ),
          },
          { key: 'amount', title: '合价（元）', kind: 'amount', width: 140, value: (r) => r.offer?.amount },
          { key: 'remark', title: '说明', value: (r) => r.offer?.remark },
        ]}
      />
    </section>
  )
}
