import { useCallback, useEffect, useState } from 'react'
import { loadDevice, saveDevice } from './device-store.ts'

export interface Device {
  /** False while this browser's own database is being read. */
  isKnown: boolean
  /** Hex; null when this browser has none. */
  secret: string | null
  /** Kept on this page at once, and in the browser if it lets us; false when it does not. */
  keep: (secret: string) => Promise<boolean>
}

/** The own device's secret for one ceremony, as this browser holds it; officers may share a browser. */
export function useDevice(ceremonyId: string, index: number): Device {
  const key = `${ceremonyId}|${index}`
  const [state, setState] = useState<Pick<Device, 'isKnown' | 'secret'>>({ isKnown: false, secret: null })
  useEffect(() => {
    let gone = false
    void (async () => {
      const secret = await loadDevice(key).catch(() => undefined)
      if (!gone) setState({ isKnown: true, secret: secret ?? null })
    })()
    return () => {
      gone = true
    }
  }, [key])
  const keep = useCallback(
    async (secret: string) => {
      setState({ isKnown: true, secret })
      return saveDevice(key, secret).then(
        () => true,
        () => false,
      )
    },
    [key],
  )
  return { ...state, keep }
}
