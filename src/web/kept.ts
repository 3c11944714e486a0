import { useCallback, useState } from 'react'

const memory = new Map<string, unknown>()

/**
 * `useState` whose value outlives the screen: a list found as it was left, a half-typed answer still there after a
 * look at something else. Lives as long as the page; drafts that must survive more belong into `useDraft`.
 */
export function useKept<T>(key: string, initial: T): [T, (next: T) => void] {
  const [value, setValue] = useState<T>(() => (memory.has(key) ? (memory.get(key) as T) : initial))
  const set = useCallback(
    (next: T) => {
      memory.set(key, next)
      setValue(next)
    },
    [key],
  )
  return [value, set]
}

/** Forgets everything: another person or company must not find it. */
export function forgetKept(): void {
  memory.clear()
}
