import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { safeReturn } from '../navigation.ts'
import { Splash } from './splash.tsx'

const RELOAD_AFTER_MS = 500

/** Between two companies: nothing of the one before may stay in memory, so the page is loaded anew. */
export function Screen() {
  const [search] = useSearchParams()
  const to = safeReturn(search.get('to'))
  useEffect(() => {
    const timer = setTimeout(() => window.location.replace(to), RELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [to])
  return <Splash />
}
