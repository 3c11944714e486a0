import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { tr } from './labels.ts'

export interface Step {
  key: string
  label: string
  state: 'done' | 'now' | 'next' | 'failed'
  /** When it was, is or will be. */
  at?: string | null
  to?: string
}

const MARK = { done: '✓', now: '●', next: '○', failed: '×' } as const
const WORD = { done: '已完成', now: '进行中', next: '未开始', failed: '异常' } as const

/** The way of an order as a slim rail: done ✓, now ●, next ○, with dates. */
export function StepsRail({ steps }: { steps: Step[] }) {
  const rail = useRef<HTMLOListElement>(null)
  const now = steps.findIndex((step) => step.state === 'now')
  useEffect(() => {
    // A narrow window shows a part of the rail: the one with the step that counts.
    const [at, box] = [rail.current?.children[now], rail.current]
    if (at instanceof HTMLElement && box) box.scrollLeft = at.offsetLeft - box.offsetLeft - box.clientWidth / 3
  }, [now])
  return (
    <ol
      ref={rail}
      className="kb-steps kb-row kb-gap-0 kb-start kb-line-tall kb-scroll-x kb-rule-top"
      aria-label={tr('流程')}
      tabIndex={0}
    >
      {steps.map((step) => (
        <li key={step.key} className={`kb-step-${step.state}`} aria-current={step.state === 'now' ? 'step' : undefined}>
          <span className="kb-step-mark" aria-label={tr(WORD[step.state])} role="img">
            {MARK[step.state]}
          </span>
          <span className="kb-step-label">{step.to ? <Link to={step.to}>{tr(step.label)}</Link> : tr(step.label)}</span>
          {step.at && <time dateTime={step.at}>{formatTime(step.at).slice(5)}</time>}
        </li>
      ))}
    </ol>
  )
}
