import { Link } from 'react-router'
import { tr } from '../kit/labels.ts'

interface CountedLinkProps {
  to: string
  label: string
  /** Read out behind the number: `消息，3 条未读`. */
  unit: string
  count: number
  /** The icon's path, in a square of 16. */
  icon: string
}

/** An icon of the top bar with how many of its things wait; nothing is shown for none, and at most 99+. */
export function CountedLink({ to, label, unit, count, icon }: CountedLinkProps) {
  // Read out as it is shown.
  const shown = count > 99 ? '99+' : String(count)
  return (
    <Link
      to={to}
      className="kb-unread kb-place-centre kb-relative kb-soft"
      title={tr(label)}
      aria-label={count > 0 ? `${tr(label)}，${shown} ${tr(unit)}` : tr(label)}
    >
      <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
        <path
          d={icon}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
      {count > 0 && <span className="kb-unread-count">{shown}</span>}
    </Link>
  )
}
