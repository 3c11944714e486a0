import { Drawer } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { TradeStatus } from '../../../rules/enums.ts'
import { noticeLabel } from '../../../methods/notices.ts'
import { SupersededTag } from '../../superseded.tsx'
import { confirmPage, tenderPages } from '../tender-pages.ts'
import { NoticePaper } from '../notice-paper.tsx'
import type { Tender } from '../words.ts'

/** All notices of the tender, newest first; one opens beside the page. */
export function Notices({ tender }: { tender: Tender }) {
  const [open, setOpen] = useState<Tender['notices'][number] | null>(null)
  const at = tenderPages(tender.orderId, tender.method)
  const takesPart = tender.tradeStatus === TradeStatus.values.passed
  return (
    <>
      <ul>
        {tender.notices.toReversed().map((notice) => (
          <li key={notice.noticeId} className="kb-row kb-gap-12 kb-flat kb-base kb-wrap kb-line kb-size-13">
            <span className="tender-notice-kind kb-note kb-fixed">{noticeLabel(notice.kind, tender)}</span>
            <button className="kb-shrink kb-accent" type="button" onClick={() => setOpen(notice)}>
              {notice.title}
            </button>
            <SupersededTag notice={notice} />
            {notice.needsConfirmation && takesPart && (
              <>
                {notice.confirmedAt ? (
                  <StatusTag label={`已于 ${formatTime(notice.confirmedAt).slice(5)} 确认`} tone="success" />
                ) : (
                  <Link to={confirmPage(at, notice.noticeId)}>去确认</Link>
                )}
              </>
            )}
            <time className="kb-push kb-muted" dateTime={notice.publishedAt ?? undefined}>
              {formatTime(notice.publishedAt)}
            </time>
          </li>
        ))}
      </ul>
      {open && (
        <Drawer open onClose={() => setOpen(null)} size="min(760px, 100vw)" title={noticeLabel(open.kind, tender)}>
          <NoticePaper orderId={tender.orderId} noticeId={open.noticeId} />
        </Drawer>
      )}
    </>
  )
}
