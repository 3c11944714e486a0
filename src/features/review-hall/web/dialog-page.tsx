import { Button } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import type { Project } from './review-data.ts'
import { useReviewAddress } from './review-address.ts'
import './cards.css'
import './results.css'

interface DialogPageProps {
  project: Project
  title: string
  hint: ReactNode
  /** Under the heading, and before the button that begins something. */
  facts?: ReactNode
  tools?: ReactNode
  /** What a member may begin here, and the form for it. */
  action: string
  form: (onClose: () => void) => ReactNode
  children: ReactNode
}

/** A page of what goes back and forth with bidders: the committee begins it, the purchaser reads. */
export function DialogPage({ project, title, hint, facts, tools, action, form, children }: DialogPageProps) {
  const { side } = useReviewAddress()
  const [beginning, setBeginning] = useState(false)
  const may = side === 'member' ? project.actions.find((a) => a.action === action) : undefined
  return (
    <section className="rv-page kb-column kb-gap-20 rv-middle" aria-label={title}>
      <header className="kb-row kb-gap-24 kb-loose kb-between kb-wrap">
        <div>
          <h2 className="rv-h2 kb-below-8">
            {title}
            <small>{hint}</small>
          </h2>
          {facts}
        </div>
        <div className="kb-actions">
          {tools}
          {may && (
            <Button
              type="primary"
              disabled={may.reason !== undefined}
              title={may.reason}
              onClick={() => setBeginning(true)}
            >
              {may.label}
            </Button>
          )}
        </div>
      </header>
      {children}
      {beginning && <Suspense fallback={null}>{form(() => setBeginning(false))}</Suspense>}
    </section>
  )
}
