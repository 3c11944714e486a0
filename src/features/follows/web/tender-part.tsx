import { Button, Dropdown, Space } from 'antd'
import { useNavigate } from 'react-router'
import type { PropsOf } from '#contract/slot.ts'
import { say } from '#features/procurement/methods/say.ts'
import type { TENDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { useCall } from '#web/use-call.ts'
import { followState } from '../contract.ts'
import { followsPlace } from '../rules/places.ts'
import { useFollowCompany, useFollowOrder } from './use-follow.ts'

/** Beside the actions of an order: follow it, or whom it is run for. */
export function Part({ orderId, method }: PropsOf<typeof TENDER_SLOTS.follow>) {
  const navigate = useNavigate()
  const state = useCall(followState, { params: { orderId } }).data
  const order = useFollowOrder()
  const company = useFollowCompany()
  if (!state || state.isOwn) return null
  const { isFollowed, purchaser } = state
  const items = [
    {
      key: 'purchaser',
      label: `${purchaser.isFollowed ? '取消关注' : '关注'}${say({ method }, '{client}')}“${purchaser.name}”`,
      onClick: () => void company.set(purchaser.companyId, !purchaser.isFollowed),
    },
    { type: 'divider' as const },
    { key: 'all', label: '我的关注', onClick: () => void navigate(followsPlace('orders')) },
  ]
  return (
    <Space.Compact>
      <Button
        aria-pressed={isFollowed}
        title={isFollowed ? '不再提醒公开进展' : '有公开进展时提醒'}
        loading={order.busy}
        onClick={() => void order.set(orderId, !isFollowed)}
      >
        {isFollowed ? '已关注' : '关注项目'}
      </Button>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <Button aria-label="更多关注">⋯</Button>
      </Dropdown>
    </Space.Compact>
  )
}
