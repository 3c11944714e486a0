import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '../feedback.ts'
import { tr } from '../kit/labels.ts'
import { MiddleText } from '../kit/middle-text.tsx'
import { StaleNote } from '../kit/stale-note.tsx'
import '../styles/hall.css'
import { ClockText } from './clock-text.tsx'
import { reviewHead } from './hall-head.ts'
import { useSession } from './session.ts'

/** The review hall: title, step tabs of the process, page area. A step not begun says so. */
export function ReviewLayout({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const { tenant } = useSession()
  const { title, back, steps = [], current, onGo, since } = reviewHead.use().head
  return (
    <div className="kb-review">
      <header className="kb-review-top">
        <Button type="text" onClick={() => (back ? void navigate(back) : void navigate(-1))}>
          ‹ {tr('返回')}
        </Button>
        <h1>{tenant?.reviewPlatformTitle || tr('评审工作台')}</h1>
        {title && (
          <span className="kb-review-title kb-flex kb-shrink kb-soft">
            <MiddleText text={title} />
          </span>
        )}
        {steps.length > 0 && (
          <nav className="kb-review-steps" aria-label={tr('评审流程')}>
            {steps.map((step) => (
              <button
                key={step.key}
                type="button"
                className={step.active ? 'kb-tab' : 'kb-tab kb-inactive'}
                aria-current={step.key === current ? 'step' : undefined}
                onClick={() => (step.active ? onGo?.(step.key) : toast.warning('尚未开始'))}
              >
                {tr(step.label)}
              </button>
            ))}
          </nav>
        )}
        <ClockText />
      </header>
      {since != null && <StaleNote since={since} />}
      <main id="main" className="kb-review-main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
