import { useSearchParams } from 'react-router'
import { tr } from './labels.ts'

interface PageTabsProps {
  /** What the parts are of. */
  label: string
  /** The first one's value is ''. */
  parts: readonly { value: string; label: string }[]
}

/** Parts of one page, kept in the address as `part`. */
export function PageTabs({ label, parts }: PageTabsProps) {
  const [search, setSearch] = useSearchParams()
  const part = search.get('part') ?? ''
  return (
    <div
      className="kb-tabs kb-flex kb-gap-20 kb-scroll-x kb-rule kb-page-tabs kb-below-12"
      role="group"
      aria-label={tr(label)}
    >
      {parts.map((one) => (
        <button
          key={one.value}
          type="button"
          aria-pressed={part === one.value}
          onClick={() => setSearch(one.value ? { part: one.value } : {})}
        >
          {tr(one.label)}
        </button>
      ))}
    </div>
  )
}
