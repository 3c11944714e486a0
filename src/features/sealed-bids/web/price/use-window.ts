import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Item } from '#features/procurement/contract/shared.ts'

/** px; every row of the grid is exactly as high, which is what makes the window cheap. */
export const ROW_HEIGHT = 44
const HEAD_HEIGHT = 37
const BEYOND = 8

export type VisualRow = { kind: 'section'; at: number; name: string } | { kind: 'item'; at: number }

/** Lines with a heading wherever a new section begins; `ofItem` tells where a line stands. */
export function useVisualRows(items: readonly Item[]): { visual: VisualRow[]; ofItem: number[] } {
  return useMemo(() => {
    const visual: VisualRow[] = []
    const ofItem: number[] = []
    items.forEach((item, at) => {
      if (item.section !== '' && item.section !== items[at - 1]?.section)
        visual.push({ kind: 'section', at, name: item.section })
      ofItem.push(visual.length)
      visual.push({ kind: 'item', at })
    })
    return { visual, ofItem }
  }, [items])
}

/** Which of `count` rows are in sight of a scrolled box, with a few on each side. */
export function useWindow(count: number) {
  const box = useRef<HTMLDivElement>(null)
  const [first, setFirst] = useState(0)
  const [height, setHeight] = useState(600)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const onScroll = useCallback(() => {
    const at = Math.max(0, Math.floor((box.current?.scrollTop ?? 0) / ROW_HEIGHT) - BEYOND)
    // In steps: a row more or less at the edge is not worth drawing anew.
    setFirst(at - (at % 4))
  }, [])
  /** Scrolls just so far that the row is in sight below the head. */
  const show = useCallback(
    (row: number) => {
      const element = box.current
      if (!element) return
      const upper = row * ROW_HEIGHT
      const lower = upper + ROW_HEIGHT + HEAD_HEIGHT
      if (upper < element.scrollTop) element.scrollTop = upper
      else if (lower > element.scrollTop + element.clientHeight) element.scrollTop = lower - element.clientHeight
      else return
      // Drawn at once: the next key may come before the browser's own scroll event.
      flushSync(onScroll)
    },
    [onScroll],
  )
  const last = Math.min(count, first + Math.ceil(height / ROW_HEIGHT) + 2 * BEYOND + 4)
  return { box, first, last, top: first * ROW_HEIGHT, onScroll, show }
}
