import type { ComponentProps } from 'react'
import { lazy, Suspense } from 'react'
import type { Chart as Drawn } from './chart.tsx'
import { Skeleton } from './states.tsx'

const Chart = lazy(() => import('./chart.tsx').then((m) => ({ default: m.Chart })))

/** A chart; the library that draws it is loaded with the first one. Keep `series` and `x` steady between renders. */
export function LazyChart(props: ComponentProps<typeof Drawn>) {
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Chart {...props} />
    </Suspense>
  )
}
