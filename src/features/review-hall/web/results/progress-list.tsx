import { formatTime } from '#contract/time.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { ReviewerTaskStatus } from '#features/evaluation/rules/enums.ts'
import { useReviewAddress } from '../review-address.ts'
import { taskTone } from '../tones.ts'

/** How far everybody is in one way: numbers of items, never marks. */
export function ProgressList({ projectId, wayId }: { projectId: string; wayId: string }) {
  const { reads } = useReviewAddress()
  const { data } = useCall(reads.taskSummary, { params: { projectId, wayId } })
  if (!data) return <Skeleton lines={5} />
  return (
    <ul className="rv-progress">
      {data.map((p) => (
        <li key={p.reviewerId}>
          <span className="kb-row kb-gap-6 kb-nowrap">
            {p.name}
            {p.isLeader && <span className="kb-chip">组长</span>}
          </span>
          <progress
            max={Math.max(1, p.needed)}
            value={p.filled}
            aria-label={`${p.name}已评 ${p.filled} 项，共 ${p.needed} 项`}
          />
          <span className="kb-muted kb-right">
            {p.filled}/{p.needed}
          </span>
          <StatusTag label={ReviewerTaskStatus.label(p.status)} tone={taskTone(p.status)} />
          <time className="kb-muted kb-right">{p.submittedAt ? formatTime(p.submittedAt, true).slice(11) : ''}</time>
        </li>
      ))}
    </ul>
  )
}
