import type { OutputOf } from '#contract/endpoint.ts'
import { FileList } from '#web/kit/file-list.tsx'
import type { TimelineItem } from '#web/kit/timeline.tsx'
import { Timeline } from '#web/kit/timeline.tsx'
import type { workflowProgress } from '../../contract/workflows.ts'
import { fileAddress } from './sections.tsx'

type Records = OutputOf<typeof workflowProgress>['records']

const BAD = new Set(['reject', 'rejected', 'cancel', 'revoked', 'failed'])

/** Everything that was done, newest first: who, what, when, and what was said. Remarks stand in a list of their own. */
export function RecordList({ records, workflowId }: { records: Records; workflowId: string }) {
  const done = records.filter((record) => record.action !== 'remark')
  const items = done.toReversed().map((record, i): TimelineItem => ({
    key: `${record.at}.${i}`,
    at: record.at,
    title: `${record.name} ${record.label}`,
    state: BAD.has(record.action) ? 'danger' : 'done',
    text: (
      <>
        {record.nodeName && <span className="kb-muted">{record.nodeName}</span>}
        {record.remark && <p className="kb-pre kb-break">{record.remark}</p>}
        {record.files.length > 0 && <FileList files={record.files} pathOf={fileAddress(workflowId)} />}
      </>
    ),
  }))
  return <Timeline items={items} />
}
