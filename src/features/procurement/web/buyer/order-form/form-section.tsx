import type { ReactNode } from 'react'

interface FormSectionProps {
  /** Anchor of the section. */
  id: string
  title: string
  hint?: ReactNode
  extra?: ReactNode
  children: ReactNode
}

/** One section of the order form. */
export function FormSection({ id, title, hint, extra, children }: FormSectionProps) {
  return (
    <section id={id} className="kb-section" aria-label={title}>
      <h2>
        {title}
        {extra && <span className="kb-flex kb-gap-16 kb-tight kb-wrap kb-size-13 kb-push kb-regular">{extra}</span>}
      </h2>
      {hint && <p className="kb-section-hint kb-hint">{hint}</p>}
      {children}
    </section>
  )
}
