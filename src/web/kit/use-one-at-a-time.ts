import { useRef } from 'react'

/**
 * The same work, but never twice at one instant: what a double click asks for while the first still runs is dropped. A
 * form that is validated again meanwhile would call the first validation outdated, which is no mistake of the person's.
 */
export function useOneAtATime(work: () => Promise<unknown>): () => Promise<void> {
  const busy = useRef(false)
  return async () => {
    if (busy.current) return
    busy.current = true
    await work().finally(() => (busy.current = false))
  }
}
