import { useCallback, useMemo } from 'react'
import { flushSync } from 'react-dom'
import type { Item } from '#features/procurement/contract/shared.ts'
import { useRowsInSight } from '#web/kit/use-rows-in-sight.ts'

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
  const { box, first, last, onScroll } = useRowsInSight({ count, height: ROW_HEIGHT, beyond: BEYOND })
  /** Scrolls just so far that the row is in sight below the head. */
  const show = useCallback(
    (row: number) => {
      const element = box.current
      if (!element) return
      const upper = row * ROW_HEIGHT
      const lower = upper + ROW_HEIGHT + HEAD_HEIGHT
      if (upper < element.scrollTop) element.scrollTo({ top: upper })
      else if (lower > element.scrollTop + element.clientHeight) element.scrollTo({ top: lower - element.clientHeight })
      else return
      // Drawn at once: the next key may come before the browser's own scroll event.
      flushSync(onScroll)
    },
    [box, onScroll],
  )
  return { box, first, last, top: first * ROW_HEIGHT, onScroll, show }
}
