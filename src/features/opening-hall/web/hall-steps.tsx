import type { ReactNode } from 'react'
import { useCountdown } from '#web/clock.ts'
import { Countdown } from '#web/kit/values.tsx'
import { formatTime } from '#contract/time.ts'
import type { HallDetail } from '../contract.ts'
import { HALL_STEPS } from '../rules.ts'

/** Where the opening stands, and the time that runs now. */
export function HallSteps({ hall, extra }: { hall: HallDetail; extra?: ReactNode }) {
  const current = HALL_STEPS.findIndex((s) => s.name === hall.step)
  return (
    <div className="hall-head">
      <ol className="hall-steps">
        {HALL_STEPS.map((step, i) => {
          const state = hall.endedAt || i < current ? 'done' : i === current ? 'now' : 'next'
          return (
            <li
              key={step.name}
              className={`hall-step hall-step-${state}`}
              {...(state === 'now' ? { 'aria-current': 'step' } : {})}
            >
              <span aria-hidden>{state === 'done' ? '✓' : i + 1}</span>
              {step.label}
            </li>
          )
        })}
      </ol>
      {hall.stageLabel && !extra && <p className="hall-stage">双信封 · {hall.stageLabel}</p>}
      {extra}
      <Running hall={hall} />
    </div>
  )
}

function Running({ hall }: { hall: HallDetail }) {
  if (hall.endedAt) return <p className="hall-running">开标结束于 {formatTime(hall.endedAt, true)}</p>
  if (hall.marksOpenedAt) return <p className="hall-running">开标一览表已公布</p>
  if (!hall.decryptEnd) return null
  if (hall.joint?.closedAt)
    return <p className="hall-running">提交密钥于 {formatTime(hall.joint.closedAt, true)} 截止</p>
  return <Window end={hall.decryptEnd} />
}

/** The decrypt window: large while it runs, a plain sentence when it is over. */
export function Window({ end }: { end: string }) {
  const left = useCountdown(end)
  if (left?.over) return <p className="hall-running">解密时间已于 {formatTime(end, true)} 结束</p>
  return (
    <p className="hall-running">
      解密剩余 <Countdown at={end} large />
    </p>
  )
}
