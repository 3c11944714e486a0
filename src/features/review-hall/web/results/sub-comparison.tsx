import { Select } from 'antd'
import { useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { CompareTable } from '#web/kit/compare-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import { offerReadsOf } from '../offers/offer-data.ts'
import { useReviewAddress } from '../review-address.ts'
import { markOf } from './comparison-table.tsx'
import '../results.css'

/** Parts of the bill with every bidder's sum, of the opening or of a closed round; each part opens to its lines. */
export function SubComparison({ projectId }: { projectId: string }) {
  const { side } = useReviewAddress()
  const reads = offerReadsOf(side)
  const [roundId, setRoundId] = useState<string>()
  const [open, setOpen] = useState<number | null>(null)
  const of = roundId ? { roundId } : {}
  const rounds = useCall(reads.rounds, { params: { projectId } })
  const query = useCall(reads.subSummary, { params: { projectId }, query: of }, { keep: true })
  const closed = (rounds.data ?? []).filter((r) => r.status === RoundStatus.values.closed)
  const parts = query.data?.subs.length ?? 0
  // A bill without parts, quoted once: the lines below say everything.
  if (query.data && parts <= 1 && closed.length === 0) return null
  return (
    <section aria-label="分项对比">
      <header className="kb-row kb-gap-24 kb-loose kb-between kb-wrap">
        <h2 className="rv-h2 kb-below-8">
          分项对比
          <small>单位：元</small>
        </h2>
        {closed.length > 0 && (
          <Select
            className="kb-filter-select"
            aria-label="报价"
            options={[{ value: '', label: '开标报价' }, ...closed.map((r) => ({ value: r.roundId, label: r.label }))]}
            value={roundId ?? ''}
            onChange={(id: string) => setRoundId(id || undefined)}
          />
        )}
      </header>
      <WhenLoaded query={query}>
        {({ bidders, subs }) => (
          <CompareTable
            label="分项对比表"
            rows={subs}
            rowKey={(sub) => String(sub.subId)}
            lead={[
              {
                key: 'name',
                title: '分项',
                render: (sub) => (
                  <>
                    <button
                      type="button"
                      className="kb-accent kb-nowrap"
                      aria-expanded={open === sub.subId}
                      onClick={() => setOpen(open === sub.subId ? null : sub.subId)}
                    >
                      {open === sub.subId ? '▾' : '▸'} {sub.name}
                    </button>
                    <small> {sub.items} 项</small>
                  </>
                ),
              },
            ]}
            parties={bidders.map((b) => ({ key: b.bidderId, title: `${b.no}. ${b.supplierName}` }))}
            cells={(sub) =>
              sub.offers.map(
                (offer) => offer && { value: formatAmount(offer.total), mark: offer.isBest ? 'best' : undefined },
              )
            }
            detail={(sub) => open === sub.subId && <SubLines projectId={projectId} subId={sub.subId} {...of} />}
            totals={[{ label: '合计', cells: bidders.map((b) => ({ value: formatAmount(b.total) })) }]}
          />
        )}
      </WhenLoaded>
    </section>
  )
}

function SubLines({ projectId, ...query }: { projectId: string; subId: number; roundId?: string }) {
  const { side } = useReviewAddress()
  const { data } = useCall(offerReadsOf(side).subItems, { params: { projectId }, query })
  if (!data) return <Skeleton lines={3} />
  return (
    <CompareTable
      label="分项明细"
      rows={data.items}
      rowKey={(item) => item.itemId}
      lead={[
        { key: 'name', title: '采购内容', value: (item) => `${item.line}. ${item.name}` },
        { key: 'quantity', title: '数量', kind: 'number', value: (item) => `${item.quantity} ${item.unit}` },
      ]}
      parties={data.bidders.map((b) => ({ key: b.bidderId, title: b.supplierName }))}
      cells={(item) =>
        item.offers.map(
          (offer) =>
            offer && { value: formatAmount(offer.unitPrice), note: formatAmount(offer.amount), mark: markOf(offer) },
        )
      }
    />
  )
}
