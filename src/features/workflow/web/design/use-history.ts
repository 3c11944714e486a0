import { useCallback, useState } from 'react'

const MOST = 100

interface History<T> {
  past: readonly T[]
  now: T
  future: readonly T[]
  /** What the last change was about: changes about the same thing are one step. */
  about: string | null
}

/** A value whose changes can be taken back. Typing in one field (`about`) counts as one change. */
export function useHistory<T>(initial: () => T) {
  const [history, setHistory] = useState<History<T>>(() => ({
    past: [],
    now: initial(),
    future: [],
    about: null,
  }))
  const set = useCallback((now: T, about: string | null = null) => {
    setHistory((h) => ({
      past: about !== null && about === h.about ? h.past : [...h.past, h.now].slice(-MOST),
      now,
      future: [],
      about,
    }))
  }, [])
  const undo = useCallback(() => {
    setHistory((h) => {
      const before = h.past.at(-1)
      if (before === undefined) return h
      return { past: h.past.slice(0, -1), now: before, future: [h.now, ...h.future], about: null }
    })
  }, [])
  const redo = useCallback(() => {
    setHistory((h) => {
      const [next, ...future] = h.future
      if (next === undefined) return h
      return { past: [...h.past, h.now], now: next, future, about: null }
    })
  }, [])
  return { now: history.now, set, undo, redo, canUndo: history.past.length > 0, canRedo: history.future.length > 0 }
}
