import { Alert, Button, Input, Radio } from 'antd'
import { useId } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { toast } from '#web/feedback.ts'
import { DraftState, WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Countdown } from '#web/kit/values.tsx'
import { useDraftValues } from '#web/kit/use-draft.ts'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { awardLetter, publishWinner, winnerDetail } from '../../../contract/notice.ts'
import { orderDetail } from '../../../contract/order.ts'
import { methodOf } from '../../../methods/all.ts'
import { say } from '../../../methods/say.ts'
import type { RichNode } from '../../../rules/rich-text.ts'
import { useBuyer, useOrderPages } from '../use-buyer.ts'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { useAfterStep } from '../approval/use-after-step.ts'
import type { StepApproval } from '../approval/step-gate.tsx'
import { RefusedPanel, StepGate } from '../approval/step-gate.tsx'
import { NoticeEditor } from '../notice-editor.tsx'
import { noticeFault, type NoticeText } from '../notice-text.ts'
import { PublishedNotice } from '../notice-list.tsx'
import { OrderLine } from '../order/order-line.tsx'
import type { OrderDetail } from '../tones.ts'
import { useLawfulAction } from '../use-lawful-action.ts'
import { orderTopics } from '../order-topics.ts'
import { BondNotice } from './bond-notice.tsx'
import { CandidateTable } from './candidate-table.tsx'
import { Winners } from './winners.tsx'
import { LineAward } from './lines/line-award.tsx'
import { Objections } from '../objections/order-objections.tsx'
import { ProposedAward } from './proposal/proposed-award.tsx'
import { ResultHistory } from './result-history.tsx'
import { WinnerChange } from './winner-change.tsx'
import { winnerFields } from '../../../rules/winner-fields.ts'
import '../buyer.css'

type Award = OutputOf<typeof winnerDetail>

interface Values {
  tradeId: string
  reason: string
  text: NoticeText & { content: RichNode }
}

