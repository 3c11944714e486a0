import type { ReactNode } from 'react'
import { Suspense, lazy } from 'react'
import type { Screen } from '../screen.ts'
import { DefaultLayout } from './default-layout.tsx'
import { ShellParts } from './shell-parts.tsx'
import { useSession } from './session.ts'
import { Splash } from './splash.tsx'

const loadHall = () => import('./hall-layout.tsx').then((m) => ({ default: m.HallLayout }))
const loadReview = () => import('./review-layout.tsx').then((m) => ({ default: m.ReviewLayout }))
const HallLayout = lazy(loadHall)
const ReviewLayout = lazy(loadReview)

/** Fetches the code of a screen and of its frame ahead; whether that fails is told by who shows them. */
export function fetchAhead(screen: Screen): void {
  const frames = { hall: loadHall, review: loadReview }
  const { layout } = screen
  const frame = layout === 'hall' || layout === 'review' ? frames[layout] : null
  Promise.all([screen.load(), frame?.()]).catch(() => undefined)
}

/** The frame of a screen; it stays in place between screens with the same one. */
export function LayoutFor({ screen, children }: { screen: Screen; children: ReactNode }) {
  const signedIn = useSession().phase === 'in'
  return (
    <>
      {frame(screen, children)}
      {signedIn && <ShellParts place="overlay" />}
    </>
  )
}

function frame(screen: Screen, children: ReactNode): ReactNode {
  switch (screen.layout ?? 'default') {
    case 'default':
      return (
        <DefaultLayout screen={screen} side>
          {children}
        </DefaultLayout>
      )
    case 'top':
      return (
        <DefaultLayout screen={screen} side={false}>
          {children}
        </DefaultLayout>
      )
    case 'none':
      return children
    case 'hall':
      return (
        <Suspense fallback={<Splash />}>
          <HallLayout>{children}</HallLayout>
        </Suspense>
      )
    case 'review':
      return (
        <Suspense fallback={<Splash />}>
          <ReviewLayout>{children}</ReviewLayout>
        </Suspense>
      )
  }
}
