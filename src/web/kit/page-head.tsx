import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { setPageTitle } from '../page-title.ts'
import { useReadOnly } from '../read-only.ts'
import { cameFrom, lastVisit } from '../visits.ts'
import { tr } from './labels.ts'
import { Countdown } from './values.tsx'
import { WithReason } from './with-reason.tsx'

export interface PageHeadProps {
  title: string
  status?: ReactNode
  /** One line of facts: number, method, owner. */
  facts?: (ReactNode | false | null | undefined)[]
  deadline?: { label: string; at: string | null; over?: string } | null | undefined
  actions?: ReactNode
  /** Where the page belongs; going back there finds it as it was left. */
  back?: { label: string; to: string }
}

/** What is this, in which state, what is due when, what can I do now. */
export function PageHead({ title, status, facts = [], deadline, actions, back }: PageHeadProps) {
  const readOnly = useReadOnly()
  useEffect(() => {
    if (!readOnly) setPageTitle(title)
  }, [title, readOnly])
  const Heading = readOnly ? 'h2' : 'h1'
  const shown = facts.filter((fact) => fact !== false && fact !== null && fact !== undefined && fact !== '')
  return (
    <header className="kb-head">
      <div className="kb-head-text">
        {back && !readOnly && <BackLink {...back} />}
        <div className="kb-head-line kb-row kb-gap-12 kb-tight kb-wrap">
          <Heading>{tr(title)}</Heading>
          {status}
        </div>
        {shown.length > 0 && (
          <div className="kb-head-facts kb-flex kb-gap-16 kb-flat kb-wrap kb-hint">
            {shown.map((fact, i) => (
              <span key={i}>{fact}</span>
            ))}
          </div>
        )}
      </div>
      {deadline?.at && (
        <div className="kb-head-deadline kb-column kb-low kb-note">
          <span>{tr(deadline.label)}</span>
          <Countdown at={deadline.at} {...(deadline.over ? { over: deadline.over } : {})} large />
        </div>
      )}
      {actions && !readOnly && <div className="kb-head-actions">{actions}</div>}
    </header>
  )
}

/** The button of the next step. */
export function PrimaryButton({
  label,
  to,
  onClick,
  disabled,
}: {
  label: string
  to?: string
  onClick?: () => void
  disabled?: string
}) {
  const navigate = useNavigate()
  return (
    <WithReason label={label} reason={disabled}>
      <Button type="primary" disabled={disabled !== undefined} onClick={() => (to ? void navigate(to) : onClick?.())}>
        {tr(label)}
      </Button>
    </WithReason>
  )
}

function BackLink({ label, to }: { label: string; to: string }) {
  const navigate = useNavigate()
  return (
    <Link
      className="kb-back kb-hint kb-inline-block"
      to={lastVisit(to)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || !cameFrom(to)) return
        event.preventDefault()
        void navigate(-1)
      }}
    >
      ‹ {tr(label)}
    </Link>
  )
}
