import { formatTime } from '#contract/time.ts'
import { openModal } from '#web/feedback.ts'
import { DataTable } from '#web/kit/data-table.tsx'
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
    <DataTable
      label="下载记录"
      rows={data}
      rowKey={(entry) => `${entry.at}${entry.userName}${entry.pattern}`}
      columns={[
        { key: 'at', title: '时间', value: (entry) => formatTime(entry.at) },
        { key: 'user', title: '下载人', value: (entry) => entry.userName },
        { key: 'company', title: '单位', value: (entry) => entry.companyName },
        { key: 'form', title: '形式', value: (entry) => FORMS[entry.pattern] ?? entry.pattern },
      ]}
    />
  )
}

function load(attachmentId: string) {
  return call(downloadHistory, { body: { attachmentIds: [attachmentId] } })
}
