import { Button } from 'antd'
import * as z from 'zod'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { hitInWords } from '#features/evaluation/rules/low-price.ts'
import { QUESTION_KINDS } from '#features/quotes/rules/enums.ts'
import { useNow } from '#web/clock.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { type BuyersQuestion, decideQuestion } from '../contract-questions.ts'
import { questionState } from './question-words.ts'

interface QuestionListProps {
  orderId: string
  questions: readonly BuyersQuestion[]
  title: string
}

/** What suppliers were asked about their quotes, with what came of it; nothing where nobody was. */
export function QuestionList({ orderId, questions, title }: QuestionListProps) {
  const now = useNow()
  const [deciding, setDeciding] = useState<BuyersQuestion | null>(null)
  if (questions.length === 0) return null
  return (
    <section className="kb-section" aria-label={title}>
      <h2>{title}</h2>
      {questions.map((one) => {
        const state = questionState(one, now)
        return (
          <article key={one.questionId} className="kb-below-16">
            <h3 className="kb-row kb-tight kb-wrap">
              {one.supplierName}：{one.roundLabel}的{QUESTION_KINDS[one.kind]}
              <StatusTag label={state.label} tone={state.tone} />
              {one.decidedAt === null && one.blocked === null && (
                <Button className="kb-push" type="primary" size="small" onClick={() => setDeciding(one)}>
                  认定
                </Button>
              )}
            </h3>
            <FieldList
              items={[
                {
                  label: '要求',
                  wide: true,
                  value: `${one.question}（${one.askedName || '按异常低价规则自动发起'}，${formatTime(one.askedAt)}，须于 ${formatTime(one.dueAt)} 前答复）`,
                },
                one.hits.length > 0 && {
                  label: '触发条件',
                  wide: true,
                  value: one.hits.map((hit) => `报价${hitInWords(hit)}`).join('；'),
                },
                one.answer !== null && {
                  label: '答复',
                  wide: true,
                  value: `${one.answer}（${one.answeredName}，${formatTime(one.answeredAt)}）`,
                },
                one.opinion !== null && {
                  label: '认定',
                  wide: true,
                  value: `${one.opinion}（${[one.decidedName, formatTime(one.decidedAt)].filter(Boolean).join('，')}）`,
                },
              ]}
            />
          </article>
        )
      })}
      {deciding && (
        <ActionDialog
          title={`认定${QUESTION_KINDS[deciding.kind]}`}
          endpoint={decideQuestion}
          schema={decideQuestion.body.extend({ accepted: z.enum(['yes', 'no'], '请选择结论') })}
          initial={deciding.kind === 'correct' ? { accepted: 'no' as const } : {}}
          fields={[
            {
              kind: 'radio',
              name: 'accepted',
              label: '结论',
              required: true,
              options: [
                {
                  value: 'yes',
                  label: '说明成立，报价有效',
                  disabled: deciding.kind === 'correct',
                },
                {
                  value: 'no',
                  label:
                    deciding.kind === 'correct' ? '逾期未确认，报价仍为无效' : '说明不成立或者逾期未说明，报价无效',
                },
              ],
            },
            { kind: 'area', name: 'opinion', label: '认定意见', required: true, rows: 3, maxLength: 1000 },
          ]}
          input={({ accepted, opinion }: { accepted: 'yes' | 'no'; opinion: string }) => ({
            params: { orderId, questionId: deciding.questionId },
            body: { accepted: accepted === 'yes', opinion },
          })}
          hint="认定意见将告知该供应商，不能撤销。"
          success="已认定"
          onDone={() => setDeciding(null)}
          onClose={() => setDeciding(null)}
        />
      )}
    </section>
  )
}
