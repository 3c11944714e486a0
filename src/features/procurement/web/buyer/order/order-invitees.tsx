import { Link } from 'react-router'
import { methodOf } from '../../../methods/all.ts'
import { say } from '../../../methods/say.ts'
import { useCall } from '#web/use-call.ts'
import { orderInvitees } from '../../../contract/follow-up.ts'
import { InviteeTable } from '../invitees/invitee-table.tsx'
import type { OrderDetail } from '../tones.ts'
import { useOrderPages } from '../use-buyer.ts'

/** Who a draft will invite, and who has replied since; the owner's knowledge alone. */
export function InviteesSection({ order }: { order: OrderDetail }) {
  const pages = useOrderPages()
  const { data, error } = useCall(orderInvitees, { params: { orderId: order.orderId } })
  if (error) return <p className="kb-muted">{say(order, '{opening}前，受邀供应商仅经办单位可见')}</p>
  if (!data) return null
  if (data.rows.length > 0) return <InviteeTable orderId={order.orderId} rows={data.rows} />
  return (
    <p className="buyer-line kb-above-8">
      <span className="kb-muted">尚未选择受邀供应商，发布前须不少于 {methodOf(order.method).minSuppliers} 家</span>
      {data.mode === 'draft' && (
        <Link to={`${pages('publish.form', { projectId: order.projectId })}#invitees`}>去选择 ›</Link>
      )}
    </p>
  )
}
