import type { DrawView } from '#contract/draw-calls.ts'
import { useDrawShare } from '#web/draw-share.ts'
import { DrawStageTag, DrawSteps } from '#web/kit/draw/draw-steps.tsx'

/**
 * The draw of parameters by the platform, for everybody in the hall: each browser takes part by itself, the steps can be
 * followed as they happen.
 */
export function HallDraw({ orderId, draw, isEnded }: { orderId: string; draw: DrawView; isEnded: boolean }) {
  useDrawShare(orderId, { joins: true, enabled: draw.stage !== 'drawn' && !isEnded })
  // Until somebody has the platform draw, it may still be done by hand.
  if (draw.stage === 'prepared') return null
  return (
    <details className="hall-draw kb-pad-y-8" open={draw.stage !== 'drawn'}>
      <summary>
        {draw.title} <DrawStageTag draw={draw} />
      </summary>
      <DrawSteps draw={draw} />
    </details>
  )
}
