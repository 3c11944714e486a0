import type { ReactNode } from 'react'
import { useId } from 'react'
import { tr } from './labels.ts'

interface LabelledProps {
  label: string
  hint?: ReactNode
  /** The control, which takes the id. */
  children: (id: string) => ReactNode
}

/** A control outside of a form, its label above and what explains it below. */
export function Labelled({ label, hint, children }: LabelledProps) {
  const id = useId()
  return (
    <div className="kb-labelled">
      <label htmlFor={id}>{tr(label)}</label>
      {children(id)}
      {hint && <p className="kb-note">{hint}</p>}
    </div>
  )
}
