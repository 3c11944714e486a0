import { Button } from 'antd'
import * as z from 'zod'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { QUESTION_KINDS } from '#features/quotes/rules/enums.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useNow } from '#web/clock.ts'
import { useCall } from '#web/use-call.ts'
import { answerQuestion, ownQuestions } from '../contract-questions.ts'
import { questionState } from './question-words.ts'

type Own = OutputOf<typeof ownQuestions>['rows'][number]

/** What the own company was asked about its quote of a round, and its answers; nothing where it was not. */
export function OwnQuestions({ orderId, round }: { orderId: string; round: number }) {
  const rows = useCall(ownQuestions, { params: { orderId } }).data?.rows.filter(({ roundNo }) => roundNo === round)
  const now = useNow()
  const [answering, setAnswering] = useState<Own | null>(null)
  if (!rows?.length) return null
  return (
    <section className="kb-section" aria-label="采购方的问询">
      <h2>采购方的问询</h2>
      {rows.map((one) => {
        const state = questionState(one, now)
        const mayAnswer = one.answeredAt === null && one.decidedAt === null && now < new Date(one.dueAt).getTime()
        return (
          <article key={one.questionId} className="kb-below-16">
            <h3 className="kb-row kb-tight kb-wrap">
              {QUESTION_KINDS[one.kind]}
              <StatusTag label={state.label} tone={state.tone} />
              {mayAnswer && (
                <Button className="kb-push" type="primary" size="small" onClick={() => setAnswering(one)}>
                  答复
                </Button>
              )}
            </h3>
            <FieldList
              items={[
                {
                  label: '要求',
                  wide: true,
                  value: `${one.question}（须于 ${formatTime(one.dueAt, true)} 前答复）`,
                },
                one.answer !== null && {
                  label: '答复',
                  wide: true,
                  value: `${one.answer}（${one.answeredName}，${formatTime(one.answeredAt)}）`,
                },
                one.opinion !== null && { label: '采购方认定', wide: true, value: one.opinion },
              ]}
            />
          </article>
        )
      })}
      {answering && (
        <ActionDialog
          title={`答复${QUESTION_KINDS[answering.kind]}`}
          endpoint={answerQuestion}
          schema={answerQuestion.body.extend({ agreed: z.enum(['yes', 'no'], '请选择是否同意').optional() })}
          fields={[
            ...(answering.kind === 'correct'
              ? [
                  {
                    kind: 'radio' as const,
                    name: 'agreed',
                    label: '是否同意修正',
                    required: true,
                    options: [
                      { value: 'yes', label: '同意，以单价为准修正后的报价有效' },
                      { value: 'no', label: '不同意，报价无效' },
                    ],
                  },
                ]
              : []),
            { kind: 'area', name: 'answer', label: '答复', required: true, rows: 5, maxLength: 4000 },
          ]}
          input={({ answer, agreed }: { answer: string; agreed?: 'yes' | 'no' }) => ({
            params: { orderId, questionId: answering.questionId },
            body: { answer, ...(agreed && { agreed: agreed === 'yes' }) },
          })}
          hint={answering.question}
          success="已答复"
          onDone={() => setAnswering(null)}
          onClose={() => setAnswering(null)}
        />
      )}
    </section>
  )
}
