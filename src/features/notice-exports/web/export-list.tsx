import { Progress } from 'antd'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { call } from '#web/call.ts'
import { formatSize } from '#web/kit/file-list.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { takeFile, telling } from '#web/take-file.ts'
import { useAction } from '#web/use-call.ts'
import { exportAddress, exportPage, generateNoticeExport, removeExport } from '../contract.ts'
import { ExportStatus } from '../rules.ts'
import { useExport } from './use-export.ts'

type Row = OutputOf<typeof exportPage>['rows'][number]

const S = ExportStatus.values
const TONES: Record<number, Tone> = {
  [S.unpaid]: 'warning',
  [S.exporting]: 'active',
  [S.exported]: 'success',
  [S.failed]: 'danger',
}
const TABS = [
  { value: '', label: '全部', countKey: 'all' },
  ...ExportStatus.options.map(({ value, label }) => ({ value: String(value), label })),
]

/** Public notices that the company has taken along, and what became of each file. */
export function Screen() {
  const remove = useAction(removeExport, { success: '已完成' })
  const start = useAction(generateNoticeExport, {
    success: '已开始导出',
  })
  useAsked()
  const doing: Record<string, (row: Row) => Promise<unknown>> = {
    take: ({ code }) => telling(async () => takeFile(await call(exportAddress, { params: { code } }))),
    start: ({ code }) => start.run({ params: { code } }),
    remove: ({ code }) => remove.run({ params: { code } }),
  }
  return (
    <ListScreen
      title="公告导出"
      endpoint={exportPage}
      rowKey={(row) => row.code}
      tabs={{ param: 'status', tabs: TABS }}
      filters={[{ kind: 'text', name: 'keyword', label: '公告标题或任务编号' }]}
      columns={[
        {
          key: 'title',
          title: '公告',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.code} title={row.title} />,
        },
        { key: 'notices', title: '条数', kind: 'number', width: 70, value: (row) => row.notices },
        {
          key: 'status',
          title: '状态',
          width: 240,
          value: (row) => ExportStatus.label(row.status),
          render: (row) => <State row={row} />,
        },
        { key: 'counts', title: '扣次', width: 110, value: costOf },
        { key: 'size', title: '大小', width: 90, value: (row) => (row.size === null ? '' : formatSize(row.size)) },
        { key: 'user', title: '发起人', width: 90, value: (row) => row.userName },
        { key: 'created', title: '发起时间', kind: 'time', width: 140, value: (row) => row.createdAt },
      ]}
      rowActions={(row) =>
        row.actions.map(({ action, label, confirm, danger }) => ({
          label,
          ...(confirm ? { confirm } : {}),
          ...(danger ? { danger } : {}),
          onClick: () => doing[action]?.(row),
        }))
      }
      primary={{ label: '选择公告', to: '/portal' }}
      empty={{ title: '还没有导出过公告', hint: '在公告列表或公告页选择“导出”，文件生成后在这里下载' }}
    />
  )
}

/** Whoever came from a notice to log in goes on where they were: that notice is exported. */
function useAsked(): void {
  const [address, setAddress] = useSearchParams()
  const { run } = useExport()
  const noticeId = address.get('notice')
  const asked = useRef<string | null>(null)
  useEffect(() => {
    if (!noticeId || asked.current === noticeId) return
    asked.current = noticeId
    setAddress({}, { replace: true })
    void run({ noticeIds: [noticeId] })
  }, [noticeId, setAddress, run])
}

function State({ row }: { row: Row }) {
  return (
    <span className="kb-row kb-gap-8 kb-tight kb-wrap kb-size-12">
      <StatusTag label={ExportStatus.label(row.status)} tone={TONES[row.status] ?? 'neutral'} />
      {row.status === S.unpaid && <Link to="/services/platform-points/list">购买次数</Link>}
      {row.status === S.exporting && (
        <Progress percent={row.progress} size="small" aria-label={`${row.title} 导出进度`} />
      )}
      {row.status === S.failed && <span className="kb-bad kb-break">{row.reason}</span>}
    </span>
  )
}

function costOf({ status, counts }: Row): string {
  if (counts === 0) return '不扣次'
  if (status === S.unpaid) return `需 ${counts} 次`
  return status === S.failed ? '已退回' : `${counts} 次`
}
