import { Suspense, lazy } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Skeleton } from '#web/kit/states.tsx'
import { DownloadList } from './download-list.tsx'
import './attachments.css'

const AttachmentList = lazy(() => import('./attachment-list.tsx').then((m) => ({ default: m.AttachmentList })))
const WriteDocument = lazy(() => import('./write-document.tsx').then((m) => ({ default: m.WriteDocument })))

const VIEWS = [
  { key: '', label: '下载任务' },
  { key: 'files', label: '附件' },
  { key: 'write', label: '生成文档' },
] as const

/** Files that were put together for one, the company's attachments, and documents from text: three views of one page. */
export function Screen() {
  const [search] = useSearchParams()
  const view = search.get('view') ?? ''
  const tabs = (
    <nav className="att-views" aria-label="下载中心">
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
  if (view !== 'files' && view !== 'write') return <DownloadList>{tabs}</DownloadList>
  return (
    <Suspense fallback={<Skeleton title lines={8} />}>
      {view === 'files' ? <AttachmentList>{tabs}</AttachmentList> : <WriteDocument>{tabs}</WriteDocument>}
    </Suspense>
  )
}
