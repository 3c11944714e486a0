import type { ReactNode } from 'react'
import { formatTime } from '#contract/time.ts'
import { FileList, Fingerprint } from '#web/kit/file-list.tsx'
import { RichTextView } from '#web/kit/rich-text-view.tsx'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { supplierNotice } from '../../contract/supplier.ts'
import { SupersededNote } from '../superseded.tsx'
import { raiseHeadings } from './heading-levels.ts'

interface NoticePaperProps {
  orderId: string
  noticeId: string
  /** In place of the bare fingerprint. */
  proof?: (notice: OutputOf<typeof supplierNotice>) => ReactNode
  /** Below the text, once it is there. */
  foot?: (notice: OutputOf<typeof supplierNotice>) => ReactNode
}

/** A published notice as it stands, with its files and fingerprint. */
export function NoticePaper({ orderId, noticeId, proof, foot }: NoticePaperProps) {
  const query = useCall(supplierNotice, { params: { noticeId } })
  if (!query.data) return query.error ? <ErrorState error={query.error} /> : <Skeleton lines={8} />
  const { title, code, publishedAt, content, contentHash, files } = query.data
  return (
    <article className="kb-reading kb-pad-end-12">
      <h2 className="kb-title-18">{title}</h2>
      <p className="kb-hint kb-below-12">
        {code}　{formatTime(publishedAt, true)} 发布
      </p>
      <SupersededNote notice={query.data} />
      <RichTextView value={raiseHeadings(content)} />
      {files.length > 0 && (
        <FileList files={files} pathOf={(file) => `/api/workbench/supplier/tenders/${orderId}/files/${file.fileId}`} />
      )}
      {proof?.(query.data)}
      {contentHash && !proof && (
        <p className="kb-muted kb-above-16 kb-break">
          内容指纹 <Fingerprint hex={contentHash} full />
        </p>
      )}
      {foot?.(query.data)}
    </article>
  )
}
