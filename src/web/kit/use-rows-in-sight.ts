import { useCallback, useEffect, useRef, useState } from 'react'

interface Rows {
  count: number
  /** px; every row is exactly as high, which is what makes the window cheap. */
  height: number
  /** Rows that are drawn beyond the edges. */
  beyond: number
}

/** The window moves in steps: a row more or less at the edge is not worth drawing anew. */
const STEP = 4

/** Which of many rows of one height are in sight of a scrolled box, with a few on each side. */
export function useRowsInSight({ count, height, beyond }: Rows) {
  const box = useRef<HTMLDivElement>(null)
  const [first, setFirst] = useState(0)
  const [boxHeight, setBoxHeight] = useState(800)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setBoxHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const onScroll = useCallback(() => {
    const at = Math.max(0, Math.floor((box.current?.scrollTop ?? 0) / height) - beyond)
    setFirst(at - (at % STEP))
  }, [height, beyond])
  const last = Math.min(count, first + Math.ceil(boxHeight / height) + 2 * beyond + STEP)
  return { box, first, last, onScroll }
}
