import type { ReactNode } from 'react'
import { useId } from 'react'

/** A label above its control; the control takes the id. */
export function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="rv-dialog-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
