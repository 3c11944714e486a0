import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { tr } from './labels.ts'

interface HomeSectionProps {
  title: string
  /** Where the whole of it is. */
  more?: { to: string; label?: string }
  children: ReactNode
}

/** A panel of the home page: a title with a rule, and what belongs to it. */
export function HomeSection({ title, more, children }: HomeSectionProps) {
  return (
    <section className="kb-home-section" aria-label={tr(title)}>
      <h2>
        {tr(title)}
        {more && (
          <Link to={more.to} className="kb-flex kb-gap-16 kb-tight kb-wrap kb-size-13 kb-push kb-regular">
            {tr(more.label ?? '全部')} ›
          </Link>
        )}
      </h2>
      {children}
    </section>
  )
}
