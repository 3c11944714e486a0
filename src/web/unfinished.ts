import { useEffect } from 'react'

const begun = new Map<symbol, string>()

/**
 * While `reason` is given, something on the page would silently be left out by a changing call: a file being sent, an
 * amount that is not one. The reason says what to do first.
 */
export function useUnfinished(reason: string | null): void {
  useEffect(() => {
    if (reason === null) return
    const id = Symbol(reason)
    begun.set(id, reason)
    return () => void begun.delete(id)
  }, [reason])
}

/** Why nothing may be handed in from this page yet; null when it may. */
export function whyUnfinished(): string | null {
  return begun.values().next().value ?? null
}
