import type { ReactNode } from 'react'
import { useId } from 'react'

/** A label above its control; the control takes the id. */
export function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="rv-dialog-field kb-size-13 kb-above-12 kb-block kb-soft">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
