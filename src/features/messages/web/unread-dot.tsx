import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { dismiss, notify } from '#web/feedback.ts'
import { CountedLink } from '#web/shell/counted-link.tsx'
import { useFeatures } from '#web/shell/feature-tables.ts'
import { screenAt } from '#web/shell/guard.ts'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { unreadCount } from '../contract.ts'

const POLL_MS = 30_000
const NOTICE_PAGE = '/notice'
const ENVELOPE = 'M2 3.5h12v9H2zm0 .5 6 5 6-5'

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
  // What was said a moment ago does not come along into a hall.
  useEffect(() => {
    if (isQuiet) dismiss('unread')
  }, [isQuiet])
  if (!workbench) return null
  return <CountedLink to={NOTICE_PAGE} label="消息" unit="条未读" count={count} icon={ENVELOPE} />
}

/** Keeps the newest message that the person knows of, for all pages of this browser; false where it is no newer one. */
function noteNewest({ userId, workbench, latestId }: { userId: string; workbench: string; latestId: string }): boolean {
  const key = `kb.told.${userId}.${workbench}`
  // Ids grow with time.
  if (latestId <= (localStorage.getItem(key) ?? '')) return false
  localStorage.setItem(key, latestId)
  return true
}
