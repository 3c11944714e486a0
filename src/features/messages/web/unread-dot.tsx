import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { notify } from '#web/feedback.ts'
import { tr } from '#web/kit/labels.ts'
import { useFeatures } from '#web/shell/feature-tables.ts'
import { screenAt } from '#web/shell/guard.ts'
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
  const { workbench, person } = useSession()
  const { pathname } = useLocation()
  const { tableOf } = useFeatures()
  const unread = useCall(
    unreadCount,
    { query: { identity: workbench ?? 'supplier' } },
    { every: POLL_MS, enabled: workbench !== null },
  )
  const { count = 0, latestId = null } = unread.data ?? {}
  const userId = person?.userId
  // Who stands at the door of a hall, or is in it, is told later.
  const isQuiet = screenAt(tableOf(workbench), pathname)?.handle.layout === 'hall'
  useEffect(() => {
    if (!workbench || !userId || latestId === null || isQuiet || !noteNewest({ userId, workbench, latestId })) return
    if (pathname === NOTICE_PAGE || pathname.startsWith(`${NOTICE_PAGE}/`)) return
    notify({ key: 'unread', title: '您有新消息，请注意及时查看!' })
  }, [latestId, workbench, userId, pathname, isQuiet])
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
          d="M2 3.5h12v9H2zm0 .5 6 5 6-5"
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

/** Keeps the newest message that the person knows of, for all pages of this browser; false where it is no newer one. */
function noteNewest({ userId, workbench, latestId }: { userId: string; workbench: string; latestId: string }): boolean {
  const key = `kb.told.${userId}.${workbench}`
  // Ids grow with time.
  if (latestId <= (localStorage.getItem(key) ?? '')) return false
  localStorage.setItem(key, latestId)
  return true
}
