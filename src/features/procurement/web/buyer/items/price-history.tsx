import { Button, Popover } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { formatDigits } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { SmallChart } from '#web/kit/small-chart.tsx'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { priceHistory } from '../../../contract/result.ts'
import { methodFor } from '../../../methods/all.ts'
import { buyerOf, useBuyer } from '../use-buyer.ts'
import './price-history.css'

interface PriceHistoryProps {
  /** The order in the address unless told. */
  orderId?: string
  item: { itemId: string; name: string; unit: string }
}

/** What the purchaser paid for an item before, asked for when it is opened. */
export function PriceHistory({ orderId, item }: PriceHistoryProps) {
  const { orderId: here = '' } = useParams()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={setOpen}
      title={`历史成交：${item.name}`}
      content={isOpen && <Deals orderId={orderId ?? here} item={item} />}
    >
      <Button type="link" size="small" className="price-history-door" aria-label={`历史价：${item.name}`}>
        历史价
      </Button>
    </Popover>
  )
}

function Deals({ orderId, item: { itemId, unit } }: Required<PriceHistoryProps>) {
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
