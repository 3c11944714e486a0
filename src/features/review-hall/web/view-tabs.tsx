import { Link } from 'react-router'

interface ViewTabsProps<V extends string> {
  entries: readonly (readonly [view: V, label: string, waiting: number])[]
  view: V | null
  className: string
}

/** The views of a review, which stand in the address, each with the number of what waits there. */
export function ViewTabs<V extends string>({ entries, view, className }: ViewTabsProps<V>) {
  return (
    <nav className={`rv-views kb-flex kb-fixed kb-scroll-x ${className}`} aria-label="评审事项">
      {entries.map(([key, label, waiting]) => (
        <Link
          key={key}
          to={{ search: `?view=${key}` }}
          replace
          className="rv-view kb-tab kb-row kb-gap-4 kb-size-13"
          aria-current={view === key ? 'page' : undefined}
        >
          {label}
          {waiting > 0 && <span className="kb-chip kb-tag-warning">{waiting}</span>}
        </Link>
      ))}
    </nav>
  )
}
