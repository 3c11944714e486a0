import { Button } from 'antd'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import type { Tone } from '#web/kit/status-tag.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Countdown } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { answerObjection, orderObjections } from '../../../contract/notice.ts'

type Objection = OutputOf<typeof orderObjections>[number]

/** Objections to an order: while one is open nothing goes on (实施条例 §54). */
export function Objections({ orderId }: { orderId: string }) {
  const query = useCall(orderObjections, { params: { orderId } })
  if (!query.data) return query.error ? <ErrorState error={query.error} /> : <Skeleton lines={3} />
  if (query.data.length === 0) return <p className="kb-muted">没有异议</p>
  return (
    <ul>
      {query.data.map((objection) => (
        <ObjectionItem key={objection.objectionId} objection={objection} />
      ))}
    </ul>
  )
}

function ObjectionItem({ objection }: { objection: Objection }) {
  const answer = useAction(answerObjection, { success: '已答复' })
  const state = stateOf(objection)
  const dialog = () =>
    askText({
      title: `答复异议：${objection.subject}`,
      label: '答复内容',
      hint: <span className="kb-pre">{objection.content}</span>,
      width: 640,
      least: 1,
      most: 5000,
      rows: 6,
      placeholder: '答复将送达异议人，并记入审计链',
      run: (text) => answer.run({ params: { objectionId: objection.objectionId }, body: { answer: text } }),
    })
  return (
    <li className="kb-line-tall">
      <p className="kb-row kb-gap-12 kb-tight kb-wrap">
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
      <span className="kb-note">
        {objection.supplierName} · {formatTime(objection.createdAt)}
      </span>
      {objection.answer && (
        <p className="kb-answer">
          {objection.answer}
          <span className="kb-note kb-block">{formatTime(objection.answeredAt)} 答复</span>
        </p>
      )}
    </li>
  )
}

function stateOf({ answeredAt, withdrawnAt }: Objection): { label: string; tone: Tone; open?: boolean } {
  if (withdrawnAt) return { label: '已撤回', tone: 'neutral' }
  return answeredAt ? { label: '已答复', tone: 'success' } : { label: '待答复', tone: 'danger', open: true }
}
