import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createMemoryRouter, NavigationType, NavLink, useLocation, useNavigate, useNavigationType } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { connectNavigation } from '#web/navigation.ts'
import { tr } from '#web/kit/labels.ts'
import { createQueryClient } from '#web/query-client.ts'
import { hasRight } from '#web/screen.ts'
import { keepCurrent } from '#web/stale.ts'
import { PageFailure } from '#web/shell/boundary.tsx'
import { watchCalls } from '#web/shell/call-errors.ts'
import { FeaturesContext, type FeatureTables, useFeatures } from '#web/shell/feature-tables.ts'
import { screenAt } from '#web/shell/guard.ts'
import { Screen as NoRight } from '#web/shell/not-right-screen.tsx'
import { ScreenHost } from '#web/shell/screen-host.tsx'
import { useSession } from '#web/shell/session.ts'
import { CallCover, PageTheme } from '#web/shell/theme-provider.tsx'
import { MICRO_APPS, type MicroApp } from '../../rules/apps.ts'
import { holds } from '../../rules/route.ts'
import type { AppHost } from '../host.ts'

/** The whole of an app: the screens that it holds, below a router whose address is a part of the page's around it. */
export function ChildApp({ host, tables }: { host: AppHost; tables: FeatureTables }) {
  const [client] = useState(createQueryClient)
  const [router] = useState(() =>
    createMemoryRouter([{ path: '*', element: <Inside host={host} />, errorElement: <PageFailure /> }], {
      initialEntries: [host.route()],
    }),
  )
  useEffect(() => keepCurrent(client), [client])
  useEffect(() => {
    connectNavigation((to, options) => void router.navigate(to, options))
    return watchCalls()
  }, [router])
  useEffect(
    () =>
      host.listen((route) => {
        const { pathname, search, hash } = router.state.location
        if (route !== pathname + search + hash) void router.navigate(route, { replace: true, state: FROM_HOST })
      }),
    [host, router],
  )
  return (
    <FeaturesContext value={tables}>
      <QueryClientProvider client={client}>
        <PageTheme>
          <RouterProvider router={router} />
          <CallCover />
        </PageTheme>
      </QueryClientProvider>
    </FeaturesContext>
  )
}

/**
 * State of a location that the page around the app has asked for. Saying it back is not only needless: that page may be a
 * step further by then (someone goes back twice), and would be led to where it no longer is.
 */
const FROM_HOST = 'from-host'

function Inside({ host }: { host: AppHost }) {
  const app: MicroApp = MICRO_APPS[host.app]
  const { pathname, search, hash, state } = useLocation()
  const { tableOf } = useFeatures()
  const { workbench, rights } = useSession()
  const navigate = useNavigate()
  const kind = useNavigationType()
  const here = pathname + search + hash
  const isOwn = holds(app, here)
  useEffect(() => {
    if (state === FROM_HOST) return
    const replace = kind !== NavigationType.Push
    if (isOwn) return host.moved(here, replace)
    host.leave(here, replace)
    // Should the person stay after all, the app is where it was.
    if (kind === NavigationType.Push) void navigate(-1)
  }, [host, here, isOwn, kind, navigate, state])
  const route = isOwn ? screenAt(tableOf(workbench), pathname) : null
  if (!route) return null
  return (
    <>
      <Tabs app={app} />
      {hasRight(route.handle, rights) ? <ScreenHost route={route} /> : <NoRight />}
    </>
  )
}

/** The app's lists, as far as the person may open them. */
function Tabs({ app }: { app: MicroApp }) {
  const { tableOf } = useFeatures()
  const { workbench, rights } = useSession()
  const table = tableOf(workbench)
  const tabs = (workbench && app.tabs[workbench])?.filter(({ to }) => {
    const route = screenAt(table, to)
    return route && hasRight(route.handle, rights)
  })
  if (!tabs || tabs.length < 2) return null
  return (
    <nav className="kb-tabs kb-flex kb-gap-20 kb-scroll-x kb-rule kb-below-12" aria-label={tr(app.title)}>
      {tabs.map(({ label, to }) => (
        <NavLink key={to} to={to}>
          {tr(label)}
        </NavLink>
      ))}
    </nav>
  )
}
