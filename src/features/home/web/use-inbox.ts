import type { InputOf } from '#contract/endpoint.ts'
import { useLive } from '#web/live.ts'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { inbox } from '../contract.ts'
import { TODOS } from '../rules.ts'

/** One page of the inbox, looked for again every minute and whenever the person is told of something. */
export function useInbox(query: InputOf<typeof inbox>['query']) {
  const { workbench, person } = useSession()
  const page = useCall(inbox, { query }, { enabled: workbench !== null, every: 60_000, fresh: 1_000, keep: true })
  // Most of what there is to do is told of as well.
  useLive(person ? `user:${person.userId}` : '', () => void page.refetch())
  return page
}

/** What home page and top bar share: the first of the own to-dos, and how many there are. */
export const FIRST = { scope: 'mine', pageSize: TODOS } as const
export const INBOX = '/inbox'
