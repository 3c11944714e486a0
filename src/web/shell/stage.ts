import { useEffect, useState } from 'react'

/** Design height of the hall, px (specification part 1 section 2). */
export const STAGE_HEIGHT = 1055
/** Below this the stage would be wider than it is legible: it scrolls sideways instead of shrinking further. */
const LEAST_WIDTH = 1280

export interface Stage {
  scale: number
  /** Width of the stage in its own pixels. */
  width: number
}

/** Scale that makes the design height fill the window, and the stage's width at that scale. */
export function stageFor(window: { width: number; height: number }): Stage {
  const scale = window.height / STAGE_HEIGHT
  return { scale, width: Math.max(LEAST_WIDTH, window.width / scale) }
}

export function useStage(): Stage {
  const [stage, setStage] = useState(() => stageFor({ width: window.innerWidth, height: window.innerHeight }))
  useEffect(() => {
    const measure = () => setStage(stageFor({ width: window.innerWidth, height: window.innerHeight }))
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  return stage
}
