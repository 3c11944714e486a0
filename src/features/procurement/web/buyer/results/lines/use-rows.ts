import { useCallback, useEffect, useRef, useState } from 'react'

/** px; every row is as high, so that those out of sight need not be drawn. */
export const ROW_HEIGHT = 76
const BEYOND = 6
/** Drawn whole: a short bill needs no window. */
const FEW = 60

/** Which of `count` rows of a scrolled box are to be drawn. */
export function useRows(count: number) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(800)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const onScroll = useCallback(() => {
    const at = Math.floor((box.current?.scrollTop ?? 0) / ROW_HEIGHT)
    setTop(at - (at % 3))
  }, [])
  if (count <= FEW) return { box, onScroll, first: 0, last: count }
  const first = Math.max(0, top - BEYOND)
  return { box, onScroll, first, last: Math.min(count, top + Math.ceil(height / ROW_HEIGHT) + BEYOND + 3) }
}
