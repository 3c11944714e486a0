import type { ReactNode } from 'react'
import { formatTime } from '#contract/time.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import '#web/kit/numbered-step.css'

interface StepFrameProps {
  no: number
  id: string
  title: string
  /** What is missing; null: the step has no such state. */
  lacks: string[] | null
  /** Said when nothing is missing. */
  done: string
  saved?: string | null
  children: ReactNode
}

/** One of the steps, one below the other, with its number and state. */
export function StepFrame({ no, id, title, lacks, done, saved, children }: StepFrameProps) {
  const complete = lacks !== null && lacks.length === 0
  return (
    <li
      className={complete ? 'bid-step kb-numbered kb-relative kb-numbered-done' : 'bid-step kb-numbered kb-relative'}
      id={id}
    >
      <span className="kb-numbered-no kb-place-centre kb-soft" aria-hidden="true">
        {complete ? '✓' : no}
      </span>
      <section aria-label={title}>
        <h2 className="kb-row kb-gap-12 kb-tight kb-wrap kb-size-16 kb-below-4">
          {title}
          {complete && <StatusTag label={done} tone="success" />}
          {lacks !== null && lacks.length > 0 && <StatusTag label={`还差：${short(lacks)}`} tone="warning" />}
          {saved && (
            <small className="kb-push" role="status">
              已保存在本机 {formatTime(saved, true).slice(11)}
            </small>
          )}
        </h2>
        {children}
      </section>
    </li>
  )
}

function short(lacks: string[]): string {
  return lacks.length > 2 ? `${lacks.slice(0, 2).join('、')}等 ${lacks.length} 项` : lacks.join('、')
}
