import { type ComponentType, lazy, useState } from 'react'

/** A component whose code is fetched when it is first drawn, or before by `fetch`. Stands within a Suspense. */
export type Fetched<P> = ComponentType<P> & { fetch(): Promise<unknown> }

/**
 * Like React's `lazy`, except that what is here already is drawn at once: whatever has been waited for React holds back
 * until 300 ms after the last placeholder, even if it waited for nothing.
 */
export function fetched<P extends object>(load: () => Promise<ComponentType<P>>): Fetched<P> {
  let loading: Promise<ComponentType<P>> | null = null
  let ready: ComponentType<P> | null = null
  const fetch = () => {
    loading ??= load().then((component) => (ready = component))
    return loading
  }
  const Later = lazy(() => fetch().then((component) => ({ default: component }))) as unknown as ComponentType<P>
  function Body(props: P) {
    // The same for as long as it stands: another type would be another component, with nothing kept.
    const [Kept] = useState(() => ready ?? Later)
    return <Kept {...props} />
  }
  return Object.assign(Body, { fetch })
}
