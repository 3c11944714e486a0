import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get: () => T
  set: (part: Partial<T>) => void
  use: () => T
}

/** A value shared by the whole page, outside React, that components follow. */
export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    set(part) {
      value = { ...value, ...part }
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
