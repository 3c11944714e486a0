import { useParams } from 'react-router'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { StepsRail } from '#web/kit/steps-rail.tsx'
import { useLive } from '#web/live.ts'
import { Parts } from '#web/shell/parts.tsx'
import { useCall } from '#web/use-call.ts'
import { orderDetail } from '../../../contract/order.ts'
import { ORDER_SLOTS } from '../../../contract/slots.ts'
import { reached, wentThrough } from '../../../engine/states.ts'
import { useOrderPages } from '../use-buyer.ts'
import { orderTone, stepsOf } from '../tones.ts'
import '../buyer.css'

/** How far the review is; it is conducted in the review hall. */
export function Screen() {
  const pages = useOrderPages()
  const { orderId = '' } = useParams()
  const query = useCall(orderDetail, { params: { orderId } })
  useLive(`order:${orderId}`)
  return (
    <WhenLoaded query={query}>
      {(order) => (
        <article>
          <PageHead
            title="评标情况"
            status={<StatusTag label={order.stage} tone={orderTone(order)} />}
            facts={[order.title, order.code]}
            back={{ label: '标段详情', to: pages('publish.detail') }}
            actions={
              wentThrough(order, 'closed') &&
              (reached(order, 'ranked') ? (
                <PrimaryButton label="查看评审报告" to={pages('review.report')} />
              ) : (
                <PrimaryButton label="进入评标大厅" to={pages('review.hall')} />
              ))
            }
          />
          <StepsRail steps={stepsOf(order)} />
          {wentThrough(order, 'closed') ? (
            <Parts of={ORDER_SLOTS.review} order={order} pages={pages} />
          ) : (
            <EmptyState
              title="评标尚未开始"
              hint="开标结束后开始评标；评标专家的抽取和采购人代表的确定现在即可进行"
              action={
                wentThrough(order, 'published') && (
                  <PrimaryButton label="组建评标委员会" to={pages('review.committee')} />
                )
              }
            />
          )}
        </article>
      )}
    </WhenLoaded>
  )
}
