import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { fetched } from '../fetched.tsx'
import type { Screen } from '../screen.ts'
import { DefaultLayout } from './default-layout.tsx'
import { fetchScreen } from './screen-host.tsx'
import { ShellParts } from './shell-parts.tsx'
import { useSession } from './session.ts'
import { Splash } from './splash.tsx'

const HallLayout = fetched(() => import('./hall-layout.tsx').then((m) => m.HallLayout))
const ReviewLayout = fetched(() => import('./review-layout.tsx').then((m) => m.ReviewLayout))
const FRAMES = { hall: HallLayout, review: ReviewLayout }

/** Fetches the code of a screen and of its frame ahead; whether that fails is told by who shows them. */
export function fetchAhead(screen: Screen): void {
  const { layout } = screen
  const frame = layout === 'hall' || layout === 'review' ? FRAMES[layout] : null
  Promise.all([fetchScreen(screen), frame?.fetch()]).catch(() => undefined)
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
