import { useCountdown } from '#web/clock.ts'
import { Countdown } from '#web/kit/values.tsx'

const STEPS = [
  ['price', '报价单'],
  ['files', '文件'],
  ['key', '加密预演'],
] as const

interface BidBarProps {
  bidEnd: string | null
  /** What each step still lacks; left out where there are no steps. */
  lacks?: Record<'price' | 'files' | 'key', string[]>
}

/** Stays in sight while scrolling: what is done, and how much time is left. */
export function BidBar({ bidEnd, lacks }: BidBarProps) {
  const over = useCountdown(bidEnd)?.over ?? true
  return (
    <div className="bid-bar kb-row kb-gap-24 kb-tight kb-wrap kb-panel kb-rule-top kb-rule kb-below-16">
      {lacks && (
        <nav className="kb-flex kb-gap-20 kb-tight kb-wrap" aria-label="投标步骤">
          {STEPS.map(([key, label]) => {
            const done = lacks[key].length === 0
            return (
              <a key={key} href={`#${key}`} className={`kb-size-13 ${done ? 'kb-good' : 'kb-soft'}`}>
                <span aria-hidden="true">{done ? '✓' : '○'}</span> {label}
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
        {!over && '距投标截止'} <Countdown at={bidEnd} over="投标已截止" large />
      </span>
    </div>
  )
}
