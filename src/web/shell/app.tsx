import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { connectNavigation } from '../navigation.ts'
import { createQueryClient } from '../query-client.ts'
import type { WebFeature } from '../screen.ts'
import { keepCurrent } from '../stale.ts'
import { PageFailure } from './boundary.tsx'
import { watchCalls } from './call-errors.ts'
import { FeaturesContext, featureTables } from './feature-tables.ts'
import { Root } from './root.tsx'
import { CallCover, PageTheme } from './theme-provider.tsx'

/** The whole application. */
export function App({ features }: { features: readonly WebFeature[] }) {
  const [tables] = useState(() => featureTables(features))
  const [client] = useState(createQueryClient)
  const [router] = useState(() =>
    createBrowserRouter([{ path: '*', element: <Root />, errorElement: <PageFailure /> }]),
  )
  useEffect(() => whenIdle(() => void import('../kit/preload.ts')), [])
  useEffect(() => keepCurrent(client), [client])
  useEffect(() => {
    connectNavigation((to, options) => void router.navigate(to, options))
    return watchCalls()
  }, [router])
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

/** Runs `work` when the browser has time; Safari has no idle callback and waits two seconds instead. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 2_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 4_000 })
  return () => cancelIdleCallback(handle)
}
