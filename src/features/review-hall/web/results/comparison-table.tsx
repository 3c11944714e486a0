import { Button } from 'antd'
import { formatAmount } from '#contract/money.ts'
import { openFile } from '#web/export.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import type { Comparison } from '../../contract/results.ts'
import { useReviewAddress } from '../review-address.ts'
import '../comparison.css'
import { ScrollBox } from './scroll-box.tsx'
import '../results.css'

/** Prices of all bidders item by item: the lowest of the valid ones marked, prices above the ceiling named. */
export function ComparisonTable() {
  const { projectId, reads } = useReviewAddress()
  const input = { params: { projectId } }
  const query = useCall(reads.comparison, input, { fresh: 60_000 })
  return (
    <WhenLoaded query={query}>
      {(comparison) =>
        comparison.bidders.length === 0 ? (
          <EmptyState title="还没有可以对比的报价" />
        ) : (
          <section className="rv-compare" aria-label="报价对比">
            <header className="kb-row kb-gap-12 kb-start kb-between">
              <h2 className="rv-h2 kb-below-8">
                报价对比
                <small>单位：元。绿色为有效投标中的最低价，红色为超过单价限价；已否决的投标不参与比较</small>
              </h2>
              <Button size="small" onClick={() => void openFile(reads.comparisonFile, input)}>
                导出 Excel
              </Button>
            </header>
            <Table comparison={comparison} />
          </section>
        )
      }
    </WhenLoaded>
  )
}

function Table({ comparison: { bidders, items } }: { comparison: Comparison }) {
  return (
    <ScrollBox className="rv-compare-wrap" label="报价对比表">
      <table className="kb-table rv-compare-table">
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className="rv-compare-item">
              采购内容
            </th>
            <th scope="col" rowSpan={2} className="rv-num">
              数量
            </th>
            <th scope="col" rowSpan={2} className="rv-num">
              单价限价
            </th>
            {bidders.map((b) => (
              <th key={b.bidderId} scope="colgroup" colSpan={2} className={b.rejection ? 'rv-out' : undefined}>
                {b.no}. {b.supplierName}
                {b.rejection && '（已否决）'}
              </th>
            ))}
          </tr>
          <tr>
            {bidders.map((b) => (
              <Pair key={b.bidderId} first="单价" second="合价" />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.itemId}>
              <th scope="row" className="rv-compare-item" title={item.spec}>
                {item.line}. {item.name}
                {item.spec && <small>{item.spec}</small>}
              </th>
              <td className="rv-num">
                {item.quantity} {item.unit}
              </td>
              <td className="rv-num">{item.controlPrice === null ? '-' : formatAmount(item.controlPrice)}</td>
              {item.offers.map((offer, i) =>
                offer ? (
                  <OfferCells key={bidders[i]!.bidderId} offer={offer} />
                ) : (
                  <td key={bidders[i]!.bidderId} colSpan={2} className="kb-muted kb-text-centre">
                    未报价
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <SumRow label="分项合计" bidders={bidders} value={(b) => formatAmount(b.linesTotal)} />
          <SumRow
            label="投标总价"
            bidders={bidders}
            value={(b) => formatAmount(b.quote)}
            mark={(b) => (b.isBest ? 'rv-best' : b.overControlPrice ? 'rv-above' : '')}
          />
          <SumRow label="最低价项数" bidders={bidders} value={(b) => String(b.bestLines)} />
        </tfoot>
      </table>
    </ScrollBox>
  )
}

function Pair({ first, second }: { first: string; second: string }) {
  return (
    <>
      <th scope="col" className="rv-num">
        {first}
      </th>
      <th scope="col" className="rv-num">
        {second}
      </th>
    </>
  )
}

type Offer = NonNullable<Comparison['items'][number]['offers'][number]>

function OfferCells({ offer }: { offer: Offer }) {
  const tone = offer.overControlPrice ? 'rv-above' : offer.isBest ? 'rv-best' : ''
  return (
    <>
      <td className={`rv-num ${tone}`} title={offer.remark || undefined}>
        {formatAmount(offer.unitPrice)}
        {offer.isBest && <span className="kb-said">（最低）</span>}
        {offer.overControlPrice && <span className="kb-said">（超限价）</span>}
      </td>
      <td className="rv-num">{formatAmount(offer.amount)}</td>
    </>
  )
}

function SumRow(props: {
  label: string
  bidders: Comparison['bidders']
  value: (b: Comparison['bidders'][number]) => string
  mark?: (b: Comparison['bidders'][number]) => string
}) {
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {props.label}
      </th>
      {props.bidders.map((b) => (
        <td key={b.bidderId} colSpan={2} className={`rv-num ${props.mark?.(b) ?? ''}`}>
          {props.value(b)}
        </td>
      ))}
    </tr>
  )
}
