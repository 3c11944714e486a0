import { Suspense, lazy } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState, Skeleton } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useStaleSince } from '#web/kit/stale-note.tsx'
import { useLive } from '#web/live.ts'
import { useReviewHead } from '#web/shell/hall-head.ts'
import { useCall } from '#web/use-call.ts'
import { supplierProject } from '../../contract/offers.ts'
import { LOOK_MS } from '../review-data.ts'
import { ViewTabs } from '../view-tabs.tsx'
import '../review.css'
import '../cards.css'

const OwnAsks = lazy(() => import('./own-asks.tsx').then((m) => ({ default: m.OwnAsks })))
const OwnCorrections = lazy(() => import('./own-corrections.tsx').then((m) => ({ default: m.OwnCorrections })))
const OwnOffers = lazy(() => import('./own-offers.tsx').then((m) => ({ default: m.OwnOffers })))

type View = 'asks' | 'corrections' | 'offers'

/** A bidder's side of the review: questions to it, corrections of its price, rounds it may quote in. Nothing of others. */
export function Screen() {
  const { orderId = '', projectId = '', bidderId = '' } = useParams()
  const query = useCall(supplierProject, { params: { projectId } }, { fresh: 0, every: LOOK_MS })
  useLive(`review-bidder:${bidderId}`)
  useReviewHead({
    title: query.data?.orderName,
    back: `/supplier/bid/orders/${orderId}/info`,
    since: useStaleSince(query),
  })
  return (
    <WhenLoaded query={query}>
      {(project) => {
        const bidder = project.bidders.find((b) => b.bidderId === bidderId)
        return bidder ? (
          <Hall project={project} bidderId={bidderId} name={bidder.supplierName} />
        ) : (
          <EmptyState title="内容不存在" hint="该投标不属于贵单位，或已不在评审中" />
        )
      }}
    </WhenLoaded>
  )
}

interface HallProps {
  project: OutputOf<typeof supplierProject>
  bidderId: string
  name: string
}

function Hall({ project, bidderId, name }: HallProps) {
  const { projectId, counts } = project
  const [search] = useSearchParams()
  const entries: readonly [View, string, number][] = [
    ['asks', '询标', counts.waitingAsks],
    ['offers', '评审报价', counts.openRounds],
    ['corrections', '算术修正', counts.waitingCorrections],
  ]
  // Where nothing is chosen: what waits for an answer.
  const waiting = entries.find(([, , count]) => count > 0)?.[0]
  const view = entries.find(([key]) => key === search.get('view'))?.[0] ?? waiting ?? 'asks'
  return (
    <div className="rv-page kb-column kb-gap-20 rv-middle">
      <header className="kb-row kb-gap-24 kb-loose kb-between kb-wrap">
        <p className="kb-row kb-gap-16 kb-tight kb-wrap">
          <b>{name}</b>
          <StatusTag label={project.stage} tone={project.isRunning ? 'active' : 'neutral'} />
          <span className="kb-hint">{project.orderCode}</span>
          <span className="kb-hint">{project.ownerName}</span>
        </p>
      </header>
      <ViewTabs entries={entries} view={view} className="rv-own-views kb-rule" />
      <Suspense fallback={<Skeleton lines={8} />}>
        {view === 'asks' && <OwnAsks projectId={projectId} bidderId={bidderId} />}
        {view === 'offers' && <OwnOffers projectId={projectId} bidderId={bidderId} />}
        {view === 'corrections' && <OwnCorrections projectId={projectId} bidderId={bidderId} />}
      </Suspense>
    </div>
  )
}
