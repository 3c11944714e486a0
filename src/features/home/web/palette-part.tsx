import { lazy, Suspense, useEffect, useState } from 'react'
import { tr } from '#web/kit/labels.ts'
import { useSession } from '#web/shell/session.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(() => loadPalette().then((module) => ({ default: module.Palette })))
/** The code is there before it is asked for, so that what is typed at once is not lost; the page comes first. */
const AHEAD_MS = 3000
const IS_MAC = navigator.platform.startsWith('Mac')

/** Opens the palette, by its button or by Ctrl+K (⌘K); its code comes after the page. */
export function Part() {
  const { workbench } = useSession()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen((is) => !is)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => {}), AHEAD_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!workbench) return null
  return (
    <>
      <button
        type="button"
        className="kb-unread kb-place-centre kb-relative kb-soft home-palette-open"
        aria-label={tr('查找与跳转')}
        aria-keyshortcuts="Control+K Meta+K"
        title={`${tr('查找与跳转')}（${IS_MAC ? '⌘K' : 'Ctrl+K'}）`}
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
          <path
            d="M11 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0m-1.2 2.8 3.7 3.7"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.25"
            strokeLinecap="round"
          />
        </svg>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
