import { Button } from 'antd'
import { useLocation, useNavigate, useParams } from 'react-router'
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
import { methodOf } from '../../../methods/all.ts'
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
import { ProposalEditor } from './proposal/proposal-editor.tsx'
import { ResultHistory } from './result-history.tsx'
import { Winners } from './winners.tsx'
import '../buyer.css'

type Candidates = OutputOf<typeof candidateDraft>

/** The ranked candidates: their notice before it is published, the publicity and its objections afterwards. */
export function Screen({ readOnly = false }: { readOnly?: boolean }) {
  const { orderId = '' } = useParams()
  const isChange = useLocation().pathname === useOrderPages()('candidates.change')
  const order = useCall(orderDetail, { params: { orderId } })
  const query = useCall(candidateDraft, { params: { orderId } })
  useLive(orderTopics(orderId))
  return (
    <WhenLoaded query={order}>
      {(of) => (
        <WhenLoaded query={query}>
          {(candidates) =>
            readOnly || (candidates.notice && !(isChange && mayChange(of))) ? (
              <Publicity order={of} candidates={candidates} />
            ) : (
              <StepGate step="candidates" order={of}>
                {(approval) => {
                  const { Change, Publish } = EDITORS[methodOf(of.method).review]
                  if (isChange && mayChange(of))
                    return <Change order={of} candidates={candidates} approval={approval} />
                  if (mayPublish(of)) return <Publish order={of} candidates={candidates} approval={approval} />
                  return <Publicity order={of} candidates={candidates} />
                }}
              </StepGate>
            )
          }
        </WhenLoaded>
      )}
    </WhenLoaded>
  )
}

/** Of a review candidates are publicised as it left them; else the buyer proposes them. */
const EDITORS = {
  hall: { Publish: CandidatePublish, Change: CandidateChange },
  group: { Publish: CandidatePublish, Change: CandidateChange },
  none: { Publish: ProposalEditor, Change: ProposalEditor },
}

interface CandidatesProps {
  order: OrderDetail
  candidates: Candidates
}

function Publicity({ order, candidates }: CandidatesProps) {
  const pages = useOrderPages()
  const { notice, publicityEnd, objections, proposal, scope } = candidates
  const navigate = useNavigate()
  const award = order.actions.find((action) => action.action === 'award')
  const again = order.actions.find((action) => action.action === 'reCandidate')
  const over = publicityEnd !== null && new Date(publicityEnd).getTime() <= clock.now()
  return (
    <article>
      <PageHead
        title={say(order, '{candidateNotice}')}
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
      {proposal && scope !== 'whole' ? (
        <Winners award={proposal} />
      ) : (
        <section className="kb-section">
          <h2>{say(order, '{won}候选人')}</h2>
          <CandidateTable rows={candidates.rows} />
        </section>
      )}
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

/** The order allows a change, now or later. */
function mayChange(order: OrderDetail): boolean {
  return order.actions.some((action) => action.action === 'reCandidate')
}

function mayPublish(order: OrderDetail): boolean {
  return order.actions.some((action) => action.action === 'publishCandidates' && !action.reason)
}
