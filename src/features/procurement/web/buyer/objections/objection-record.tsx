import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { type Detail, DetailScreen, SideBlock } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Timeline, type TimelineItem } from '#web/kit/timeline.tsx'
import { useCall } from '#web/use-call.ts'
import { useLive } from '#web/live.ts'
import { noteComplaint, objectionDetail } from '../../../contract/objection.ts'
import { orderDetail } from '../../../contract/order.ts'
import { methodFor } from '../../../methods/all.ts'
import { runName } from '../../../methods/say.ts'
import { OUTCOMES, STANDS, standOf, UPHELD } from '../../../rules/objections.ts'
import { buyerOf, pageOfAction, type Side } from '../use-buyer.ts'
import { AnswerDialog } from './answer-dialog.tsx'

type Objection = OutputOf<typeof objectionDetail>

/** What an objection that is upheld may lead to, as far as the order's state allows. */
const FOLLOWING: readonly string[] = ['reCandidate', 'reWinner', 'change', 'declareAbortive']

/** One objection: what it says, what was answered, and what follows from it. */
export function ObjectionRecord({ objectionId, list }: { objectionId: string; list: string }) {
  const query = useCall(objectionDetail, { params: { objectionId } })
  const [dialog, setDialog] = useState<'answer' | 'complaint' | null>(null)
  const orderId = query.data?.order.orderId
  useLive(orderId ? `order-owner:${orderId}` : '')
  const close = () => setDialog(null)
  const side = list.split('/')[1] as Side
  return (
    <>
      <DetailScreen query={query} back={{ label: '异议处理', to: list }}>
        {(objection) =>
          detailOf(objection, { side, onAnswer: () => setDialog('answer'), onNote: () => setDialog('complaint') })
        }
      </DetailScreen>
      {query.data && dialog === 'answer' && <AnswerDialog objection={query.data} onClose={close} />}
      {query.data && dialog === 'complaint' && <ComplaintDialog objectionId={objectionId} onClose={close} />}
    </>
  )
}

interface Around {
  side: Side
  onAnswer: () => void
  onNote: () => void
}

function detailOf(objection: Objection, { side, onAnswer, onNote }: Around): Detail {
  const { order, answer, answerDue, outcome, complaint } = objection
  const isOpen = objection.answeredAt === null && objection.withdrawnAt === null
  const pages = buyerOf(side, methodFor(order)).order(order.orderId)
  const pathOf = (file: { fileId: string }) =>
    `/api/workbench/buyer/objections/${objection.objectionId}/files/${file.fileId}`
  return {
    title: objection.subject,
    status: <StatusTag {...STANDS[standOf(objection)]} />,
    facts: [objection.supplierName, `${formatTime(objection.createdAt)} 收到`],
    ...(isOpen && { deadline: { label: '答复期限', at: answerDue, over: '已逾期' } }),
    extra: (
      <>
        {objection.mayNoteComplaint && <Button onClick={onNote}>登记投诉</Button>}
        {objection.mayAnswer && (
          <Button type="primary" onClick={onAnswer}>
            答复
          </Button>
        )}
      </>
    ),
    ...(isOpen && {
      notice: (
        <Alert className="kb-above-16 kb-below-16" type="warning" showIcon title="答复前，该项目的后续程序暂停" />
      ),
    }),
    sections: [
      {
        key: 'content',
        title: '异议内容',
        content: (
          <>
            <p className="kb-pre kb-break">{objection.content}</p>
            {objection.files.length > 0 && <FileList files={objection.files} pathOf={pathOf} />}
          </>
        ),
      },
      answer !== null && {
        key: 'answer',
        title: '答复',
        content: (
          <FieldList
            items={[
              { label: '处理结果', value: outcome === null ? '已答复' : OUTCOMES[outcome] },
              { label: '答复时间', value: formatTime(objection.answeredAt, true) },
              { label: '答复人', value: objection.answeredBy ?? '' },
              { label: '答复内容', value: <span className="kb-pre kb-break">{answer}</span>, wide: true },
              objection.answerFiles.length > 0 && {
                label: '附件',
                value: <FileList files={objection.answerFiles} pathOf={pathOf} />,
                wide: true,
              },
            ]}
          />
        ),
      },
      outcome !== null &&
        UPHELD.includes(outcome) && {
          key: 'following',
          title: '后续处理',
          content: <Following orderId={order.orderId} side={side} />,
        },
      complaint !== null && {
        key: 'complaint',
        title: '投诉',
        content: (
          <FieldList
            items={[
              { label: '受理机关', value: complaint.authority },
              { label: '受理日期', value: complaint.on },
              { label: '登记时间', value: formatTime(complaint.notedAt) },
            ]}
          />
        ),
      },
    ],
    side: (
      <>
        <SideBlock title="所属采购单">
          <p className="kb-break">
            <Link to={pages('publish.detail')}>{order.title}</Link>
          </p>
          <p className="kb-note">
            {order.code} · {runName(methodFor(order))}
          </p>
          <p className="kb-above-8">
            <StatusTag label={order.stage} tone="active" />
          </p>
        </SideBlock>
        <SideBlock title="答复期限">
          <p>{formatTime(answerDue)} 前</p>
          <p className="kb-note">
            {objection.period.words}答复（{objection.period.source}）
          </p>
        </SideBlock>
        <SideBlock title="经过">
          <Timeline items={eventsOf(objection)} />
        </SideBlock>
      </>
    ),
  }
}

