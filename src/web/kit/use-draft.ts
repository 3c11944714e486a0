import { useCallback, useEffect, useRef, useState } from 'react'
import { callContext } from '../call.ts'
import { clock } from '../clock.ts'

const PAUSE_MS = 800

export interface DraftOptions<T> {
  /** Where a server draft is kept; without it the draft stays in this browser. Rejecting keeps the draft unsaved. */
  save?: (values: T) => Promise<unknown>
}

export interface Draft<T> {
  /** What was left here before, null if nothing. */
  restored: T | null
  /** Call with the whole content on every change; it is saved after a short pause. */
  change: (values: T) => void
  /** ISO instant of the last save, by the server's clock; null before the first. */
  savedAt: string | null
  /** Something was changed since the page was opened, and not yet submitted. */
  dirty: boolean
  /** The last save failed: the content is on this page only. */
  failed: boolean
  /** Saves what is pending now; resolves when nothing is on its way any more. */
  flush: () => Promise<void>
  /** Submitted or thrown away: the draft is gone. */
  clear: () => void
}

interface Stored<T> {
  at: string
  values: T
}

/**
 * A draft that saves itself. `key` names the form and its record (`procurement.project.<id>`); drafts in the browser are
 * kept per person and company, and outlive a session that ends in the middle of the work.
 */
export function useDraft<T>(key: string, { save }: DraftOptions<T> = {}): Draft<T> {
  // Fixed at the beginning: a session that ends meanwhile must not move the draft.
  const [place] = useState(() => `kb.draft.${callContext.owner}.${key}`)
  const [stored] = useState(() => read<T>(place))
  const [savedAt, setSavedAt] = useState<string | null>(stored?.at ?? null)
  const [dirty, setDirty] = useState(false)
  const [failed, setFailed] = useState(false)
  const pending = useRef<T | null>(null)
  const running = useRef<Promise<void> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestSave = useRef(save)
  latestSave.current = save

  const saveNow = useCallback(async () => {
    const values = pending.current
    if (values === null) return
    pending.current = null
    const at = new Date(clock.now()).toISOString()
    try {
      if (latestSave.current) await latestSave.current(values)
      else localStorage.setItem(place, JSON.stringify({ at, values } satisfies Stored<T>))
      setSavedAt(at)
      setFailed(false)
    } catch {
      pending.current ??= values
      setFailed(true)
    }
  }, [place])

  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    // One at a time: a save that is overtaken by a later one, or by what is handed in behind it, would be refused.
    while (running.current) await running.current
    const saving = saveNow()
    running.current = saving
    await saving
    running.current = null
  }, [saveNow])

  const change = useCallback(
    (values: T) => {
      pending.current = values
      setDirty(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), PAUSE_MS)
    },
    [flush],
  )

  const clear = useCallback(() => {
    clearTimeout(timer.current)
    pending.current = null
    localStorage.removeItem(place)
    setDirty(false)
    setSavedAt(null)
  }, [place])

  useEffect(() => {
    const onHide = () => void flush()
    // The page may go before the component does: a reload, another address.
    window.addEventListener('pagehide', onHide)
    return () => {
      window.removeEventListener('pagehide', onHide)
      onHide()
    }
  }, [flush])
  return { restored: stored?.values ?? null, change, savedAt, dirty, failed, flush, clear }
}

/**
 * The values of a form with their draft. They begin as they were left here, else as `begin` says; `change` takes the parts
 * that change.
 */
export function useDraftValues<T extends object>(key: string, begin: () => T) {
  const draft = useDraft<T>(key)
  const [values, setValues] = useState<T>(() => draft.restored ?? begin())
  const change = (part: Partial<T>) => {
    const next = { ...values, ...part }
    setValues(next)
    draft.change(next)
  }
  return { draft, values, change }
}

function read<T>(place: string): Stored<T> | null {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null') as Stored<T> | null
  } catch {
    return null
  }
}
