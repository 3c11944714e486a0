import { formatAmount } from '#contract/money.ts'
import { type Column, DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useCall } from '#web/use-call.ts'
import { useReviewAddress } from '../review-address.ts'
import { offerReadsOf, reductionText } from './offer-data.ts'

/** Every bidder's offers over all closed rounds, with what it came down by. */
export function BidderRates({ projectId }: { projectId: string }) {
  const { side } = useReviewAddress()
  const query = useCall(offerReadsOf(side).bidderRates, { params: { projectId } })
  return (
    <section aria-label="历次报价">
      <h2 className="rv-h2 kb-below-8">
        历次报价
        <small>单位：元。以最后一次有效报价参加价格评审</small>
      </h2>
      <WhenLoaded query={query}>
        {({ rounds, bidders }) => (
          <DataTable
            label="历次报价表"
            rows={bidders}
            rowKey={(b) => b.bidderId}
            rowClass={(b) => (b.isRejected ? 'rv-failed' : undefined)}
            columns={[
              {
                key: 'bidder',
                title: '投标人',
                isHead: true,
                value: (b) => `${b.no}. ${b.supplierName}${b.isRejected ? '（已否决）' : ''}`,
              },
              { key: 'opening', title: '开标报价', kind: 'amount', value: (b) => b.opening },
              ...rounds.map(({ roundId, label }, i): Column<(typeof bidders)[number]> => ({
                key: roundId,
                title: label,
                kind: 'amount',
                render: ({ offers, isLowest }) => (
                  <span className={isLowest && i === offers.length - 1 ? 'kb-good' : ''}>
                    {formatAmount(offers[i])}
                  </span>
                ),
              })),
              {
                key: 'reduction',
                title: '较开标',
                kind: 'number',
                render: (b) => <b>{reductionText(b.offers.some((offer) => offer !== null) ? b.reduction : null)}</b>,
              },
              {
                key: 'below',
                title: '低于限价',
                kind: 'number',
                value: (b) => (b.belowControl === null ? null : `${b.belowControl}%`),
              },
            ]}
          />
        )}
      </WhenLoaded>
    </section>
  )
}
