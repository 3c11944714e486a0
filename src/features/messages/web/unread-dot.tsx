import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { notify } from '#web/feedback.ts'
import { tr } from '#web/kit/labels.ts'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { unreadCount } from '../contract.ts'

const POLL_MS = 30_000
const NOTICE_PAGE = '/notice'

/**
 * Unread messages of the current workbench: a number in the top bar, and a word in the corner when there are new ones.
 * Looked for every 30 seconds (specification part 1 section 4).
 */
export function Part() {
  const { workbench } = useSession()
  const { pathname } = useLocation()
  const unread = useCall(
    unreadCount,
    { query: { identity: workbench ?? 'supplier' } },
    { every: POLL_MS, enabled: workbench !== null },
  )
  const { count = 0, latestId = null } = unread.data ?? {}
  /** The newest message that the person knows of, by workbench. */
  const known = useRef(new Map<string, string>())
  useEffect(() => {
    if (!workbench || latestId === null) return
    const before = known.current.get(workbench)
    if (before !== undefined && latestId <= before) return
    known.current.set(workbench, latestId)
    // Told once per new message, not every 30 seconds; a hall has no top bar, so nothing is said there.
    if (pathname === NOTICE_PAGE || pathname.startsWith(`${NOTICE_PAGE}/`)) return
    notify({ key: 'unread', title: '您有新消息，请注意及时查看！' })
  }, [latestId, workbench, pathname])
  if (!workbench) return null
  const shown = count > 99 ? '99+' : String(count)
  return (
    <Link
      to={NOTICE_PAGE}
      className="kb-unread"
      aria-label={count > 0 ? `${tr('消息')}，${count} ${tr('条未读')}` : tr('消息')}
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
      {count > 0 && <span className="kb-unread-count">{shown}</span>}
    </Link>
  )
}
