import type { ComponentType } from 'react'
import { Suspense, useEffect, useState } from 'react'
import type { Path } from 'react-router'
import { useLocation, useRoutes } from 'react-router'
import { type Fetched, fetched } from '../fetched.tsx'
import { tr } from '../kit/labels.ts'
import { Skeleton } from '../kit/states.tsx'
import { setPageTitle } from '../page-title.ts'
import type { Screen } from '../screen.ts'
import { Boundary, LoadFailure } from './boundary.tsx'
import type { ScreenRoute } from './guard.ts'

/** How long a screen's code may take to arrive (specification part 1 section 8). */
const LOAD_TIMEOUT_MS = 120_000

const loaded = new Map<Screen, Fetched<Record<string, unknown>>>()

interface ScreenHostProps {
  route: ScreenRoute
  /** Where the screen believes to be, when it stands inside another page. */
  at?: Partial<Path>
}

/** Shows a screen: its code is fetched when first needed; a failed fetch can be repeated. */
export function ScreenHost({ route, at }: ScreenHostProps) {
  const screen = route.handle
  const here = useLocation()
  const { pathname } = at ?? here
  const [attempt, setAttempt] = useState(0)
  const inside = at !== undefined
  useEffect(() => {
    if (!inside) setPageTitle(tr(screen.title))
  }, [screen, inside])
  const Body = componentOf(screen)
  const retry = () => {
    loaded.delete(screen)
    setAttempt((n) => n + 1)
  }
  // The route is matched again for its own pattern, so that useParams() answers inside.
  const element = useRoutes(
    [
      {
        path: route.path,
        element: (
          <Suspense key={route.path} fallback={<Skeleton title lines={8} />}>
            {/* oxlint-disable-next-line react/static-components -- kept per screen in a table, not made here */}
            <Body {...screen.props} />
          </Suspense>
        ),
      },
    ],
    at,
  )
  return (
    <Boundary key={`${pathname}.${attempt}`} fallback={<LoadFailure onRetry={retry} />}>
      {element}
    </Boundary>
  )
}

/** Fetches a screen's code before it is shown. */
export function fetchScreen(screen: Screen): Promise<unknown> {
  return componentOf(screen).fetch()
}

function componentOf(screen: Screen): Fetched<Record<string, unknown>> {
  const known = loaded.get(screen)
  if (known) return known
  const component = fetched(async () => {
    const module = await withTimeout(screen.load())
    return ('Screen' in module ? module.Screen : module.default) as ComponentType<Record<string, unknown>>
  })
  loaded.set(screen, component)
  return component
}

/** Code that is fetched; rejects when it does not come in time. */
export async function withTimeout<T>(loading: Promise<T>, ms = LOAD_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('screen took too long to load')), ms)
  })
  return Promise.race([loading, tooLong]).finally(() => clearTimeout(timer))
}
