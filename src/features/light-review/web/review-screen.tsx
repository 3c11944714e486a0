import { Alert } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { say } from '#features/procurement/methods/say.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { cancelReview, closeOpinions, concludeReview, onlineReview, type Review, type ReviewPage } from '../contract.ts'
import { REVIEW_STATES } from '../rules/review.ts'
import { AskDialog } from './ask-dialog.tsx'
import { AskList } from './ask-list.tsx'
import { DocumentTable } from './document-table.tsx'
import { MemberTable } from './member-table.tsx'
import { OpinionTable } from './opinion-table.tsx'
import { OwnOpinion } from './own-opinion.tsx'
import { SupplierTable } from './supplier-table.tsx'
import { REVIEW_TONES } from './tones.ts'
import { type Place, usePlace } from './use-place.ts'

/** The review of an order by opinions: for its owner to run, for its members to give theirs. */
export function Screen() {
  const place = usePlace()
  return place.orderId ? <OfOrder place={place} /> : <EmptyPage head="线上评审" title="请从采购单进入" />
}

function OfOrder({ place }: { place: Place }) {
  const { orderId } = place
  const navigate = useNavigate()
  const query = useCall(onlineReview, { params: { orderId } }, { fresh: 0 })
  useLive(query.data?.readsOrder ? `order-owner:${orderId}` : '')
  const [isAsking, setAsking] = useState(false)
  const acts = useActs(orderId)
  const data = query.data
  const back = data?.readsOrder && { label: '采购单详情', to: place.orderPage(data.method, 'publish.detail') }
  const act = (action: string) => {
    if (action === 'start') return navigate(place.page('setting'))
    if (action === 'ask') return setAsking(true)
    return acts[action as keyof typeof acts]()
  }
  return (
    <>
      <DetailScreen query={query} {...(back ? { back } : {})}>
        {(page) => {
          const [review, ...earlier] = page.reviews
          return {
            title: '线上评审',
            status: review && <StatusTag label={REVIEW_STATES[review.status]} tone={REVIEW_TONES[review.status]} />,
            facts: [page.code, page.title],
            deadline: review?.status === 'running' ? { label: '意见提交截止', at: review.deadline } : null,
            // What has its place on the page has no button in the head.
            actions: page.actions
              .filter(({ action }) => action !== 'handIn' && action !== 'replace')
              .map((one) => (one.action === 'start' && review ? { ...one, label: '再次评审', primary: false } : one)),
            onAction: act,
            notice: <Attention page={page} review={review} place={place} />,
            sections: review ? sectionsOf(page, { review, earlier, place }) : [],
          }
        }}
      </DetailScreen>
      {isAsking && data && <AskDialog page={data} onClose={() => setAsking(false)} />}
    </>
  )
}

function useActs(orderId: string) {
  const params = { orderId }
  const cancel = useAction(cancelReview, { success: '线上评审已取消' })
  const close = useAction(closeOpinions, { success: '评审意见已开启' })
  const conclude = useAction(concludeReview, { success: '评审结论已汇总，记录已存档' })
  return {
    cancel: () =>
      askText({
        title: '取消评审',
        hint: '取消后评审人员不能再提交意见。',
        okText: '取消评审',
        danger: true,
        run: (reason) => cancel.run({ params, body: { reason } }),
      }),
    close: () => close.run({ params }),
    conclude: () =>
      askText({
        title: '汇总评审结论',
        label: '评审结论',
        hint: '汇总后生成评审记录并存档，不能再修改。',
        most: 4000,
        rows: 6,
        okText: '汇总',
        run: (conclusion) => conclude.run({ params, body: { conclusion } }),
      }),
  }
}

/** What the person must know first. */
function Attention({ page, review, place }: { page: ReviewPage; review: Review | undefined; place: Place }) {
  const start = page.actions.find(({ action }) => action === 'start')
  if (!review)
    return (
      <EmptyState
        title={page.isOver ? '未组织线上评审' : '还没有组织线上评审'}
        hint={start ? (start.reason ?? '请本单位人员对报价提出意见；不组织的，由经办人自行比价') : undefined}
      />
    )
  const isOpen = review.status === 'running' || review.status === 'handed-in'
  if (isOpen && page.isOver)
    return <Alert className="kb-below-16" type="info" showIcon title="采购单已定标或者终止，评审不再进行" />
  if (review.status === 'concluded' && start)
    return (
      <Alert
        className="kb-below-16"
        type="success"
        showIcon
        title="评审已完成"
        action={<Link to={place.orderPage(page.method, 'winner.edit')}>{say(page, '确定{winner}')} ›</Link>}
      />
    )
  if (review.status === 'running' && page.own?.handedInAt === null)
    return (
      <Alert
        className="kb-below-16"
        type="warning"
        showIcon
        title="请在截止前提交您的评审意见"
        description="全部提交前，任何人（包括经办人）都看不到您的意见。"
      />
    )
  return null
}

interface Shown {
  review: Review
  earlier: readonly Review[]
  place: Place
}

function sectionsOf(page: ReviewPage, { review, earlier, place }: Shown) {
  const files = `/api/workbench/buyer/orders/${page.orderId}/online-review/files`
  return [
    review.conclusion !== '' && {
      key: 'conclusion',
      title: review.status === 'cancelled' ? '取消原因' : '评审结论',
      content: (
        <>
          <p className="kb-pre">{review.conclusion}</p>
          <p className="kb-note kb-above-8">
            {review.endedByName}　{formatTime(review.endedAt, true)}
          </p>
        </>
      ),
    },
    page.own &&
      review.opinions.length === 0 && {
        key: 'own',
        title: '我的意见',
        content: <OwnOpinion key={page.own.memberId} page={page} own={page.own} review={review} />,
      },
    review.opinions.length > 0 && {
      key: 'opinions',
      title: '评审意见',
      content: <OpinionTable review={review} />,
    },
    {
      key: 'members',
      title: '评审人员',
      content: (
        <>
          <MemberTable page={page} review={review} />
          <div className="kb-above-12">
            <FieldList
              items={[
                { label: '发起时间', value: formatTime(review.startedAt) },
                { label: '提交截止', value: formatTime(review.deadline) },
                review.openedAt !== null && { label: '意见开启', value: formatTime(review.openedAt) },
                review.note !== '' && { label: '评审说明', value: review.note, wide: true },
              ]}
            />
          </div>
        </>
      ),
    },
    page.suppliers.length > 0 && {
      key: 'suppliers',
      title: '报价',
      extra: page.readsOrder && <Link to={place.orderPage(page.method, 'quote.rounds')}>报价轮次与比价 ›</Link>,
      content: <SupplierTable orderId={page.orderId} suppliers={page.suppliers} />,
    },
    review.asks.length > 0 && {
      key: 'asks',
      title: '供应商补充',
      content: <AskList asks={review.asks} path={files} />,
    },
    {
      key: 'documents',
      title: '评审文件',
      content: <DocumentTable review={review} path={files} />,
    },
    earlier.length > 0 && {
      key: 'earlier',
      title: '此前的评审',
      content: earlier.map((one) => (
        <p key={one.reviewId} className="kb-line">
          第 {one.no} 次　
          <StatusTag label={REVIEW_STATES[one.status]} tone={REVIEW_TONES[one.status]} />　{formatTime(one.startedAt)}　
          {one.conclusion}
        </p>
      )),
    },
  ]
}
