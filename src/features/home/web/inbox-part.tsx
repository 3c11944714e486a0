import { CountedLink } from '#web/shell/counted-link.tsx'
import { useSession } from '#web/shell/session.ts'
import { FIRST, INBOX, useInbox } from './use-inbox.ts'

const TRAY = 'M2.5 9.5 4 3h8l1.5 6.5V13h-11zm0 0h3L6.5 11h3l1-1.5h3'

/** How much waits for the person, in the top bar of every page; leads to all of it. */
export function Part() {
  const { workbench } = useSession()
  const { data } = useInbox(FIRST)
  if (!workbench) return null
  return <CountedLink to={INBOX} label="待办" unit="项" count={data?.scopes.mine ?? 0} icon={TRAY} />
}
