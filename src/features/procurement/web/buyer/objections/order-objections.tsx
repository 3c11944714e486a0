import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Countdown } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { orderObjections } from '../../../contract/objection.ts'
import { STANDS, standOf } from '../../../rules/objections.ts'
import { useBuyer } from '../use-buyer.ts'
import { AnswerDialog } from './answer-dialog.tsx'

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
  const { side } = useBuyer()
  const [isAnswering, setAnswering] = useState(false)
  const { objectionId, subject, content, supplierName, createdAt, answer, answeredAt, answerDue } = objection
  const isOpen = answeredAt === null && objection.withdrawnAt === null
  return (
    <li className="kb-line-tall">
      <p className="kb-row kb-gap-12 kb-tight kb-wrap">
        <b>
          <Link to={`/${side}/objection/list/${objectionId}`}>{subject}</Link>
        </b>
        <StatusTag {...STANDS[standOf(objection)]} />
        {isOpen && (
          <span className="kb-muted">
            答复期限 {formatTime(answerDue)}（<Countdown at={answerDue} over="已逾期" />）
          </span>
        )}
        {objection.mayAnswer && (
          <Button size="small" type="primary" onClick={() => setAnswering(true)}>
            答复
          </Button>
        )}
      </p>
      <p>{content}</p>
      <span className="kb-note">
        {supplierName ?? '异议人开标后可见'} · {formatTime(createdAt)}
      </span>
      {answer && (
        <p className="kb-answer">
          {answer}
          <span className="kb-note kb-block">{formatTime(answeredAt)} 答复</span>
        </p>
      )}
      {isAnswering && <AnswerDialog objection={objection} onClose={() => setAnswering(false)} />}
    </li>
  )
}
