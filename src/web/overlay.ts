import { useSyncExternalStore } from 'react'

let covering = 0
const listeners = new Set<() => void>()

/** Covers the page until the returned function is called; covers may overlap. */
export function cover(): () => void {
  let open = true
  change(1)
  return () => {
    if (open) change(-1)
    open = false
  }
}

/** Whether something covers the page now. */
export function useCovered(): boolean {
  return useSyncExternalStore(subscribe, () => covering > 0)
}

function change(by: number): void {
  covering += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
