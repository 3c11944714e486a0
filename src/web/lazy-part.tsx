import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { Boundary, LoadFailure } from './shell/boundary.tsx'

/**
 * A part of a screen whose code is fetched when it is first drawn. Where it does not come, the part says so and can be fetched
 * again: what stands around it, and what was entered there, stays. `placeholder`: shown meanwhile.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode = null,
): ComponentType<P> {
  const begin = () => lazy(() => load().then((component) => ({ default: component }))) as unknown as ComponentType<P>
  let latest = begin()
  return function LazyPart(props: P) {
    // The same for as long as it stands: another type would be another component, with nothing kept.
    const [{ Part, attempt }, keep] = useState({ Part: latest, attempt: 0 })
    const retry = () => {
      latest = begin()
      keep({ Part: latest, attempt: attempt + 1 })
    }
    return (
      <Boundary key={attempt} fallback={<LoadFailure onRetry={retry} />}>
        <Suspense fallback={placeholder}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}
