import { formatTime } from '#contract/time.ts'
import { openModal } from '#web/feedback.ts'
import { EmptyState, ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { type CallError, call } from '#web/call.ts'
import { type Attachment, downloadHistory } from '../contract/attachments.ts'

const FORMS: Readonly<Record<string, string>> = {
  original: '原件',
  pdf: 'PDF',
  watermarked: '水印副本',
  thumbnail: '缩略图',
  declared: '网页内保存',
}

/** Who has taken a file, newest first. */
export function showHistory({ attachmentId, name }: Pick<Attachment, 'attachmentId' | 'name'>): void {
  openModal({
    title: `下载记录：${name}`,
    width: 640,
    content: <History attachmentId={attachmentId} />,
    onOk: async () => true,
  })
}

function History({ attachmentId }: { attachmentId: string }) {
  const { data, error } = useQuery<Awaited<ReturnType<typeof load>>, CallError>({
    queryKey: ['attachment-history', attachmentId],
    queryFn: () => load(attachmentId),
    staleTime: 0,
  })
  if (error) return <ErrorState error={error} />
  if (!data) return <Skeleton lines={4} />
  if (data.length === 0) return <EmptyState title="还没有人下载过" />
  return (
    <table className="kb-table">
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">下载人</th>
          <th scope="col">单位</th>
          <th scope="col">形式</th>
        </tr>
      </thead>
      <tbody>
        {data.map((entry, i) => (
          <tr key={i}>
            <td>{formatTime(entry.at)}</td>
            <td>{entry.userName}</td>
            <td>{entry.companyName}</td>
            <td>{FORMS[entry.pattern] ?? entry.pattern}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function load(attachmentId: string) {
  return call(downloadHistory, { body: { attachmentIds: [attachmentId] } })
}
