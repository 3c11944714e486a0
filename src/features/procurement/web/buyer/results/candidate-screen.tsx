import { Button } from 'antd'
import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { clock } from '#web/clock.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { candidateDraft } from '../../../contract/notice.ts'
import { orderDetail } from '../../../contract/order.ts'
import { say } from '../../../methods/say.ts'
import { useOrderPages } from '../use-buyer.ts'
import { StepGate } from '../approval/step-gate.tsx'
import { PublishedNotice } from '../notice-list.tsx'
import { OrderLine } from '../order/order-line.tsx'
import type { OrderDetail } from '../tones.ts'
import { orderTopics } from '../order-topics.ts'
import { CandidateChange } from './candidate-change.tsx'
import { CandidatePublish } from './candidate-publish.tsx'
import { CandidateTable } from './candidate-table.tsx'
import { Objections } from '../objections/order-objections.tsx'
import { ResultHistory } from './result-history.tsx'
import '../buyer.css'

type Candidates = OutputOf<typeof candidateDraft>

/** The ranked candidates: their notice before it is published, the publicity and its objections afterwards. */
export function Screen({ readOnly = false }: { readOnly?: boolean }) {
  const { orderId = '', abnormal } = useParams()
  const order = useCall(orderDetail, { params: { orderId } })
  const query = useCall(candidateDraft, { params: { orderId } })
  useLive(orderTopics(orderId))
  return (
    <WhenLoaded query={order}>
      {(of) => (
        <WhenLoaded query={query}>
          {(candidates) =>
            readOnly || (candidates.notice && !mayChange(of, abnormal)) ? (
              <Publicity order={of} candidates={candidates} />
            ) : (
              <StepGate step="candidates" order={of}>
                {(approval) =>
                  mayChange(of, abnormal) ? (
                    <CandidateChange order={of} candidates={candidates} approval={approval} />
                  ) : mayPublish(of) ? (
                    <CandidatePublish order={of} candidates={candidates} approval={approval} />
                  ) : (
                    <Publicity order={of} candidates={candidates} />
                  )
                }
              </StepGate>
            )
          }
        </WhenLoaded>
      )}
    </WhenLoaded>
  )
}

interface CandidatesProps {
  order: OrderDetail
  candidates: Candidates
}

function Publicity({ order, candidates }: CandidatesProps) {
  const pages = useOrderPages()
  const { notice, publicityEnd, objections } = candidates
  const navigate = useNavigate()
  const award = order.actions.find((action) => action.action === 'award')
  const again = order.actions.find((action) => action.action === 'reCandidate')
  const over = publicityEnd !== null && new Date(publicityEnd).getTime() <= clock.now()
  return (
    <article>
      <PageHead
        title={say(order, '{won}候选人公示')}
        status={
          notice ? (
            <StatusTag label={over ? '公示期满' : '公示中'} tone={over ? 'neutral' : 'active'} />
          ) : (
            <StatusTag label="未公示" />
          )
        }
        back={{ label: say(order, '{order}详情'), to: pages('publish.detail') }}
        facts={[notice && `${formatTime(notice.publishedAt)} 发布`, objections > 0 && `${objections} 件异议`]}
        deadline={publicityEnd && !over ? { label: '公示截止', at: publicityEnd } : null}
        actions={
          <>
            {again && !again.reason && (
              <Button onClick={() => void navigate(pages('candidates.change'))}>{again.label}</Button>
            )}
            {award && (
              <PrimaryButton
                label={say(order, '确定{winner}')}
                to={pages('winner.edit')}
                {...(award.reason ? { disabled: award.reason } : {})}
              />
            )}
          </>
        }
      />
      <OrderLine order={order} />
      <section className="kb-section">
        <h2>{say(order, '{won}候选人')}</h2>
        <CandidateTable rows={candidates.rows} />
      </section>
      <ResultHistory orderId={order.orderId} versions={candidates.versions} />
      {notice && (
        <>
          <section className="kb-section">
            <h2>异议</h2>
            <Objections orderId={order.orderId} />
          </section>
          <section className="kb-section">
            <h2>公示</h2>
            <PublishedNotice orderId={order.orderId} noticeId={notice.noticeId} />
          </section>
        </>
      )}
    </article>
  )
}

/** The address asks for a change, and the order allows one, now or later. */
function mayChange(order: OrderDetail, abnormal: string | undefined): boolean {
  return abnormal !== undefined && order.actions.some((action) => action.action === 'reCandidate')
}

function mayPublish(order: OrderDetail): boolean {
  return order.actions.some((action) => action.action === 'publishCandidates' && !action.reason)
}
