import { FileList } from '#web/kit/file-list.tsx'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { TimeText } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { remarks } from '../../contract/acts.ts'
import { fileAddress } from './sections.tsx'

/** What people have said about a workflow, oldest first. */
export function RemarkList({ workflowId }: { workflowId: string }) {
  const query = useCall(remarks, { params: { id: workflowId } })
  if (!query.data) return query.error ? <ErrorState error={query.error} /> : <Skeleton lines={3} />
  if (query.data.length === 0) return <p className="kb-muted">暂无备注</p>
  return (
    <ul className="kb-stack kb-gap-12">
      {query.data.map((one) => (
        <li key={one.remarkId}>
          <p className="kb-flex kb-gap-8 kb-between kb-size-13">
            <b>{one.name}</b>
            <span className="kb-muted">
              <TimeText at={one.at} absolute />
            </span>
          </p>
          <p className="kb-pre kb-break">{one.content}</p>
          {one.files.length > 0 && <FileList files={one.files} pathOf={fileAddress(workflowId)} />}
        </li>
      ))}
    </ul>
  )
}