/** Fixing the winner after the publicity, and the result once it is fixed. */
export function Screen({ readOnly = false }: { readOnly?: boolean }) {
  const { orderId = '' } = useParams()
  const isChange = useLocation().pathname === useOrderPages()('winner.change')
  const order = useCall(orderDetail, { params: { orderId } })
  const query = useCall(winnerDetail, { params: { orderId } })
  useLive(orderTopics(orderId))
  return (
    <WhenLoaded query={order}>
      {(of) => (
        <WhenLoaded query={query}>
          {(award) =>
            readOnly || (award.award && !(isChange && mayChange(of))) ? (
              <Result order={of} award={award} />
            ) : (
              <StepGate step="winner" order={of}>
                {(approval) =>
                  award.proposal && !award.award ? (
                    <ProposedAward order={of} award={award} proposal={award.proposal} approval={approval} />
                  ) : award.scope !== 'whole' ? (
                    <LineAward order={of} award={award} approval={approval} />
                  ) : award.award ? (
                    <WinnerChange order={of} award={award} approval={approval} />
                  ) : (
                    <Choice order={of} award={award} approval={approval} />
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

interface AwardProps {
  order: OrderDetail
  award: Award
}

function Choice({ order, award, approval }: AwardProps & { approval: StepApproval }) {
  const id = useId()
  const winnerWord = methodOf(order.method).words.winner
  const pages = useOrderPages()
  const { side } = useBuyer()
  const { meeting } = award
  const first = award.candidates.find((row) => (meeting ? row.tradeId === meeting.tradeId : row.rank === 1))
  const submitted = submittedBy(approval.refused?.payload)
  const { draft, values, change } = useDraftValues<Values>(
    `procurement.winner.${order.orderId}`,
    () =>
      submitted ?? {
        tradeId: first?.tradeId ?? '',
        reason: '',
        text: { title: award.draft.title, content: award.draft.content },
      },
  )
  const publish = useLawfulAction(publishWinner, {
    success: toldOf(say(order, '{won}结果已发布')),
    onDone: useAfterStep('winner', order, draft),
  })
  const chosen = award.candidates.find((row) => row.tradeId === values.tradeId)
  const isFirst = chosen?.rank === 1
  const fields = { ...award.draft.fields, ...(chosen && winnerFields([chosen])) }
  const may = order.actions.some((action) => action.action === 'award')

  const run = async () => {
    if (!chosen) return toast.error(`请选择${winnerWord}`)
    if (!isFirst && !meeting && values.reason.trim().length < 2) return toast.error('未选择第一名时须说明理由')
    const fault = noticeFault(values.text, fields, '公告')
    if (fault) return toast.error(fault)
    const content = `${winnerWord}：${chosen.supplierName}。发布后不可更改，${say(order, '{winner}应{duty}')}。确认定标？`
    await confirmStep({ title: `确定${winnerWord}`, content, okText: '定标并发布' }, approval.rule, (held) => {
      const body = { tradeId: chosen.tradeId, reason: values.reason.trim(), ...values.text, ...held }
      return publish.run({ params: { orderId: order.orderId }, body })
    })
  }

  return (
    <article>
      <PageHead
        title={`确定${winnerWord}`}
        status={
          <StatusTag label={award.blocked ? '暂不能定标' : '可以定标'} tone={award.blocked ? 'warning' : 'success'} />
        }
        back={{ label: say(order, '{order}详情'), to: pages('publish.detail') }}
        facts={[<DraftState key="draft" draft={draft} />]}
        deadline={award.publicityEnd ? { label: '公示截止', at: award.publicityEnd, over: '已期满' } : null}
        actions={
          may && (
            <Button
              type="primary"
              loading={publish.busy}
              disabled={award.blocked !== null}
              title={award.blocked ?? undefined}
              onClick={() => void run()}
            >
              定标并发布结果
            </Button>
          )
        }
      />
      <OrderLine order={order} />
      <RefusedPanel step="winner" refused={approval.refused} onRestore={() => change(submitted!)} />
      {award.blocked && <Blocked award={award} />}
      {meeting && (
        <Alert
          className="kb-above-16 kb-below-16"
          type="info"
          showIcon
          title={meeting.reason}
          action={<Link to={`/${side}/calibration/order/${meeting.meetId}/detail`}>查看定标会 ›</Link>}
        />
      )}
      <section className="kb-section">
        <h2>{say(order, '{ranking}')}</h2>
        <CandidateTable
          rows={award.candidates}
          renderEnd={(row) => (
            <Radio
              name="winner"
              aria-label={`选择${row.supplierName}为${winnerWord}`}
              checked={row.tradeId === values.tradeId}
              disabled={!may || (meeting !== null && meeting.tradeId !== row.tradeId)}
              onChange={() => change({ tradeId: row.tradeId })}
            >
              {winnerWord}
            </Radio>
          )}
        />
        <BondNotice findings={award.bondFindings} />
        {chosen && !isFirst && !meeting && (
          <div className="kb-stack kb-gap-6 kb-reading kb-above-16">
            <label htmlFor={id}>未选择排名第一的候选人，请说明理由</label>
            <p className="kb-muted">
              排名第一的候选人放弃、因不可抗力不能履约、不按要求提交履约保证金，或被查实影响结果的违法行为（《招标投标法实施条例》第五十五条）
            </p>
            <Input.TextArea
              id={id}
              rows={3}
              maxLength={2000}
              value={values.reason}
              onChange={(event) => change({ reason: event.target.value })}
            />
          </div>
        )}
      </section>
      {methodOf(order.method).hears !== 'nothing' && (
        <section className="kb-section">
          <h2>异议</h2>
          <Objections orderId={order.orderId} />
        </section>
      )}
      <section className="kb-section">
        <h2>{say(order, '{won}结果公告')}</h2>
        <NoticeEditor
          label="公告"
          value={values.text}
          onChange={(text) => change({ text: { title: text.title, content: text.content ?? award.draft.content } })}
          fields={fields}
        />
      </section>
    </article>
  )
}

/** The order allows a change, now or later. */
function mayChange(order: OrderDetail): boolean {
  return order.actions.some((action) => action.action === 'reWinner')
}

/** What an award that was handed in for approval carried, as this page holds it. */
function submittedBy(payload: Record<string, unknown> | undefined): Values | null {
  if (!payload) return null
  const { tradeId, reason, title, content } = payload as unknown as Omit<Values, 'text'> & Values['text']
  return { tradeId, reason, text: { title, content } }
}

/** Why the winner cannot be fixed now, and what would change that. */
function Blocked({ award }: { award: Award }) {
  const over = award.openObjections > 0
  return (
    <Alert
      className="kb-above-16 kb-below-16"
      type="warning"
      showIcon
      title={award.blocked}
      description={
        over
          ? `有 ${award.openObjections} 件异议待答复，答复后流程继续。`
          : award.publicityEnd && (
              <>
                公示至 {formatTime(award.publicityEnd)}，还有 <Countdown at={award.publicityEnd} over="已期满" />
              </>
            )
      }
    />
  )
}

function Result({ order, award: result }: AwardProps) {
  const pages = useOrderPages()
  const navigate = useNavigate()
  const { award, notice, contractDue } = result
  const again = order.actions.find((action) => action.action === 'reWinner')
  const letter = (tradeId: string) => () =>
    void openFile(awardLetter, { params: { orderId: order.orderId }, query: { tradeId } })
  return (
    <article>
      <PageHead
        title={say(order, '{won}结果')}
        status={<StatusTag label={award ? '已定标' : '未定标'} tone={award ? 'success' : 'neutral'} />}
        back={{ label: say(order, '{order}详情'), to: pages('publish.detail') }}
        facts={[award && `${formatTime(award.decidedAt)} 定标`]}
        deadline={contractDue ? { label: '合同签订期限', at: contractDue, over: '已到期' } : null}
        actions={
          award &&
          again &&
          !again.reason && <Button onClick={() => void navigate(pages('winner.change'))}>{again.label}</Button>
        }
      />
      <OrderLine order={order} />
      {award && <Winners award={award} onLetter={letter} />}
      <section className="kb-section">
        <h2>{say(order, '{ranking}')}</h2>
        <CandidateTable
          rows={result.candidates}
          renderEnd={
            award
              ? (row) =>
                  award.winners.every(({ tradeId }) => tradeId !== row.tradeId) && (
                    <Button type="link" size="small" onClick={letter(row.tradeId)}>
                      结果通知书
                    </Button>
                  )
              : undefined
          }
        />
      </section>
      <ResultHistory orderId={order.orderId} versions={result.versions} />
      {notice && (
        <section className="kb-section">
          <h2>公告</h2>
          <PublishedNotice orderId={order.orderId} noticeId={notice.noticeId} />
        </section>
      )}
    </article>
  )
}
