import { Button } from 'antd'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { confirmNotice, tenderDetail } from '../../contract/supplier.ts'
import { confirmPage, tenderPages } from './tender-pages.ts'
import { unconfirmed } from './next-action.ts'
import { NoticePaper } from './notice-paper.tsx'
import type { Tender } from './words.ts'
import './supplier.css'

/** A change or clarification to be read and confirmed; without one in the address, the oldest that waits. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(tenderDetail, { params: { orderId } })
  return <WhenLoaded query={query}>{(tender) => <Change tender={tender} />}</WhenLoaded>
}

function Change({ tender }: { tender: Tender }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { orderId } = tender
  const at = tenderPages(orderId, tender.method)
  const waiting = unconfirmed(tender)
  const noticeId = search.get('noticeId') ?? waiting[0]?.noticeId
  const later = waiting.filter((notice) => notice.noticeId !== noticeId)
  const confirm = useAction(confirmNotice, {
    success: '已确认',
    onDone: () =>
      void navigate(later[0] ? confirmPage(at, later[0].noticeId) : at('publish.tender'), { replace: true }),
  })
  const back = { label: '项目详情', to: at('publish.tender') }
  if (!noticeId) {
    return (
      <>
        <PageHead title="变更确认" back={back} />
        <EmptyState title="没有需要确认的变更" />
      </>
    )
  }
  const notice = tender.notices.find((one) => one.noticeId === noticeId)
  const open = waiting.some((one) => one.noticeId === noticeId)
  return (
    <>
      <PageHead
        title={open ? '变更确认' : '变更与澄清'}
        facts={[tender.code, tender.title]}
        back={back}
        status={
          notice?.confirmedAt ? (
            <StatusTag label={`已于 ${formatTime(notice.confirmedAt, true)} 确认`} tone="success" />
          ) : (
            open && <StatusTag label="待确认" tone="warning" />
          )
        }
        actions={
          open && (
            <Button type="primary" loading={confirm.busy} onClick={() => void confirm.run({ params: { noticeId } })}>
              已阅读并确认
            </Button>
          )
        }
      />
      <NoticePaper orderId={orderId} noticeId={noticeId} />
    </>
  )
}
