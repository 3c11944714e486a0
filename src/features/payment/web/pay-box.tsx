import { Button } from 'antd'
import { Link } from 'react-router'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { orderDetail } from '../contract/order.ts'
import { stateTag } from './tags.ts'

/** The payment operation box on another page: the fee, whether it is paid, the way to the cashier and to all orders. */
export function PayBox({ orderId, label }: { orderId: string; label: string }) {
  const { data: order } = useCall(orderDetail, { params: { id: orderId } })
  if (!order) return null
  return (
    <div className="kb-box kb-flex kb-gap-16 kb-wrap">
      <span>
        {label}{' '}
        <b>
          <AmountText value={order.amount} />
        </b>{' '}
        元
      </span>
      <StatusTag {...stateTag(order)} />
      {order.actions.includes('pay') && (
        <Link to={`/finance/orders/${order.orderId}`}>
          <Button type="primary">去支付</Button>
        </Link>
      )}
      <Link to="/finance/orders">查看全部付款单</Link>
    </div>
  )
}
