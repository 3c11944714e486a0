import { Button, Input } from 'antd'
import { useId } from 'react'
import { formatTime } from '#contract/time.ts'
import { useKept } from '#web/kept.ts'
import { Countdown } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { askQuestion } from '../../../contract/supplier.ts'
import { say } from '../../../methods/say.ts'
import type { Tender } from '../words.ts'

/** Own questions and their answers; the answer goes to all participants without naming who asked. */
export function Questions({ tender }: { tender: Tender }) {
  const [text, setText] = useKept(`question.${tender.orderId}`, '')
  const field = useId()
  const ask = useAction(askQuestion, { success: '问题已提交' })
  const may = tender.actions.find((action) => action.action === 'ask')
  const send = async () => {
    const outcome = await ask.run({ params: { orderId: tender.orderId }, body: { content: text.trim() } })
    if (outcome.ok) setText('')
  }
  return (
    <>
      {tender.questions.length === 0 && <p className="kb-muted">还没有提问</p>}
      <ul>
        {tender.questions.map((question) => (
          <li className="kb-line-tall kb-break" key={question.questionId}>
            <p>
              <b className="kb-muted">问</b> {question.content}{' '}
              <small className="kb-before-8">{formatTime(question.askedAt)}</small>
            </p>
            <p>
              <b className="kb-muted">答</b>{' '}
              {question.answer === null ? (
                <span className="kb-muted">待答复</span>
              ) : (
                <>
                  {question.answer} <small className="kb-before-8">{formatTime(question.answeredAt)}</small>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {may && may.reason === undefined && (
        <div className="tender-ask kb-reading kb-column kb-gap-8 kb-start kb-above-12">
          <label className="kb-wide" htmlFor={field}>
            提出问题
            <small className="kb-block">
              {tender.schedule.questionEnd && (
                <>
                  提问截止 <Countdown at={tender.schedule.questionEnd} />；
                </>
              )}
              {say(tender, '答复以澄清形式发给全体{bidder}，不透露提问单位')}
            </small>
          </label>
          <Input.TextArea
            id={field}
            rows={3}
            maxLength={5000}
            showCount
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button disabled={text.trim().length < 2} loading={ask.busy} onClick={() => void send()}>
            提交问题
          </Button>
        </div>
      )}
      {may?.reason && <p className="kb-muted">{may.reason}</p>}
    </>
  )
}
