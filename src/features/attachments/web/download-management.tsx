import { Suspense, lazy } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Skeleton } from '#web/kit/states.tsx'
import { DownloadList } from './download-list.tsx'
import './attachments.css'

const AttachmentList = lazy(() => import('./attachment-list.tsx').then((m) => ({ default: m.AttachmentList })))
const GroupList = lazy(() => import('./group-list.tsx').then((m) => ({ default: m.GroupList })))
const WriteDocument = lazy(() => import('./write-document.tsx').then((m) => ({ default: m.WriteDocument })))

const VIEWS = [
  { key: '', label: '下载任务' },
  { key: 'files', label: '附件' },
  { key: 'groups', label: '附件分组' },
  { key: 'write', label: '生成文档' },
] as const

const VIEW_PARTS: Readonly<Record<string, typeof AttachmentList>> = {
  files: AttachmentList,
  groups: GroupList,
  write: WriteDocument,
}

/** Files that were put together for one, the company's attachments and their groups, and documents from text: four views of one page. */
export function Screen() {
  const [search] = useSearchParams()
  const view = search.get('view') ?? ''
  const tabs = (
    <nav className="kb-tabs kb-flex kb-gap-20 kb-below-12 kb-rule" aria-label="下载中心">
      {VIEWS.map(({ key, label }) => (
        <Link
          key={key}
          to={key ? `/download-management?view=${key}` : '/download-management'}
          aria-current={key === view ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
  const View = VIEW_PARTS[view]
  if (!View) return <DownloadList>{tabs}</DownloadList>
  return (
    <Suspense fallback={<Skeleton title lines={8} />}>
      <View>{tabs}</View>
    </Suspense>
  )
}
