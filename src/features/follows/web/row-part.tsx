import { Button } from 'antd'
import type { PropsOf } from '#contract/slot.ts'
import type { LIST_SLOTS } from '#features/procurement/contract/slots.ts'
import { useCall } from '#web/use-call.ts'
import { follows } from '../contract.ts'
import { useFollowOrder } from './use-follow.ts'

/** In a row of the list of published orders: one press follows it, the next no more. */
export function Part({ orderId, title }: PropsOf<typeof LIST_SLOTS.publicTender>) {
  const standing = useCall(follows).data
  const follow = useFollowOrder()
  if (!standing) return null
  const isFollowed = standing.orderIds.includes(orderId)
  const label = isFollowed ? '已关注' : '关注'
  return (
    <Button
      type={isFollowed ? 'default' : 'text'}
      size="small"
      aria-pressed={isFollowed}
      aria-label={`${label} ${title}`}
      loading={follow.busy}
      onClick={() => void follow.set(orderId, !isFollowed)}
    >
      {label}
    </Button>
  )
}
