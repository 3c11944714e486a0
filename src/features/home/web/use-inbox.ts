import type { InputOf } from '#contract/endpoint.ts'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { inbox } from '../contract.ts'
import { TODOS } from '../rules.ts'

/** One page of the inbox, looked for again every minute and whenever the person is told of something. */
export function useInbox(query: InputOf<typeof inbox>['query']) {
  const { workbench } = useSession()
  return useCall(inbox, { query }, { enabled: workbench !== null, every: 60_000, fresh: 1_000, keep: true })
}

/** What home page and top bar share: the first of the own to-dos, and how many there are. */
export const FIRST = { scope: 'mine', pageSize: TODOS } as const
export const INBOX = '/inbox'
