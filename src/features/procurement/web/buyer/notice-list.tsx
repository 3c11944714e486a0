import type * as z from 'zod'
import { Drawer } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { FileList, Fingerprint } from '#web/kit/file-list.tsx'
import { RichTextView } from '#web/kit/rich-text-view.tsx'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { buyerNotice } from '../../contract/notice.ts'
import type { NoticeRow as NoticeRowSchema } from '../../contract/shared.ts'
import { noticeLabel } from '../../methods/notices.ts'
import { SupersededNote, SupersededTag } from '../superseded.tsx'
import { useBuyer } from './use-buyer.ts'
import './notices.css'

type NoticeRow = z.output<typeof NoticeRowSchema>

/** Published notices; one opens beside the page, with the people who have confirmed it. */
export function NoticeList({ orderId, notices }: { orderId: string; notices: readonly NoticeRow[] }) {
  const [open, setOpen] = useState<NoticeRow | null>(null)
  const order = { method: useBuyer().method.code }
  if (notices.length === 0) return <p className="kb-muted">尚未发布公告</p>
  return (
    <>
      <ul className="buyer-notices">
        {notices.map((notice) => (
          <li key={notice.noticeId} className="kb-line kb-size-13">
            <span className="kb-muted">{noticeLabel(notice.kind, order)}</span>
            <span>
              <button type="button" className="kb-accent kb-left" onClick={() => setOpen(notice)}>
                {notice.title}
              </button>{' '}
              <SupersededTag notice={notice} />
            </span>
            <span className="kb-muted">{formatTime(notice.publishedAt)}</span>
          </li>
        ))}
      </ul>
      {open && (
        <Drawer open onClose={() => setOpen(null)} size="min(760px, 100vw)" title={noticeLabel(open.kind, order)}>
          <PublishedNotice orderId={orderId} noticeId={open.noticeId} />
        </Drawer>
      )}
    </>
  )
}

/** A published notice as it stands, with its fingerprint and confirmations. */
export function PublishedNotice({ orderId, noticeId }: { orderId: string; noticeId: string }) {
  const query = useCall(buyerNotice, { params: { orderId, noticeId } })
  if (!query.data) return query.error ? <ErrorState error={query.error} /> : <Skeleton lines={8} />
  const { title, code, publishedAt, content, contentHash, files, confirmations } = query.data
  return (
    <article className="buyer-paper kb-reading">
      <h3 className="kb-title-18">{title}</h3>
      <p className="kb-pad-end-12 kb-hint kb-below-12 kb-rule">
        {code} · {formatTime(publishedAt, true)} 发布
      </p>
      <SupersededNote notice={query.data} />
      <RichTextView value={content} />
      {files.length > 0 && (
        <FileList files={files} pathOf={(file) => `/api/workbench/buyer/orders/${orderId}/files/${file.fileId}`} />
      )}
      {contentHash && (
        <p className="kb-note kb-above-12 kb-break">
          内容指纹 <Fingerprint hex={contentHash} full />
        </p>
      )}
      {confirmations.length > 0 && <Confirmations rows={confirmations} />}
    </article>
  )
}

function Confirmations({ rows }: { rows: readonly { supplierName: string; confirmedAt: string | null }[] }) {
  const done = rows.filter((row) => row.confirmedAt).length
  return (
    <section>
      <h4 className="kb-size-14 kb-above-16 kb-below-8">
        确认情况（{done}/{rows.length}）
      </h4>
      <ul>
        {rows.map((row) => (
          <li className="kb-flex kb-gap-12 kb-between kb-size-13 kb-pad-y-4" key={row.supplierName}>
            {row.supplierName}
            <span className="kb-muted">{row.confirmedAt ? `${formatTime(row.confirmedAt)} 已确认` : '未确认'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
