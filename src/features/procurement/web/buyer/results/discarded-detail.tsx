import { useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { StepsRail } from '#web/kit/steps-rail.tsx'
import { useCall } from '#web/use-call.ts'
import { orderDetail } from '../../../contract/order.ts'
import { NoticeKind } from '../../../rules/enums.ts'
import { useBuyer, useOrderPages } from '../use-buyer.ts'
import { PublishedNotice } from '../notice-list.tsx'
import { OrderLine } from '../order/order-line.tsx'
import { stepsOf } from '../tones.ts'
import '../buyer.css'

/** An abortive order: how far it came, why it failed, and the way to tender again. */
export function Screen() {
  const at = useBuyer()
  const pages = useOrderPages()
  const { orderId = '' } = useParams()
  const query = useCall(orderDetail, { params: { orderId } })
  return (
    <WhenLoaded query={query}>
      {(order) => {
        const notice = order.notices.findLast((one) => one.kind === NoticeKind.values.abortive)
        if (!notice)
          return (
            <EmptyPage
              head="流标详情"
              back={{ label: at.say('{order}详情'), to: pages('publish.detail') }}
              title={at.say('该{order}没有流标')}
            />
          )
        const mayCopy = order.actions.some((action) => action.action === 'copy')
        return (
          <article className="kb-detail">
            <PageHead
              title="流标详情"
              status={<StatusTag label={order.stage} tone="danger" />}
              back={{ label: at.say('{order}详情'), to: pages('publish.detail') }}
              facts={[`${formatTime(notice.publishedAt)} 公告`]}
              actions={
                mayCopy && (
                  <PrimaryButton
                    label={at.say('重新{act}')}
                    to={at.form({ projectId: order.projectId, copyId: order.orderId })}
                  />
                )
              }
            />
            <OrderLine order={order} />
            <StepsRail steps={stepsOf(order)} />
            <section className="kb-section kb-above-20">
              <h2>流标公告</h2>
              <PublishedNotice orderId={order.orderId} noticeId={notice.noticeId} />
            </section>
          </article>
        )
      }}
    </WhenLoaded>
  )
}
