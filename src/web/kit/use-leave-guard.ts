import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { callContext } from '../call.ts'
import { ask } from '../feedback.ts'

/** What stands open in this window, with what to say of it. */
const guards = new Set<() => string | null>()

/** What would be lost by leaving now, in words; null: nothing. For a page around this one, which has a router of its own. */
export function lossOnLeaving(): string | null {
  for (const guard of guards) {
    const loss = guard()
    if (loss !== null) return loss
  }
  return null
}

/** Asks before the person leaves the page, by link, by back, or by closing the window, while `when` holds. */
export function useLeaveGuard(when: () => boolean, content: string): void {
  const blocker = useBlocker(
    // Somebody whose session ended must go; the draft is kept.
    ({ currentLocation, nextLocation }) =>
      callContext.owner !== '' && when() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void ask({ title: '确认离开？', content, okText: '离开', cancelText: '留在本页' }).then((leave) =>
      leave ? blocker.proceed() : blocker.reset(),
    )
  }, [blocker, content])
  useEffect(() => {
    const stop = (event: BeforeUnloadEvent) => {
      if (when()) event.preventDefault()
    }
    window.addEventListener('beforeunload', stop)
    return () => window.removeEventListener('beforeunload', stop)
  }, [when])
  useEffect(() => {
    const guard = () => (when() ? content : null)
    guards.add(guard)
    return () => void guards.delete(guard)
  }, [when, content])
}
