import { Navigate, useParams } from 'react-router'
import { taskDetail } from '#features/workflow/contract/workflows.ts'
import { workflowAddress } from '#features/workflow/rules/addresses.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useCall } from '#web/use-call.ts'

/** The approval that an own to-do belongs to: its page is that of approvals. */
export function Screen() {
  const { id = '' } = useParams()
  const query = useCall(taskDetail, { params: { id } })
  return <WhenLoaded query={query}>{(task) => <Navigate to={workflowAddress(task)} replace />}</WhenLoaded>
}
