import { Link, useLocation } from 'react-router'
import type { PropsOf } from '#contract/slot.ts'
import { formatTime } from '#contract/time.ts'
import type { ORDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { onlineReview } from '../contract.ts'
import { reviewPlace } from '../rules/places.ts'
import { REVIEW_STATES } from '../rules/review.ts'
import { REVIEW_TONES } from './tones.ts'

/** Where the review by opinions of an order stands. */
export function Part({ order: { orderId } }: PropsOf<typeof ORDER_SLOTS.opinions>) {
  const side = useLocation().pathname.startsWith('/agency') ? 'agency' : 'purchaser'
  const query = useCall(onlineReview, { params: { orderId } })
  return (
    <WhenLoaded query={query}>
      {({ reviews: [last], actions }) => {
        if (last)
          return (
            <p className="kb-row kb-gap-12 kb-wrap">
              <StatusTag label={REVIEW_STATES[last.status]} tone={REVIEW_TONES[last.status]} />
              <span className="kb-hint">提交截止 {formatTime(last.deadline)}</span>
              <Link to={reviewPlace(orderId, 'file', side)}>查看线上评审 ›</Link>
            </p>
          )
        const start = actions.find(({ action }) => action === 'start')
        if (!start) return <p className="kb-muted">未组织线上评审</p>
        if (start.reason) return <p className="kb-muted">{start.reason}</p>
        return <Link to={reviewPlace(orderId, 'setting', side)}>组织线上评审 ›</Link>
      }}
    </WhenLoaded>
  )
}
