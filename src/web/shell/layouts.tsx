import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { fetched } from '../fetched.tsx'
import type { Screen } from '../screen.ts'
import { Boundary, PageFailure } from './boundary.tsx'
import { DefaultLayout } from './default-layout.tsx'
import { fetchScreen, withTimeout } from './screen-host.tsx'
import { Parts } from './parts.tsx'
import { SHELL } from './slots.ts'
import { useSession } from './session.ts'
import { Splash } from './splash.tsx'

const HallLayout = fetched(() => withTimeout(import('./hall-layout.tsx')).then((m) => m.HallLayout))
const ReviewLayout = fetched(() => withTimeout(import('./review-layout.tsx')).then((m) => m.ReviewLayout))
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
      <Boundary key={kindOf(screen)} fallback={<PageFailure />}>
        {frame(screen, children)}
      </Boundary>
      {signedIn && <Parts of={SHELL.overlay} />}
    </>
  )
}

/** Of frames of one kind, the one that is there stays: it keeps its state. */
function kindOf({ layout = 'default' }: Screen): string {
  return layout === 'top' ? 'default' : layout
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
