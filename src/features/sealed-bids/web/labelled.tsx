import type { ReactNode } from 'react'
import { useId } from 'react'

/** A control with its label above; the control takes the id. */
export function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="bid-field kb-below-12 kb-block">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
