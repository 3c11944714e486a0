import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Place, scrollTo, type Sight, shapeOf, sightOf } from './shape.ts'

interface Counts {
  leads: readonly number[]
  columns: number
  rows: number
  foot: number
}

/** What of a scrolled box is in sight: its shape by the room there is, and the rows and columns that are drawn. */
export function useSight({ leads, columns, rows, foot }: Counts) {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 1000, height: 600 })
  const [offset, setOffset] = useState({ left: 0, top: 0 })
  const shape = shapeOf(room.width, { leads, columns, rows, foot })
  const sight = sightOf(shape, { ...offset, ...room })
  const now = useRef({ shape, sight, room })
  now.current = { shape, sight, room }

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setRoom({ width: element.clientWidth || 1000, height: element.clientHeight || 600 })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])

  const onScroll = useCallback(() => {
    const element = box.current
    if (!element) return
    const next = { left: element.scrollLeft, top: element.scrollTop }
    // The same cells in sight: nothing to draw.
    if (isSame(now.current.sight, sightOf(now.current.shape, { ...next, ...now.current.room }))) return
    setOffset(next)
  }, [])

  /** Scrolls just so far that a cell is in sight. */
  const show = useCallback(
    (place: Place) => {
      const element = box.current
      if (!element) return
      const from = { left: element.scrollLeft, top: element.scrollTop }
      const to = scrollTo(now.current.shape, place, { ...from, ...now.current.room })
      if (to.left === from.left && to.top === from.top) return
      element.scrollLeft = to.left
      element.scrollTop = to.top
      // Drawn at once: the next key may come before the browser's own scroll event.
      flushSync(onScroll)
    },
    [onScroll],
  )
  return { box, shape, sight, height: room.height, onScroll, show }
}

function isSame(one: Sight, other: Sight): boolean {
  return (
    one.rows.first === other.rows.first &&
    one.rows.last === other.rows.last &&
    one.columns.first === other.columns.first &&
    one.columns.last === other.columns.last
  )
}
