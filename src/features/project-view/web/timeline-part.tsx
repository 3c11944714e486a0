import { Button } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { projectTimeline } from '../contract.ts'

interface TimelinePartProps {
  projectId: string
  family: string
}

/** What was done in the project, a page after the other. */
export function TimelinePart(of: TimelinePartProps) {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined])
  return (
    <>
      <p className="kb-section-hint kb-hint">取自审计链：每条记录的哈希都包含前一条，事后改动任何一条都会被发现。</p>
      {cursors.map((cursor, i) => (
        <TimelinePage
          key={cursor ?? ''}
          {...of}
          cursor={cursor}
          {...(i === cursors.length - 1 && { onMore: (next: string) => setCursors([...cursors, next]) })}
        />
      ))}
    </>
  )
}

interface TimelinePageProps extends TimelinePartProps {
  cursor: string | undefined
  /** Of the last page. */
  onMore?: (next: string) => void
}

function TimelinePage({ projectId, family, cursor, onMore }: TimelinePageProps) {
  const query = useCall(
    projectTimeline,
    { params: { projectId }, query: { family, ...(cursor !== undefined && { cursor }) } },
    { keep: true },
  )
  if (!query.data) return query.error ? <ErrorState error={query.error} /> : <Skeleton lines={4} />
  const { rows, next } = query.data
  if (rows.length === 0) return <p className="kb-muted">暂无记录</p>
  return (
    <>
      <ol className="kb-flat">
        {rows.map((row) => (
          <li key={row.key} className="kb-line kb-size-13">
            <div className="kb-column kb-shrink kb-break">
              <span>{row.summary}</span>
              <span className="kb-muted">
                {[formatTime(row.at, true), row.userName, row.companyName, row.orderTitle].filter(Boolean).join(' · ')}
              </span>
            </div>
            <span className="kb-note">
              {row.seq !== null && `#${row.seq} `}
              <Fingerprint hex={row.hash} />
            </span>
          </li>
        ))}
      </ol>
      {onMore && next && (
        <Button size="small" onClick={() => onMore(next)}>
          显示更早的记录
        </Button>
      )}
    </>
  )
}
