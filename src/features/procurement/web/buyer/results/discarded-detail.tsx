import { Link, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { PrimaryButton } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { orderDetail } from '../../../contract/order.ts'
import { NoticeKind } from '../../../rules/enums.ts'
import { PublishedNotice } from '../notice-list.tsx'
import type { OrderDetail } from '../tones.ts'
import { stepsOf } from '../tones.ts'
import { useBuyer, useOrderPages } from '../use-buyer.ts'
import { FailureFacts, FailureParticipants, WhatFollows } from './discarded-parts.tsx'
import '../buyer.css'

/** A failed order, only read: why and when, who had come, their bonds, and what follows; or its notice alone. */
export function Screen({ noticeOnly = false }: { noticeOnly?: boolean }) {
  const at = useBuyer()
  const pages = useOrderPages()
  const { orderId = '' } = useParams()
  const query = useCall(orderDetail, { params: { orderId } })
  const back = { label: at.say('{order}详情'), to: pages('publish.detail') }
  const notice = query.data && abortionOf(query.data)
  if (query.data && !notice) return <EmptyPage head="流标详情" back={back} title={at.say('该{order}没有流标')} />
  return (
    <DetailScreen query={query} back={back}>
      {(order) => {
        const text = notice && <PublishedNotice orderId={order.orderId} noticeId={notice.noticeId} />
        const mayRerun = order.actions.some((action) => action.action === 'copy')
        return {
          title: noticeOnly ? '流标公告' : `流标详情：${order.title}`,
          status: <StatusTag label={order.stage} tone="danger" />,
          facts: [order.code, notice && `${formatTime(notice.publishedAt)} 公告`],
          extra: mayRerun && (
            <PrimaryButton
              label={at.say('重新{act}')}
              to={at.rerun({
                orderId: order.orderId,
                projectId: order.projectId,
                fileId: order.files.find((file) => file.kind === 'document')?.fileId,
              })}
            />
          ),
          steps: stepsOf(order),
          sections: noticeOnly
            ? [{ key: 'notice', title: '公告正文', content: text }]
            : [
                notice && { key: 'facts', title: '流标情况', content: <FailureFacts order={order} notice={notice} /> },
                { key: 'who', title: '参与情况', content: <FailureParticipants order={order} /> },
                order.notices.some(({ kind }) => kind === NoticeKind.values.result) && {
                  key: 'fallen',
                  title: at.say('已取消的{won}结果'),
                  content: <Link to={pages('winner.detail')}>查看历次结果 ›</Link>,
                },
                mayRerun && { key: 'next', title: '后续安排', content: <WhatFollows order={order} /> },
                { key: 'notice', title: '流标公告', content: text },
              ],
        }
      }}
    </DetailScreen>
  )
}

function abortionOf(order: OrderDetail) {
  return order.notices.findLast((one) => one.kind === NoticeKind.values.abortive)
}
