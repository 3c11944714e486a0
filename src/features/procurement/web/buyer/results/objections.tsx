import { Button, Input } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { toast } from '#web/feedback.ts'
import { openDialog } from '#web/kit/dialog.tsx'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import type { Tone } from '#web/kit/status-tag.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Countdown } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { answerObjection, candidateDraft, orderObjections, winnerDetail } from '../../../contract/notice.ts'
import { orderDetail, orderTimeline } from '../../../contract/order.ts'

type Objection = OutputOf<typeof orderObjections>[number]

/** Objections to an order: while one is open nothing goes on (实施条例 §54). */
export function Objections({ orderId }: { orderId: string }) {
  const query = useCall(orderObjections, { params: { orderId } })
  if (!query.data) return query.error ? <ErrorState error={query.error} /> : <Skeleton lines={3} />
  if (query.data.length === 0) return <p className="kb-muted">没有异议</p>
  return (
    <ul className="buyer-objections">
      {query.data.map((objection) => (
        <ObjectionItem key={objection.objectionId} objection={objection} />
      ))}
    </ul>
  )
}

function ObjectionItem({ objection }: { objection: Objection }) {
  const refresh = [orderObjections, orderDetail, candidateDraft, winnerDetail, orderTimeline]
  const answer = useAction(answerObjection, { success: '已答复', refresh })
  const state = stateOf(objection)
  const dialog = () =>
    openDialog<string>({
      title: `答复异议：${objection.subject}`,
      width: 640,
      content: answerField(objection),
      run: async (text) => {
        if (!text?.trim()) {
          toast.error('请填写答复')
          return false
        }
        return (await answer.run({ params: { objectionId: objection.objectionId }, body: { answer: text.trim() } })).ok
      },
    })
  return (
    <li>
      <p className="buyer-objection-head">
        <b>{objection.subject}</b>
        <StatusTag label={state.label} tone={state.tone} />
        {state.open && (
          <>
            <span className="kb-muted">
              答复期限 {formatTime(objection.answerDue)}（<Countdown at={objection.answerDue} over="已逾期" />）
            </span>
            <Button size="small" type="primary" onClick={dialog}>
              答复
            </Button>
          </>
        )}
      </p>
      <p>{objection.content}</p>
      <span className="kb-muted">
        {objection.supplierName} · {formatTime(objection.createdAt)}
      </span>
      {objection.answer && (
        <p className="buyer-answer">
          {objection.answer}
          <span className="kb-muted">{formatTime(objection.answeredAt)} 答复</span>
        </p>
      )}
    </li>
  )
}

/** What the dialog draws. */
const answerField = (objection: Objection) => (form: { set: (text: string) => void }) => (
  <AnswerField objection={objection} onChange={form.set} />
)

function AnswerField({ objection, onChange }: { objection: Objection; onChange: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <>
      <p className="buyer-statement">{objection.content}</p>
      <Input.TextArea
        aria-label="答复内容"
        rows={6}
        maxLength={5000}
        value={text}
        placeholder="答复将送达异议人，并记入审计链"
        onChange={(event) => {
          setText(event.target.value)
          onChange(event.target.value)
        }}
      />
    </>
  )
}

function stateOf({ answeredAt, withdrawnAt }: Objection): { label: string; tone: Tone; open?: boolean } {
  if (withdrawnAt) return { label: '已撤回', tone: 'neutral' }
  return answeredAt ? { label: '已答复', tone: 'success' } : { label: '待答复', tone: 'danger', open: true }
}
