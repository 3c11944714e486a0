import { Button } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { BlobPicture } from '#web/kit/blob-picture.tsx'
import { EmptyState, Skeleton } from '#web/kit/states.tsx'
import type { Attachment } from '../contract/attachments.ts'
import { ConversionStatus, isPicture, officeKind } from '../rules.ts'
import { type Content, useContent } from './content.ts'

const PdfView = lazy(() => import('#web/kit/pdf/pdf-view.tsx').then((m) => ({ default: m.PdfView })))
const SheetTable = lazy(() => import('./sheet-table.tsx').then((m) => ({ default: m.SheetTable })))

/** A file in the page: PDF and pictures as they are, office documents as PDF, a spreadsheet as a table where that fails. */
export function FileView({ file, marked }: { file: Attachment; marked: boolean }) {
  const [round, setRound] = useState(0)
  if (!file.convertible) return <EmptyState title="该格式不能在网页中预览" hint="请下载后用相应软件打开" />
  return <Shown key={round} file={file} marked={marked} round={round} onRetry={() => setRound(round + 1)} />
}

interface ShownProps {
  file: Attachment
  marked: boolean
  round: number
  onRetry: () => void
}

function Shown({ file, marked, round, onRetry }: ShownProps) {
  const picture = isPicture(file.mime)
  const content = useContent(file.attachmentId, marked ? 'watermarked' : picture ? 'original' : 'pdf', round)
  switch (content.state) {
    case 'waiting':
      return <Waiting office={officeKind(file.mime) !== null} content={content} />
    case 'failed':
      return <Failed file={file} marked={marked} reason={content.reason} onRetry={onRetry} />
    case 'here':
      return picture ? (
        <div className="att-picture kb-scroll kb-text-centre" tabIndex={0} role="group" aria-label={file.name}>
          <BlobPicture blob={content.blob} name={file.name} />
        </div>
      ) : (
        <Suspense fallback={<Skeleton lines={14} />}>
          <PdfView blob={content.blob} name={file.name} place={file.sha256} />
        </Suspense>
      )
  }
}

function Waiting({ office, content }: { office: boolean; content: Extract<Content, { state: 'waiting' }> }) {
  const { waiting, running } = ConversionStatus.values
  const text =
    content.status === running ? '正在转换为 PDF…' : content.status === waiting && office ? '排队等待转换…' : ''
  return (
    <div className="att-preview-words">
      {text && (
        <p className="kb-muted" role="status">
          {text}
        </p>
      )}
      <Skeleton lines={14} />
    </div>
  )
}

function Failed({
  file,
  marked,
  reason,
  onRetry,
}: {
  file: Attachment
  marked: boolean
  reason: string
  onRetry: () => void
}) {
  const isSheet = officeKind(file.mime) === 'xlsx' && !marked
  if (isSheet) {
    return (
      <div className="att-sheet kb-column">
        <p className="att-sheet-note kb-size-13 kb-fixed" role="status">
          未能按原版式显示（{reason}），以下为表格内容。
        </p>
        <Suspense fallback={<Skeleton lines={10} />}>
          <SheetTable attachmentId={file.attachmentId} />
        </Suspense>
      </div>
    )
  }
  return <EmptyState title="文件不能预览" hint={reason} action={<Button onClick={onRetry}>重试</Button>} />
}
