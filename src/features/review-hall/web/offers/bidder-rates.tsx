import { formatAmount } from '#contract/money.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useCall } from '#web/use-call.ts'
import { ScrollBox } from '../results/scroll-box.tsx'
import { useReviewAddress } from '../review-address.ts'
import { offerReadsOf, reductionText } from './offer-data.ts'

/** Every bidder's offers over all closed rounds, with what it came down by. */
export function BidderRates({ projectId }: { projectId: string }) {
  const { side } = useReviewAddress()
  const query = useCall(offerReadsOf(side).bidderRates, { params: { projectId } })
  return (
    <section className="rv-block" aria-label="历次报价">
      <h2 className="rv-h2 kb-below-8">
        历次报价
        <small>单位：元。以最后一次有效报价参加价格评审</small>
      </h2>
      <WhenLoaded query={query}>
        {({ rounds, bidders }) => (
          <ScrollBox label="历次报价表">
            <table className="kb-table rv-table">
              <thead>
                <tr>
                  <th scope="col">投标人</th>
                  <th scope="col" className="rv-num">
                    开标报价
                  </th>
                  {rounds.map((r) => (
                    <th key={r.roundId} scope="col" className="rv-num">
                      {r.label}
                    </th>
                  ))}
                  <th scope="col" className="rv-num">
                    较开标
                  </th>
                  <th scope="col" className="rv-num">
                    低于限价
                  </th>
                </tr>
              </thead>
              <tbody>
                {bidders.map((b) => (
                  <tr key={b.bidderId} className={b.isRejected ? 'rv-failed' : undefined}>
                    <th scope="row">
                      {b.no}. {b.supplierName}
                      {b.isRejected && '（已否决）'}
                    </th>
                    <td className="rv-num" data-label="开标报价">
                      {formatAmount(b.opening)}
                    </td>
                    {b.offers.map((offer, i) => (
                      <td
                        key={rounds[i]!.roundId}
                        data-label={rounds[i]!.label}
                        className={b.isLowest && i === b.offers.length - 1 ? 'rv-num kb-good' : 'rv-num'}
                      >
                        {formatAmount(offer)}
                      </td>
                    ))}
                    <td className="rv-num kb-strong" data-label="较开标">
                      {reductionText(b.offers.some((offer) => offer !== null) ? b.reduction : null)}
                    </td>
                    <td className="rv-num" data-label="低于限价">
                      {b.belowControl === null ? '—' : `${b.belowControl}%`}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        )}
      </WhenLoaded>
    </section>
  )
}
