import { useCall } from '#web/use-call.ts'
import { ownScores } from '../../contract/expert.ts'

/** The own sheet of a way, as the server has it. */
export function useSheet(projectId: string, wayId: string, enabled: boolean) {
  return useCall(ownScores, { params: { projectId, wayId } }, { enabled, fresh: 1_000 })
}
