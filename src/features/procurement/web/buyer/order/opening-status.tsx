import { Alert } from 'antd'
import { useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { StepsRail } from '#web/kit/steps-rail.tsx'
import { useLive } from '#web/live.ts'
import { Parts } from '#web/shell/parts.tsx'
import { useCall } from '#web/use-call.ts'
import { reached } from '../../../engine/states.ts'
import { orderDetail } from '../../../contract/order.ts'
import { ORDER_SLOTS } from '../../../contract/slots.ts'
import { ReviewModel } from '../../../rules/enums.ts'
import { methodOf } from '../../../methods/all.ts'
import { useOrderPages } from '../use-buyer.ts'
import type { OrderDetail } from '../tones.ts'
import { orderTone, stepsOf } from '../tones.ts'
import '../buyer.css'

/** How the opening stands: before it the preparation, from then on the bidders and their state. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(orderDetail, { params: { orderId } })
  useLive(`order:${orderId}`)
  return <WhenLoaded query={query}>{(order) => <Opening order={order} />}</WhenLoaded>
}

function Opening({ order }: { order: OrderDetail }) {
  const pages = useOrderPages()
  const isBefore = !reached(order, 'opened')
  const door = order.actions.some((action) => action.action === 'startOpening')
  // With double envelope the quotations are opened during the review, in the same hall.
  const isDouble = order.reviewModel === ReviewModel.values.double
  const going =
    order.state === 'open.running' || order.state === 'open.reading' || (isDouble && order.state === 'review.running')
  return (
    <article>
      <PageHead
        title="开标情况"
        status={<StatusTag label={order.stage} tone={orderTone(order)} />}
        facts={[order.title, order.code]}
        back={{ label: '标段详情', to: pages('publish.detail') }}
        deadline={
          isBefore && order.schedule.openAt ? { label: '开标时间', at: order.schedule.openAt, over: '已到时间' } : null
        }
        actions={
          (door || going) && <PrimaryButton label="进入开标大厅" to={going ? pages('open.hall') : pages('open.door')} />
        }
      />
      <StepsRail steps={stepsOf(order)} />
      <div className="kb-section kb-above-20">
        <FieldList
          items={[
            { label: '投标截止', value: formatTime(order.schedule.bidEnd, true) },
            { label: '开标时间', value: formatTime(order.schedule.openAt, true) },
            { label: '开标地点', value: order.place || '网上开标大厅' },
            { label: '解密时限', value: `${order.decryptMinutes} 分钟` },
            order.signUps && { label: '报名通过', value: `${order.signUps.passed} 家` },
          ]}
        />
      </div>
      {isBefore ? <Before order={order} /> : <Parts of={ORDER_SLOTS.opening} order={order} pages={pages} />}
    </article>
  )
}

/** Before the opening nobody learns who bids or how many: what can be said is what will happen. */
function Before({ order }: { order: OrderDetail }) {
  const least = methodOf(order.method).minSuppliers
  const passed = order.signUps?.passed ?? least
  const few = passed < least
  return (
    <section className="kb-section">
      <h2>开标准备</h2>
      {few && order.state === 'publish.open' && (
        <Alert
          className="kb-above-16 kb-below-16"
          type="warning"
          showIcon
          title={`报名通过 ${passed} 家。投标人少于 ${least} 个的不得开标，应当重新招标（《招标投标法》第二十八条）`}
        />
      )}
      <ol className="buyer-effects kb-size-13 kb-bullets">
        <li>到投标截止时间，系统停止接收投标并固定投标名单；此前任何人都看不到投标人和数量。</li>
        <li>主持人在大厅宣布开标，投标人在 {order.decryptMinutes} 分钟内用自己的密钥解密；可说明原因延长。</li>
        <li>公布开标一览，报价对所有人同时显示；唱标、投标人确认后结束开标，形成开标记录。</li>
      </ol>
    </section>
  )
}
