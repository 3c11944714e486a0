import type { ReactNode } from 'react'
import './numbered-step.css'

/** One of several things to do in order, with a tick once it is done. */
export function NumberedStep({
  no,
  title,
  done,
  children,
}: {
  no: number
  title: string
  done: boolean
  children: ReactNode
}) {
  return (
    <li className={done ? 'kb-numbered kb-numbered-done' : 'kb-numbered'}>
      <span className="kb-numbered-no kb-place-centre kb-soft" aria-hidden="true">
        {done ? '✓' : no}
      </span>
      <section aria-label={title}>
        <h3 className="kb-title-15 kb-below-4">
          {title}
          {done && <span className="kb-said">（已完成）</span>}
        </h3>
        {children}
      </section>
    </li>
  )
}
