import { useCountdown } from '../clock.ts'
import { tr } from './labels.ts'

/** What remains until `at` (ISO instant), in cells that can be read from the back of a room; `label` says until what. */
export function StageClock({ at, label }: { at: string | null; label: string }) {
  const left = useCountdown(at)
  const cells =
    left &&
    ([
      ['天', left.days],
      ['时', left.hours],
      ['分', left.minutes],
      ['秒', left.seconds],
    ] as const)
  return (
    <div className="stage-clock" role="timer" aria-label={tr(label)}>
      {cells?.map(([unit, value]) => (
        <div key={unit} className="stage-clock-cell">
          <b>{value}</b>
          <span className="kb-size-18 kb-soft">{tr(unit)}</span>
        </div>
      ))}
    </div>
  )
}
