import { Progress } from 'antd'
import type { ReactNode } from 'react'
import { formatTime } from '#contract/time.ts'
import { call } from '#web/call.ts'
import { formatSize } from '#web/kit/file-list.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { useAction } from '#web/use-call.ts'
import {
  deleteDownload,
  downloadAccessUrl,
  downloadPage,
  type DownloadTask,
  retryDownload,
} from '../contract/downloads.ts'
import { DownloadStatus } from '../rules.ts'
import { takeFile, telling } from '#web/take-file.ts'

const S = DownloadStatus.values
const TONES: Record<number, Tone> = {
  [S.waiting]: 'neutral',
  [S.running]: 'active',
  [S.success]: 'success',
  [S.failed]: 'danger',
}
const TABS = [
  { value: '', label: '全部', countKey: 'all' },
  ...DownloadStatus.options.map(({ value, label }) => ({ value: String(value), label })),
]

/** What is being put together for the person, and what can be taken. */
export function DownloadList({ children }: { children: ReactNode }) {
  const remove = useAction(deleteDownload, { success: '已删除' })
  const retry = useAction(retryDownload, { success: '已重新开始' })

  const doing: Record<string, (row: DownloadTask) => Promise<unknown>> = {
    take: (row) => telling(async () => takeFile(await call(downloadAccessUrl, { params: { id: row.downloadId } }))),
    retry: (row) => retry.run({ params: { id: row.downloadId } }),
    delete: (row) => remove.run({ params: { id: row.downloadId } }),
  }
  return (
    <ListScreen
      title="下载中心"
      endpoint={downloadPage}
      fixed={{ params: { platform: 1 } }}
      rowKey={(row) => row.downloadId}
      tabs={{ param: 'status', tabs: TABS }}
      filters={[{ kind: 'text', name: 'keyword', label: '文件名称' }]}
      columns={[
        {
          key: 'name',
          title: '文件',
          value: (row) => row.name,
          render: (row) => (
            <>
              <span className="kb-block kb-break">{row.name}</span>
              <span className="kb-muted kb-size-12 kb-block">{row.kindLabel}</span>
            </>
          ),
        },
        {
          key: 'status',
          title: '状态',
          width: 260,
          value: (row) => DownloadStatus.label(row.status),
          render: (row) => <State row={row} />,
        },
        {
          key: 'size',
          title: '大小',
          width: 100,
          value: (row) => (row.size === null ? '' : formatSize(row.size)),
        },
        { key: 'created', title: '发起时间', kind: 'time', width: 140, value: (row) => row.createdAt },
        { key: 'fetched', title: '最近下载', kind: 'time', width: 140, value: (row) => row.fetchedAt },
      ]}
      rowActions={(row) =>
        // What is there need not be made again: that button would only be in the way.
        row.actions
          .filter(({ action, reason }) => action !== 'retry' || !reason)
          .map(({ action, label, reason, confirm, danger }) => ({
            label,
            ...(reason ? { reason } : {}),
            ...(confirm ? { confirm } : {}),
            ...(danger ? { danger } : {}),
            onClick: () => doing[action]?.(row),
          }))
      }
      empty={{
        title: '还没有下载任务',
        hint: '打包下载归档、报名材料等较大的文件时，系统在后台生成，完成后在这里下载，保留七天',
      }}
    >
      {children}
    </ListScreen>
  )
}

function State({ row }: { row: DownloadTask }) {
  const label =
    row.status === S.waiting ? '排队中' : row.status === S.running ? '生成中' : DownloadStatus.label(row.status)
  return (
    <span className="att-state kb-row kb-tight kb-wrap kb-size-12">
      <StatusTag label={label} tone={TONES[row.status] ?? 'neutral'} />
      {row.status === S.running && <Progress percent={row.progress} size="small" aria-label={`${row.name} 生成进度`} />}
      {row.status === S.failed && <span className="kb-bad kb-break">{row.reason}</span>}
      {row.status === S.success && <span className="kb-muted">{formatTime(row.expiresAt)} 前有效</span>}
    </span>
  )
}
