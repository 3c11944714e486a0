import { Link } from 'react-router'
import { tr } from '#web/kit/labels.ts'
import { useSession } from '#web/shell/session.ts'
import { FIRST, INBOX, useInbox } from './use-inbox.ts'

/** The bell: how much waits for the person, in the top bar of every page; leads to all of it. */
export function Part() {
  const { workbench } = useSession()
  const { data } = useInbox(FIRST)
  if (!workbench) return null
  const count = data?.scopes.mine ?? 0
  return (
    <Link
      to={INBOX}
      className="kb-unread"
      title={tr('待办')}
      aria-label={count > 0 ? `${tr('待办')}，${count} ${tr('项')}` : tr('待办')}
    >
      <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
        <path
          d="M8 2a4 4 0 0 1 4 4v3.5l1.5 2h-11L4 9.5V6a4 4 0 0 1 4-4M6.5 13.5h3"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
      {count > 0 && <span className="kb-unread-count">{count > 99 ? '99+' : count}</span>}
    </Link>
  )
}
