import { Link } from 'react-router'
import { formatDigits } from '#contract/money.ts'
import type { PropsOf } from '#contract/slot.ts'
import { formatDate } from '#contract/time.ts'
import { SmallChart } from '#web/kit/small-chart.tsx'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { priceHistory } from '../../../contract/result.ts'
import type { ITEM_SLOTS } from '../../../contract/slots.ts'
import { methodFor } from '../../../methods/all.ts'
import { buyerOf, useBuyer } from '../use-buyer.ts'
import './price-history.css'

/** What the purchaser paid for an item in its last awards, as a small line and a table. */
export function Part({ orderId, item: { itemId, unit } }: PropsOf<typeof ITEM_SLOTS.pastPrices>) {
  const { side } = useBuyer()
  const { data, error } = useCall(priceHistory, { params: { orderId, itemId } })
  if (!data) return error ? <ErrorState error={error} /> : <Skeleton lines={4} />
  if (data.length === 0) return <p className="kb-muted">本单位没有采购过同一物料</p>
  const rows = data.map((deal, i) => ({ ...deal, key: `${deal.orderId} ${i}` }))
  return (
    <div className="price-history">
      <SmallChart
        label={`含税单价走势，共 ${rows.length} 次成交`}
        points={rows.map(({ key, unitPrice, decidedAt }) => ({
          key,
          // For the height of the point alone.
          value: Number(unitPrice),
          label: `${formatDate(decidedAt)} ${formatDigits(unitPrice)} 元`,
        }))}
      />
      <table className="price-history-rows">
        <thead>
          <tr>
            <th>定标日期</th>
            <th>含税单价（元/{unit}）</th>
            <th>数量</th>
            <th>供应商与采购单</th>
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((deal) => (
            <tr key={deal.key}>
              <td>{formatDate(deal.decidedAt)}</td>
              <td className="kb-right">{formatDigits(deal.unitPrice)}</td>
              <td className="kb-right">{formatDigits(deal.quantity)}</td>
              <td>
                {deal.supplierName}
                <Link className="kb-block" to={buyerOf(side, methodFor(deal)).order(deal.orderId)('publish.detail')}>
                  {deal.title}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
