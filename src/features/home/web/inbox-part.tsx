import { CountedLink } from '#web/shell/counted-link.tsx'
import { useSession } from '#web/shell/session.ts'
import { FIRST, INBOX, useInbox } from './use-inbox.ts'

const BELL = 'M8 2a4 4 0 0 1 4 4v3.5l1.5 2h-11L4 9.5V6a4 4 0 0 1 4-4M6.5 13.5h3'

/** The bell: how much waits for the person, in the top bar of every page; leads to all of it. */
export function Part() {
  const { workbench } = useSession()
  const { data } = useInbox(FIRST)
  if (!workbench) return null
  return <CountedLink to={INBOX} label="待办" unit="项" count={data?.scopes.mine ?? 0} icon={BELL} />
}
