import { Select } from 'antd'
import { Fragment, useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { OfferRoundStatus } from '../../rules/enums.ts'
import { offerReadsOf } from '../offers/offer-data.ts'
import { useReviewAddress } from '../review-address.ts'
import { ScrollBox } from './scroll-box.tsx'
import '../comparison.css'
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
  const closed = (rounds.data ?? []).filter((r) => r.status === OfferRoundStatus.values.closed)
  const parts = query.data?.subs.length ?? 0
  // A bill without parts, quoted once: the lines below say everything.
  if (query.data && parts <= 1 && closed.length === 0) return null
  return (
    <section className="rv-block" aria-label="分项对比">
      <header className="rv-page-head kb-row kb-gap-24 kb-loose kb-between kb-wrap">
        <h2 className="rv-h2 kb-below-8">
          分项对比
          <small>单位：元。绿色为该分项最低</small>
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
          <ScrollBox label="分项对比表">
            <table className="kb-table rv-table">
              <thead>
                <tr>
                  <th scope="col">分项</th>
                  {bidders.map((b) => (
                    <th key={b.bidderId} scope="col" className="rv-num">
                      {b.no}. {b.supplierName}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {subs.map((sub) => (
                  <Fragment key={sub.subId}>
                    <tr>
                      <th scope="row">
                        <button
                          type="button"
                          className="rv-link kb-accent kb-nowrap"
                          aria-expanded={open === sub.subId}
                          onClick={() => setOpen(open === sub.subId ? null : sub.subId)}
                        >
                          {open === sub.subId ? '▾' : '▸'} {sub.name}
                        </button>
                        <small className="kb-muted"> {sub.items} 项</small>
                      </th>
                      {sub.offers.map((offer, i) => (
                        <td
                          key={bidders[i]!.bidderId}
                          data-label={bidders[i]!.supplierName}
                          className={offer?.isBest ? 'rv-num rv-good kb-good' : 'rv-num'}
                        >
                          {offer ? formatAmount(offer.total) : '未报价'}
                        </td>
                      ))}
                    </tr>
                    {open === sub.subId && (
                      <tr className="rv-detail">
                        <td colSpan={bidders.length + 1}>
                          <SubLines projectId={projectId} subId={sub.subId} {...of} />
                        </td>
                      </tr>
                    )}
                  </Fragment>
                ))}
                <tr>
                  <th scope="row">合计</th>
                  {bidders.map((b) => (
                    <td key={b.bidderId} className="rv-num rv-strong" data-label={b.supplierName}>
                      {formatAmount(b.total)}
                    </td>
                  ))}
                </tr>
              </tbody>
            </table>
          </ScrollBox>
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
    <table className="kb-table rv-matrix">
      <thead>
        <tr>
          <th scope="col">采购内容</th>
          <th scope="col" className="rv-num">
            数量
          </th>
          {data.bidders.map((b) => (
            <th key={b.bidderId} scope="col" className="rv-num">
              {b.supplierName}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.items.map((item) => (
          <tr key={item.itemId}>
            <th scope="row">
              {item.line}. {item.name}
            </th>
            <td className="rv-num" data-label="数量">
              {item.quantity} {item.unit}
            </td>
            {item.offers.map((offer, i) => (
              <td
                key={data.bidders[i]!.bidderId}
                data-label={data.bidders[i]!.supplierName}
                className={`rv-num ${offer?.overControlPrice ? 'rv-bad' : offer?.isBest ? 'rv-good kb-good' : ''}`}
              >
                {offer ? `${formatAmount(offer.unitPrice)} / ${formatAmount(offer.amount)}` : '未报价'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
