import { useLocation, useParams, useSearchParams } from 'react-router'
import { expertReads, purchaserReads } from '../contract/reads.ts'

/** Who looks at the review: a member of its committee, or the company that buys or runs the order. */
export type Side = 'member' | 'owner'
export type StepKey = 'leader-recommend' | 'review-session' | 'review-report/first-stage' | 'review-report'

/** What a session shows instead of a way; it stands in the address as `?view=`. */
export type SessionView = 'asks' | 'offers' | 'corrections' | 'waste' | 'compare' | 'draws'

/** The reads of both sides answer alike; what differs is the address and who gets in. */
export type Reads = typeof expertReads

export interface ReviewAddress {
  side: Side
  projectId: string
  /** Way in the address of the review session. */
  wayId: string | undefined
  view: SessionView | null
  reads: Reads
  back: string
  /** The opening hall, for the owner. */
  hall: string
  step: (key: StepKey) => string
  way: (way: { wayId: string; wayType: number }) => string
}

const VIEWS: readonly SessionView[] = ['asks', 'offers', 'corrections', 'waste', 'compare', 'draws']

/** The review in the address, and where its pages stand for this viewer. */
export function useReviewAddress(): ReviewAddress {
  const { pathname } = useLocation()
  const { projectId, orderId, wayId } = useParams()
  const [query] = useSearchParams()
  const id = projectId ?? orderId ?? ''
  const isMember = pathname.startsWith('/review/')
  const order = `/${pathname.split('/')[1]}/bidding/orders/${id}`
  const base = isMember ? `/review/projects/${id}` : `${order}/kpb/review-hall`
  return {
    side: isMember ? 'member' : 'owner',
    projectId: id,
    wayId,
    view: VIEWS.find((view) => view === query.get('view')) ?? null,
    reads: isMember ? expertReads : purchaserReads,
    back: isMember ? '/review/tasks' : `${order}/review`,
    hall: `${order}/kpb/open-hall-home`,
    step: (key) => `${base}/${key}`,
    way: (way) => `${base}/review-session/${way.wayId}/${way.wayType}`,
  }
}
