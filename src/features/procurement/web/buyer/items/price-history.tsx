import { Button, Popover } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Part as PastPrices } from './past-prices.tsx'
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
      content={isOpen && <PastPrices orderId={orderId ?? here} item={item} />}
    >
      <Button type="link" size="small" className="price-history-door" aria-label={`历史价：${item.name}`}>
        历史价
      </Button>
    </Popover>
  )
}
