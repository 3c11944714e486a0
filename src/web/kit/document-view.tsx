import { Button } from 'antd'
import { Suspense, lazy, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import { CallError, call } from '../call.ts'
import type { LooseInput } from '../call.ts'
import { openFile } from '../export.ts'
import { BlobPicture } from './blob-picture.tsx'
import { EmptyState, Skeleton } from './states.tsx'
import './document-view.css'

const PdfView = lazy(() => import('./pdf/pdf-view.tsx').then((m) => ({ default: m.PdfView })))

interface DocumentViewProps {
  endpoint: Endpoint
  input: LooseInput
  name: string
  /** The file's id where the reader may have it converted: office documents then lead to the previewer. */
  previewId?: string
}

/** A document in the page: PDF and pictures are drawn here, anything else is offered for preview and download. */
export function DocumentView({ endpoint, input, name, previewId }: DocumentViewProps) {
  const kind = kindOf(name)
  const [content, setContent] = useState<Blob | null>(null)
  const [failure, setFailure] = useState('')
  const key = JSON.stringify(input)
  useEffect(() => {
    if (!kind) return
    const stop = new AbortController()
    setContent(null)
    setFailure('')
    const loading = (call as LooseCall)(endpoint, JSON.parse(key) as LooseInput, { signal: stop.signal })
    loading.then(setContent).catch((error: unknown) => {
      if (!stop.signal.aborted) setFailure(error instanceof CallError ? error.message : '文件无法打开')
    })
    return () => stop.abort()
  }, [endpoint, key, kind])

  const save = <Button onClick={() => void openFile(endpoint, input)}>下载文件</Button>
  if (!kind && previewId && /\.(docx|xlsx)$/i.test(name)) {
    const preview = (
      <Link to={`/hall/file/preview?attachmentId=${previewId}`}>
        <Button type="primary" tabIndex={-1}>
          在线预览
        </Button>
      </Link>
    )
    const both = (
      <>
        {preview} {save}
      </>
    )
    return <EmptyState title={name} hint="转换为 PDF 后在线预览，或下载后用相应软件打开" action={both} />
  }
  if (!kind) return <EmptyState title="该格式不能在网页中预览" hint="可下载后用相应软件打开" action={save} />
  if (failure) return <EmptyState title={failure} action={save} />
  if (!content) return <Skeleton lines={12} />
  if (kind === 'picture') return <BlobPicture blob={content} name={name} />
  return (
    <Suspense fallback={<Skeleton lines={12} />}>
      <div className="kb-document kb-frame">
        <PdfView blob={content} name={name} place={key} />
      </div>
    </Suspense>
  )
}

type LooseCall = (endpoint: Endpoint, input: LooseInput, options: { signal: AbortSignal }) => Promise<Blob>

function kindOf(name: string): 'pdf' | 'picture' | null {
  if (/\.pdf$/i.test(name)) return 'pdf'
  return /\.(png|jpe?g)$/i.test(name) ? 'picture' : null
}
