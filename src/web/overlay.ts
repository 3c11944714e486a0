import { useSyncExternalStore } from 'react'

let covering = 0
/** Things being asked of the person: what covers the page would lie above the dialogs. */
let asking = 0
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

/** Asks the person something; meanwhile nothing covers the page. */
export async function whileAsking<T>(ask: () => Promise<T>): Promise<T> {
  asking++
  change(0)
  try {
    return await ask()
  } finally {
    asking--
    change(0)
  }
}

/** Whether something covers the page now. */
export function useCovered(): boolean {
  return useSyncExternalStore(subscribe, () => covering > 0 && asking === 0)
}

function change(by: number): void {
  covering += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
