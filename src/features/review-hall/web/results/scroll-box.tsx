import type { ReactNode } from 'react'

/** A wide table that scrolls sideways within the page. */
export function ScrollBox({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={`kb-table-wrap ${className}`} tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  )
}
