import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { DAY, formatTime } from '#contract/time.ts'
import { clock } from '#web/clock.ts'
import { toast } from '#web/feedback.ts'
import { DraftState, WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import type { FieldValues } from '#web/kit/rich-text-fields.ts'
import { isBlank } from '#web/kit/rich-text-nodes.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useDraft } from '#web/kit/use-draft.ts'
import { useLive } from '#web/live.ts'
import { useCall, useRefresh } from '#web/use-call.ts'
import { candidateDraft, orderObjections, publishCandidates } from '../../../contract/notice.ts'
import { orderDetail } from '../../../contract/order.ts'
import { useOrderPages } from '../use-buyer.ts'
import { STEPS } from '../approval/audit-pages.ts'
import { confirmStep, isHeld, toldOf } from '../approval/confirm-step.tsx'
import type { StepApproval } from '../approval/step-gate.tsx'
import { RefusedPanel, StepGate } from '../approval/step-gate.tsx'
import { NoticeEditor } from '../notice-editor.tsx'
import { type NoticeText, unresolvedIn } from '../notice-text.ts'
import { PublishedNotice } from '../notice-list.tsx'
import { OrderLine } from '../order/order-line.tsx'
import type { OrderDetail } from '../tones.ts'
import { useLawfulAction } from '../use-lawful-action.ts'
import { BondNotice } from './bond-notice.tsx'
import { CandidateChange } from './candidate-change.tsx'
import { CandidateTable } from './candidate-table.tsx'
import { Objections } from './objections.tsx'
import { RESULT_CALLS } from './result-calls.ts'
import { ResultHistory } from './result-history.tsx'
import '../buyer.css'

type Candidates = OutputOf<typeof candidateDraft>
/** What a publication that was handed in for approval carried. */
type Submitted = NoticeText & { publicityDays: number }

/** The ranked candidates: their notice before it is published, the publicity and its objections afterwards. */
export function Screen({ readOnly = false }: { readOnly?: boolean }) {
  const { orderId = '', abnormal } = useParams()
  const order = useCall(orderDetail, { params: { orderId } })
  const query = useCall(candidateDraft, { params: { orderId } })
  const refresh = useRefresh()
  const reload = () => void refresh(orderDetail, candidateDraft, orderObjections)
  useLive(`order:${orderId}`, reload, reload)
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
                    <Publish order={of} candidates={candidates} approval={approval} />
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

function Publish({ order, candidates, approval }: CandidatesProps & { approval: StepApproval }) {
  const pages = useOrderPages()
  const navigate = useNavigate()
  const draft = useDraft(`procurement.candidates.${order.orderId}`)
  const submitted = approval.refused?.payload as Submitted | undefined
  const [text, setText] = useState(
    (): NoticeText => (draft.restored as NoticeText | null) ?? submitted ?? candidates.draft,
  )
  const [days, setDays] = useState(submitted?.publicityDays ?? candidates.publicityDays)
  const end: FieldValues = days === candidates.publicityDays ? {} : { 公示截止时间: `${days} 日期满时` }
  const fields = { ...candidates.draft.fields, ...end }
  const publish = useLawfulAction(publishCandidates, {
    success: toldOf('候选人公示已发布'),
    refresh: RESULT_CALLS,
    onDone: (answer) => {
      draft.clear()
      void navigate(isHeld(answer) ? pages(STEPS.candidates.audit) : pages('candidates.detail'), { replace: true })
    },
  })
  const run = async () => {
    if (!text.title.trim() || isBlank(text.content)) return toast.error('请填写公示标题和正文')
    if (unresolvedIn(text, fields).length > 0) return toast.error('公示正文有未填写的占位符')
    const content = `公示 ${days} 日，期间供应商可提出异议；异议未答复前不能定标。确认发布？`
    await confirmStep({ title: '发布候选人公示', content, okText: '发布' }, approval.rule, (held) => {
      const { title } = text
      const content = text.content ?? candidates.draft.content
      return publish.run({ params: { orderId: order.orderId }, body: { title, content, publicityDays: days, ...held } })
    })
  }
  return (
    <article>
      <PageHead
        title="发布候选人公示"
        back={{ label: '标段详情', to: pages('publish.detail') }}
        facts={[<DraftState key="draft" draft={draft} />]}
        actions={
          <Button
            type="primary"
            loading={publish.busy}
            disabled={candidates.rows.length === 0}
            onClick={() => void run()}
          >
            发布公示
          </Button>
        }
      />
      <OrderLine order={order} />
      <RefusedPanel
        step="candidates"
        refused={approval.refused}
        onRestore={() => {
          setText(submitted!)
          setDays(submitted!.publicityDays)
        }}
      />
      <section className="kb-section">
        <h2>评审结果</h2>
        <CandidateTable rows={candidates.rows} />
        <BondNotice findings={candidates.bondFindings} />
      </section>
      <section className="kb-section">
        <h2>公示期</h2>
        <label className="kb-actions">
          公示
          <InputNumber
            aria-label="公示天数"
            min={3}
            max={30}
            precision={0}
            suffix="日"
            value={days}
            onChange={(value) => setDays(value ?? 3)}
          />
          <span className="kb-muted">
            不得少于 3 日（《招标投标法实施条例》第五十四条）；现在发布，约至{' '}
            {formatTime(clock.now() + days * DAY).slice(0, 10)} 期满
          </span>
        </label>
      </section>
      <section className="kb-section">
        <h2>公示内容</h2>
        <NoticeEditor
          label="公示"
          value={text}
          onChange={(value) => {
            setText(value)
            draft.change(value)
          }}
          fields={fields}
        />
      </section>
    </article>
  )
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
        title="中标候选人公示"
        status={
          notice ? (
            <StatusTag label={over ? '公示期满' : '公示中'} tone={over ? 'neutral' : 'active'} />
          ) : (
            <StatusTag label="未公示" />
          )
        }
        back={{ label: '标段详情', to: pages('publish.detail') }}
        facts={[notice && `${formatTime(notice.publishedAt)} 发布`, objections > 0 && `${objections} 件异议`]}
        deadline={publicityEnd && !over ? { label: '公示截止', at: publicityEnd } : null}
        actions={
          <>
            {again && !again.reason && (
              <Button onClick={() => void navigate(pages('candidates.change'))}>{again.label}</Button>
            )}
            {award && (
              <PrimaryButton
                label="确定中标人"
                to={pages('winner.edit')}
                {...(award.reason ? { disabled: award.reason } : {})}
              />
            )}
          </>
        }
      />
      <OrderLine order={order} />
      <section className="kb-section">
        <h2>中标候选人</h2>
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
