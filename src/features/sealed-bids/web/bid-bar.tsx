import { say } from '#features/procurement/methods/say.ts'
import { useCountdown } from '#web/clock.ts'
import { Countdown } from '#web/kit/values.tsx'
import type { Room } from './room.ts'

interface BidBarProps {
  room: Pick<Room, 'bidEnd' | 'method'>
  /** The steps before the last, with what each still lacks; left out where there are none. */
  steps?: readonly { id: string; title: string; lacks: readonly string[] }[]
}

/** Stays in sight while scrolling: what is done, and how much time is left. */
export function BidBar({ room, steps }: BidBarProps) {
  const over = useCountdown(room.bidEnd)?.over ?? true
  return (
    <div className="bid-bar kb-row kb-gap-24 kb-tight kb-wrap kb-panel kb-rule-top kb-rule kb-below-16">
      {steps && (
        <nav className="kb-flex kb-gap-20 kb-tight kb-wrap" aria-label={say(room, '{bid}步骤')}>
          {steps.map(({ id, title, lacks }) => {
            const done = lacks.length === 0
            return (
              <a key={id} href={`#${id}`} className={`kb-size-13 ${done ? 'kb-good' : 'kb-soft'}`}>
                <span aria-hidden="true">{done ? '✓' : '○'}</span> {title}
                <span className="kb-said">{done ? '已完成' : '未完成'}</span>
              </a>
            )
          })}
          <a href="#seal" className="kb-size-13 kb-soft">
            <span aria-hidden="true">○</span> 封存并提交
          </a>
        </nav>
      )}
      <span className="bid-bar-time kb-row kb-base kb-hint kb-push">
        {!over && say(room, '距{deadline}')} <Countdown at={room.bidEnd} over={say(room, '{closed}')} large />
      </span>
    </div>
  )
}
