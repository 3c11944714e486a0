import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { clock } from '#web/clock.ts'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { Countdown } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { ORDER_STATES, reached, wentThrough } from '../../../engine/states.ts'
import { orderQuestions } from '../../../contract/notice.ts'
import { orderTimeline } from '../../../contract/order.ts'
import { ReviewModel } from '../../../rules/enums.ts'
import { useOrderPages } from '../use-buyer.ts'
import type { OrderDetail } from '../tones.ts'
import { mayHaveOpened } from './order-links.ts'

interface OrderProps {
  order: OrderDetail
}

export function SignUpSection({ order }: OrderProps) {
  const pages = useOrderPages()
  if (!order.signUps) return <p className="kb-muted">公告期内，受邀供应商及其报名情况仅经办单位可见</p>
  const { pending, passed, refused } = order.signUps
  return (
    <p className="buyer-line kb-above-8">
      待审核 <b className={pending > 0 ? 'kb-bad' : ''}>{pending}</b>，已通过 <b>{passed}</b>，未通过 <b>{refused}</b>
      <Link to={pages('sign-up.list')}>{pending > 0 ? '审核报名 ›' : '查看报名 ›'}</Link>
    </p>
  )
}

export function QuestionsSection({ order }: OrderProps) {
  const pages = useOrderPages()
  const { data } = useCall(orderQuestions, { params: { orderId: order.orderId } })
  const latest = (data ?? []).slice(-3)
  return (
    <>
      <p className="buyer-line kb-above-8">
        共 <b>{data?.length ?? '…'}</b> 个问题，待答复{' '}
        <b className={order.openQuestions > 0 ? 'kb-bad' : ''}>{order.openQuestions}</b>
        <Link to={pages('clarify.edit')}>{order.openQuestions > 0 ? '去答复 ›' : '查看答疑 ›'}</Link>
      </p>
      {latest.length > 0 && (
        <ul>
          {latest.map((question) => (
            <li className="kb-flex kb-gap-16 kb-between kb-size-13 kb-line" key={question.questionId}>
              <span className="kb-clamp">{question.content}</span>
              <span className="kb-nowrap kb-muted">
                {question.answer ? '已答复' : `${formatTime(question.askedAt)} 提出`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export function OpeningSection({ order }: OrderProps) {
  const pages = useOrderPages()
  if (order.state === 'publish.open') {
    return (
      <p className="buyer-line kb-above-8">
        {formatTime(order.schedule.openAt)} 在{order.place || '网上开标大厅'}开标，还有{' '}
        <Countdown at={order.schedule.openAt} over="已到开标时间" />
        <Link to={pages('open.status')}>开标准备 ›</Link>
      </p>
    )
  }
  if (!mayHaveOpened(order, clock.now())) return <p className="buyer-line kb-above-8">开标前已流标，没有开标记录。</p>
  const isDouble = order.reviewModel === ReviewModel.values.double
  const text = !wentThrough(order, 'closed')
    ? order.isAbortive
      ? ''
      : '开标进行中。'
    : isDouble && !reached(order, 'summarised')
      ? '商务开标已结束，记录已固定；报价开标在第一阶段评审后进行。'
      : '开标已结束，记录已固定。'
  return (
    <p className="buyer-line kb-above-8">
      {text}
      <Link to={pages('open.status')}>开标情况 ›</Link>
    </p>
  )
}

export function ReviewSection({ order }: OrderProps) {
  const pages = useOrderPages()
  const isOpened = wentThrough(order, 'closed')
  return (
    <p className="buyer-line kb-above-8">
      {isOpened
        ? ORDER_STATES[reached(order, 'ranked') ? 'review.done' : order.state].label
        : '开标结束后开始评标，评标委员会现在即可组建。'}
      {isOpened && <Link to={pages('review.status')}>评标情况 ›</Link>}
      {!reached(order, 'reviewing') && <Link to={pages('review.committee')}>组建评标委员会 ›</Link>}
    </p>
  )
}

/** Who did what, from the audit chain: each entry with the hash that ties it to the one before. */
export function TimelineSection({ orderId }: { orderId: string }) {
  const [limit, setLimit] = useState(TIMELINE_PAGE)
  const query = useCall(orderTimeline, { params: { orderId }, query: { limit: limit + 1 } }, { keep: true })
  if (!query.data) return query.error ? <ErrorState error={query.error} /> : <Skeleton lines={4} />
  if (query.data.length === 0) return <p className="kb-muted">暂无记录</p>
  return (
    <>
      <p className="kb-section-hint kb-hint">取自审计链：每条记录的哈希都包含前一条，事后改动任何一条都会被发现。</p>
      <ol className="buyer-audit">
        {query.data.slice(0, limit).map((entry) => (
          <li key={`${entry.at}${entry.action}`} className="kb-line kb-size-13">
            <time className="kb-muted" dateTime={entry.at}>
              {formatTime(entry.at, true)}
            </time>
            <div className="kb-column kb-shrink kb-break">
              <span>{entry.summary}</span>
              <span className="kb-muted">{[entry.userName, entry.companyName].filter(Boolean).join(' · ')}</span>
            </div>
            <span className="kb-note">
              {entry.seq !== null && `#${entry.seq} `}
              {entry.hash ? <Fingerprint hex={entry.hash} /> : '入链中'}
            </span>
          </li>
        ))}
      </ol>
      {query.data.length > limit && (
        <Button size="small" onClick={() => setLimit(limit + 2 * TIMELINE_PAGE)}>
          显示更早的记录
        </Button>
      )}
    </>
  )
}

const TIMELINE_PAGE = 20
