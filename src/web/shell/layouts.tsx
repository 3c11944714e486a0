import type { ReactNode } from 'react'
import { Suspense, lazy } from 'react'
import type { Screen } from '../screen.ts'
import { DefaultLayout } from './default-layout.tsx'
import { ShellParts } from './shell-parts.tsx'
import { useSession } from './session.ts'
import { Splash } from './splash.tsx'

const HallLayout = lazy(() => import('./hall-layout.tsx').then((m) => ({ default: m.HallLayout })))
const ReviewLayout = lazy(() => import('./review-layout.tsx').then((m) => ({ default: m.ReviewLayout })))

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
