import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { homePage } from '../contract.ts'

/** What the panels of one home page share: one answer, looked for again every minute. */
export function useHome() {
  const { workbench } = useSession()
  return useCall(homePage, {}, { enabled: workbench !== null, every: 60_000, fresh: 1_000 })
}
