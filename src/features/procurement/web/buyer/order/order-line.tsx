import { Link } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { Countdown } from '#web/kit/values.tsx'
import { useOrderPages } from '../use-buyer.ts'
import type { OrderDetail } from '../tones.ts'

interface OrderLineProps {
  order: OrderDetail | undefined
  deadline?: { label: string; at: string | null }
}

/** Which order a page belongs to, in one line under its title. */
export function OrderLine({ order, deadline }: OrderLineProps) {
  const pages = useOrderPages()
  if (!order) return null
  return (
    <p className="buyer-order-line kb-flex kb-gap-16 kb-flat kb-wrap kb-pad-end-12 kb-size-13">
      <Link to={pages('publish.detail')}>{order.title}</Link>
      <span className="kb-muted">{order.code}</span>
      {deadline?.at && (
        <span className="kb-muted">
          {deadline.label} {formatTime(deadline.at)}（<Countdown at={deadline.at} />）
        </span>
      )}
    </p>
  )
}
