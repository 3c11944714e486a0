import type { ReactNode } from 'react'
import { useCountdown } from '#web/clock.ts'
import { Countdown } from '#web/kit/values.tsx'
import { formatTime } from '#contract/time.ts'
import type { HallDetail } from '../contract.ts'
import { railOf } from '../rules-rail.ts'

/** Where the opening stands, and the time that runs now. */
export function HallSteps({ hall, extra }: { hall: HallDetail; extra?: ReactNode }) {
  return (
    <div className="hall-head">
      <ol className="hall-steps kb-flex kb-gap-8">
        {railOf(hall).map(({ name, label, state, count }, i) => (
          <li
            key={name}
            className={`hall-step hall-step-${state}`}
            {...(name === hall.step && state === 'now' ? { 'aria-current': 'step' } : {})}
          >
            <span aria-hidden>{state === 'done' ? '✓' : i + 1}</span>
            {label}
            {count && (
              <small>
                {count.done}/{count.all}
              </small>
            )}
          </li>
        ))}
      </ol>
      {hall.stageLabel && !extra && <p className="hall-stage kb-size-18 kb-round">双信封 · {hall.stageLabel}</p>}
      {extra}
      <Running hall={hall} />
    </div>
  )
}

function Running({ hall }: { hall: HallDetail }) {
  if (!hall.startedAt)
    return <p className="hall-running kb-size-20 kb-soft">开标时间 {formatTime(hall.openAt, true)} 已到，待开始</p>
  if (hall.endedAt)
    return <p className="hall-running kb-size-20 kb-soft">开标结束于 {formatTime(hall.endedAt, true)}</p>
  if (hall.marksOpenedAt) return <p className="hall-running kb-size-20 kb-soft">开标一览表已公布</p>
  if (!hall.decryptEnd) return null
  if (hall.joint?.closedAt)
    return <p className="hall-running kb-size-20 kb-soft">提交密钥于 {formatTime(hall.joint.closedAt, true)} 截止</p>
  return <Window end={hall.decryptEnd} />
}

/** The decrypt window: large while it runs, a plain sentence when it is over. */
export function Window({ end }: { end: string }) {
  const left = useCountdown(end)
  if (left?.over) return <p className="hall-running kb-size-20 kb-soft">解密时间已于 {formatTime(end, true)} 结束</p>
  return (
    <p className="hall-running kb-size-20 kb-soft">
      解密剩余 <Countdown at={end} large />
    </p>
  )
}
