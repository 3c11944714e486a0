import type { ReactNode } from 'react'
import { useId } from 'react'

/** A label above its control; the control takes the id. */
export function Labelled({
  label,
  hint,
  children,
}: {
  label: string
  hint?: ReactNode
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className="wf-field kb-below-12">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <p className="wf-hint kb-note kb-block">{hint}</p>}
    </div>
  )
}
