import { useEffect, useState } from 'react'

/** Design height of the hall, px (specification part 1 section 2). */
export const STAGE_HEIGHT = 1055
/** What the hall's columns need, in the stage's own pixels. */
const LEAST_WIDTH = 1280
/** Shrunk further, nobody could read it. */
const LEAST_SCALE = 0.5

export interface Stage {
  scale: number
  /** Width of the stage in its own pixels. */
  width: number
}

/**
 * Scale that makes the design height fill the window, and the stage's width at that scale. null where no stage fits (a
 * telephone, half a screen): there the hall flows from top to bottom like any other page.
 */
export function stageFor(window: { width: number; height: number }): Stage | null {
  const scale = window.height / STAGE_HEIGHT
  const width = window.width / scale
  return scale < LEAST_SCALE || width < LEAST_WIDTH ? null : { scale, width }
}

export function useStage(): Stage | null {
  const [stage, setStage] = useState(() => stageFor({ width: window.innerWidth, height: window.innerHeight }))
  useEffect(() => {
    const measure = () => setStage(stageFor({ width: window.innerWidth, height: window.innerHeight }))
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  return stage
}
