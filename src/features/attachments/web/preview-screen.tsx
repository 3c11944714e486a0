import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { call } from '#web/call.ts'
import { formatSize } from '#web/kit/file-list.tsx'
import { changedParams } from '#web/changed-params.ts'
import { EmptyState, ErrorState, Skeleton } from '#web/kit/states.tsx'
import { setPageTitle } from '#web/page-title.ts'
import { useCall } from '#web/use-call.ts'
import { accessUrl, attachments, type Attachment } from '../contract/attachments.ts'
import { groupAttachments } from '../contract/groups.ts'
import { FileView } from './file-view.tsx'
import { takeFile, telling } from '#web/take-file.ts'
import './attachments.css'

/** The previewer: `?attachmentId=…` (repeated for several files) or `?groupId=…`; `watermark=1` shows marked pages. */
export function Screen() {
  const [search] = useSearchParams()
  const ids = search
    .getAll('attachmentId')
    .flatMap((one) => one.split(','))
    .filter(Boolean)
  const groupId = search.get('groupId') ?? ''
  const byIds = useCall(attachments, { query: { attachmentIds: ids } }, { enabled: ids.length > 0 })
  const byGroup = useCall(
    groupAttachments,
    { params: { id: groupId } },
    { enabled: ids.length === 0 && groupId !== '' },
  )
  const query = ids.length > 0 ? byIds : byGroup
  if (ids.length === 0 && groupId === '') return <Nothing title="没有指定要预览的文件" hint="请从文件列表中打开" />
  if (query.error)
    return (
      <Framed>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Framed>
    )
  if (!query.data)
    return (
      <Framed>
        <Skeleton lines={14} />
      </Framed>
    )
  if (query.data.length === 0) return <Nothing title="文件不存在" hint="可能已被删除，或不在您的权限范围内" />
  return <Preview files={query.data} marked={search.get('watermark') === '1'} />
}

function Preview({ files, marked }: { files: readonly Attachment[]; marked: boolean }) {
  const [search, setSearch] = useSearchParams()
  const file = files.find((one) => one.attachmentId === search.get('open')) ?? files[0]!
  useEffect(() => setPageTitle(file.name), [file.name])
  const put = (name: string, value: string) =>
    setSearch((now) => changedParams(now, { [name]: value }), { replace: true })
  return (
    <div className="att-preview kb-column">
      <header className="att-preview-head kb-row kb-tight kb-wrap kb-fixed kb-rule">
        <Back />
        <div className="att-preview-title kb-shrink">
          <h1>{file.name}</h1>
          <span className="kb-note">
            {[formatSize(file.size), file.uploaderName, formatTime(file.createdAt)].filter(Boolean).join('　')}
          </span>
        </div>
        {file.convertible && (
          <Button aria-pressed={marked} onClick={() => put('watermark', marked ? '' : '1')}>
            {marked ? '取消水印' : '加水印查看'}
          </Button>
        )}
        <Button
          type="primary"
          onClick={() =>
            void telling(async () => takeFile(await call(accessUrl, { params: { id: file.attachmentId } })))
          }
        >
          下载
        </Button>
      </header>
      <div className="att-preview-body kb-flex kb-grow kb-squeeze">
        {files.length > 1 && (
          <nav className="att-preview-files" aria-label="文件">
            {files.map((one) => (
              <button
                key={one.attachmentId}
                type="button"
                className="kb-pick"
                aria-current={one === file ? 'true' : undefined}
                onClick={() => put('open', one.attachmentId)}
              >
                {one.name}
              </button>
            ))}
          </nav>
        )}
        <main id="main" className="kb-squeeze kb-grow" tabIndex={-1}>
          <FileView key={`${file.attachmentId}.${String(marked)}`} file={file} marked={marked} />
        </main>
      </div>
    </div>
  )
}

function Back() {
  const navigate = useNavigate()
  // A window of its own has nowhere to go back to.
  const [alone] = useState(() => window.history.length <= 1)
  return (
    <Button type="text" onClick={() => (alone ? void navigate('/download-management?view=files') : void navigate(-1))}>
      ‹ 返回
    </Button>
  )
}

function Framed({ children }: { children: ReactNode }) {
  return (
    <div className="att-preview kb-column">
      <header className="att-preview-head kb-row kb-tight kb-wrap kb-fixed kb-rule">
        <Back />
        <div className="att-preview-title kb-shrink">
          <h1>文件预览</h1>
        </div>
      </header>
      <main id="main" className="kb-squeeze kb-grow att-preview-words" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function Nothing({ title, hint }: { title: string; hint: string }) {
  return (
    <Framed>
      <EmptyState title={title} hint={hint} />
    </Framed>
  )
}
