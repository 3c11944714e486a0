import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { tr } from './labels.ts'

interface WithReasonProps {
  label: string
  /** Why the action cannot be done now; undefined: it can. */
  reason: string | undefined
  /** The button, disabled where there is a reason. */
  children: ReactNode
}

/** A button that says why it cannot be used: to a mouse over it, to a finger on it, to the keyboard and to a reader. */
export function WithReason({ label, reason, children }: WithReasonProps) {
  if (reason === undefined) return children
  // A disabled button takes no pointer events and no focus: the span carries the reason for both.
  return (
    <Tooltip title={reason}>
      <span tabIndex={0} className="kb-disabled-reason" aria-label={`${tr(label)}：${reason}`} role="note">
        {children}
      </span>
    </Tooltip>
  )
}

/** The same in a menu, which has the room to say it. */
export function MenuLabel({ label, reason }: Omit<WithReasonProps, 'children'>) {
  return (
    <>
      {tr(label)}
      {reason !== undefined && <small className="kb-block kb-menu-reason">{reason}</small>}
    </>
  )
}
