import { Suspense, lazy } from 'react'
import { Skeleton } from '#web/kit/states.tsx'
import type { Project } from '../review-data.ts'
import type { SessionView as View } from '../review-address.ts'

const Asks = lazy(() => import('../asks/ask-view.tsx').then((m) => ({ default: m.AskView })))
const Offers = lazy(() => import('../offers/offer-view.tsx').then((m) => ({ default: m.OfferView })))
const Corrections = lazy(() =>
  import('../corrections/correction-view.tsx').then((m) => ({ default: m.CorrectionView })),
)
const Waste = lazy(() => import('./waste-view.tsx').then((m) => ({ default: m.WasteView })))
const Compare = lazy(() => import('./compare-view.tsx').then((m) => ({ default: m.CompareView })))
const Draws = lazy(() => import('../draws/draw-view.tsx').then((m) => ({ default: m.DrawView })))

/** What the session shows instead of a way; the same for committee and purchaser, with the actions each has. */
export function SessionView({ project, view }: { project: Project; view: View }) {
  return <Suspense fallback={<Skeleton lines={10} />}>{content(project, view)}</Suspense>
}

function content(project: Project, view: View) {
  switch (view) {
    case 'asks':
      return <Asks project={project} />
    case 'offers':
      return <Offers project={project} />
    case 'corrections':
      return <Corrections project={project} />
    case 'waste':
      return <Waste project={project} />
    case 'compare':
      return <Compare project={project} />
    case 'draws':
      return <Draws project={project} />
  }
}