function eventsOf({ createdAt, withdrawnAt, answeredAt, complaint, outcome }: Objection): TimelineItem[] {
  return [
    { key: 'created', at: createdAt, title: '收到异议', state: 'done' as const },
    ...(withdrawnAt ? [{ key: 'withdrawn', at: withdrawnAt, title: '供应商撤回', state: 'done' as const }] : []),
    ...(answeredAt
      ? [
          {
            key: 'answered',
            at: answeredAt,
            title: `答复：${outcome ? OUTCOMES[outcome] : '已答复'}`,
            state: 'done' as const,
          },
        ]
      : []),
    ...(complaint ? [{ key: 'complaint', at: complaint.notedAt, title: '登记投诉', state: 'done' as const }] : []),
  ].toSorted((a, b) => a.at.localeCompare(b.at))
}

/** Where the result is put right; what the order's state does not allow says why. */
function Following({ orderId, side }: { orderId: string; side: Side }) {
  const { data: order } = useCall(orderDetail, { params: { orderId } })
  if (!order) return null
  const { page } = buyerOf(side, methodFor(order))
  const actions = order.actions.filter(({ action }) => FOLLOWING.includes(action))
  if (actions.length === 0) return <p className="kb-muted">采购单当前阶段没有可办理的后续事项</p>
  return (
    <ul>
      {actions.map(({ action, label, reason }) => (
        <li key={action} className="kb-line">
          {reason === undefined ? (
            <Link to={page(pageOfAction(action)!, { orderId, projectId: order.projectId })}>{label}</Link>
          ) : (
            <span className="kb-muted">
              {label}：{reason}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function ComplaintDialog({ objectionId, onClose }: { objectionId: string; onClose: () => void }) {
  return (
    <ActionDialog<typeof noteComplaint, { on: string; authority: string }>
      title="登记投诉"
      endpoint={noteComplaint}
      schema={noteComplaint.body}
      success="投诉已登记"
      hint="异议人就答复向行政监督部门投诉并被受理的，在此登记。登记后不能修改，将通知异议人。"
      fields={[
        { kind: 'text', name: 'authority', label: '受理机关', required: true, maxLength: 100 },
        { kind: 'day', name: 'on', label: '受理日期', required: true },
      ]}
      input={(body) => ({ params: { objectionId }, body })}
      onClose={onClose}
    />
  )
}
