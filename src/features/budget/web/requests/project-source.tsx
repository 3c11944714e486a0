import type { PropsOf } from '#contract/slot.ts'
import type { PROJECT_SLOTS } from '#features/procurement/contract/slots.ts'
import { useCall } from '#web/use-call.ts'
import { Link } from 'react-router'
import { projectRequests } from '../../contract/request.ts'

/** The requests that a project was made of. */
export function Part({ projectId, side }: PropsOf<typeof PROJECT_SLOTS.source>) {
  return side === 'purchaser' ? <Requests projectId={projectId} /> : null
}

function Requests({ projectId }: { projectId: string }) {
  const { data } = useCall(projectRequests, { params: { projectId } })
  if (!data) return null
  return (
    <p>
      采购计划 {data.title}（{data.code}），来源申报：
      {data.requests.map(({ requestId, code, title, departmentName }) => (
        <Link key={requestId} to={`/purchaser/demand-requirement/apply-handle?request=${requestId}`}>
          {title}（{[departmentName, code].filter(Boolean).join('，')}）{' '}
        </Link>
      ))}
    </p>
  )
}
