import { Alert, Button, Input, Switch } from 'antd'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { toast } from '#web/feedback.ts'
import { DraftState, WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { isBlank } from '#web/kit/rich-text-nodes.ts'
import { EmptyState } from '#web/kit/states.tsx'
import { SideBlock } from '#web/kit/detail-screen.tsx'
import { useDraftValues } from '#web/kit/use-draft.ts'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { orderQuestions, publishClarification } from '../../../contract/notice.ts'
import { orderDetail } from '../../../contract/order.ts'
import { methodOf } from '../../../methods/all.ts'
import { say } from '../../../methods/say.ts'
import { NoticeKind } from '../../../rules/enums.ts'
import type { RichNode } from '../../../rules/rich-text.ts'
import { useOrderPages } from '../use-buyer.ts'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { useAfterStep } from '../approval/use-after-step.ts'
import type { StepApproval } from '../approval/step-gate.tsx'
import { RefusedPanel, StepGate } from '../approval/step-gate.tsx'
import { MarkedEditor, MarkedText, TextProblems } from '../notice-editor.tsx'
import { unresolvedIn } from '../notice-text.ts'
import { NoticeList } from '../notice-list.tsx'
import { TemplateChoice } from '../template-choice.tsx'
import { useNoticeFields } from '../use-notice-fields.ts'
import type { OrderDetail } from '../tones.ts'
import { orderTopics } from '../order-topics.ts'
import { clarificationText } from './change-text.ts'
import { OrderLine } from './order-line.tsx'
import '../buyer.css'
import '../notices.css'

type Question = OutputOf<typeof orderQuestions>[number]

interface Values {
  title: string
  answers: Record<string, string>
  content: RichNode | null
  affectsBids: boolean
}

/** Questions of the participants, answered to all of them at once without naming who asked. */
export function Screen() {
  const { orderId = '' } = useParams()
  const order = useCall(orderDetail, { params: { orderId } })
  const questions = useCall(orderQuestions, { params: { orderId } })
  useLive(orderTopics(orderId))
  return (
    <WhenLoaded query={order}>
      {(loaded) => (
        <WhenLoaded query={questions}>
          {(list) => (
            <StepGate step="clarification" order={loaded}>
              {(approval) => (
                <Clarification key={loaded.notices.length} order={loaded} questions={list} approval={approval} />
              )}
            </StepGate>
          )}
        </WhenLoaded>
      )}
    </WhenLoaded>
  )
}

interface ClarificationProps {
  order: OrderDetail
  questions: Question[]
  approval: StepApproval
}

function Clarification({ order, questions, approval }: ClarificationProps) {
  const pages = useOrderPages()
  const earlier = order.notices.filter((notice) => notice.kind === NoticeKind.values.clarification)
  const submitted = submittedBy(approval.refused?.payload)
  const { draft, values, change } = useDraftValues<Values>(
    `procurement.clarification.${order.orderId}.${earlier.length}`,
    () => submitted ?? blank(order, earlier.length + 1),
  )
  const publish = useAction(publishClarification, {
    success: toldOf(say(order, '澄清答疑已发布给全部{bidder}')),
    onDone: useAfterStep('clarification', order, draft),
  })
  const fields = useNoticeFields(order.orderId)
  const action = order.actions.find((one) => one.action === 'clarify')
  const open = questions.filter((question) => question.answeredAt === null)
  const pairs = open.flatMap((question) => {
    const answer = values.answers[question.questionId]?.trim()
    return answer ? [{ questionId: question.questionId, question: question.content, answer }] : []
  })
  const hasText = !isBlank(values.content)

  const run = async () => {
    if (!values.title.trim()) return toast.error('请填写标题')
    if (unresolvedIn(values, fields).length > 0) return toast.error('澄清内容有未填写的占位符')
    const left = open.length - pairs.length
    const content = `将向全部已通过报名的供应商发布 ${pairs.length} 条答复${left > 0 ? `，另有 ${left} 个问题暂不答复` : ''}。发布后不可撤回。`
    const answers = pairs.map(({ questionId, answer }) => ({ questionId, answer }))
    const body = {
      title: values.title,
      answers,
      content: hasText ? values.content : null,
      affectsBids: values.affectsBids,
    }
    await confirmStep({ title: '发布澄清答疑', content, okText: '发布' }, approval.rule, (held) =>
      publish.run({ params: { orderId: order.orderId }, body: { ...body, ...held } }),
    )
  }

  return (
    <article>
      <PageHead
        title="澄清答疑"
        back={{ label: say(order, '{order}详情'), to: pages('publish.detail') }}
        facts={[
          `待答复 ${open.length} 个，已答复 ${questions.length - open.length} 个`,
          <DraftState key="draft" draft={draft} />,
        ]}
        actions={
          action && (
            <Button
              type="primary"
              loading={publish.busy}
              disabled={action.reason !== undefined || (pairs.length === 0 && !hasText)}
              title={action.reason}
              onClick={() => void run()}
            >
              {say(order, '发布给全部{bidder}')}
            </Button>
          )
        }
      />
      <OrderLine order={order} deadline={{ label: '提问截止', at: order.schedule.questionEnd }} />
      <RefusedPanel step="clarification" refused={approval.refused} onRestore={() => change(submitted!)} />
      {action?.reason && <Alert className="kb-above-16 kb-below-16" type="info" showIcon title={action.reason} />}
      <div className="kb-detail-body">
        <div className="kb-grow">
          <section className="kb-section">
            <h2>待答复的问题</h2>
            {open.length === 0 ? (
              <EmptyState title="没有待答复的问题" hint="也可以不针对提问，直接发布澄清内容" />
            ) : (
              <ol>
                {open.map((question) => (
                  <li key={question.questionId} className="kb-stack kb-gap-4 kb-line-tall">
                    <p>{question.content}</p>
                    <span className="kb-note">{formatTime(question.askedAt)} 提出（不显示提问人）</span>
                    <Input.TextArea
                      aria-label={`答复：${question.content.slice(0, 40)}`}
                      autoSize={{ minRows: 2, maxRows: 10 }}
                      maxLength={5000}
                      disabled={!action || action.reason !== undefined}
                      placeholder="答复内容，留空则本次不答复"
                      value={values.answers[question.questionId] ?? ''}
                      onChange={(event) =>
                        change({ answers: { ...values.answers, [question.questionId]: event.target.value } })
                      }
                    />
                  </li>
                ))}
              </ol>
            )}
          </section>
          {action && !action.reason && (
            <section className="kb-section">
              <h2>
                澄清内容（可选）
                <span className="kb-flex kb-gap-16 kb-tight kb-wrap kb-size-13 kb-push kb-regular">
                  <TemplateChoice
                    kind={NoticeKind.values.clarification}
                    hasContent={hasText}
                    order={() => Promise.resolve(order.orderId)}
                    onApply={({ title, content }) => change({ title: title || values.title, content })}
                  />
                </span>
              </h2>
              <MarkedEditor
                label="澄清内容"
                value={values.content}
                onChange={(content) => change({ content })}
                fields={fields}
              />
              <TextProblems text={values} fields={fields} />
            </section>
          )}
          <Answered questions={questions.filter((question) => question.answeredAt !== null)} />
        </div>
        <aside className="kb-detail-side buyer-wide-side">
          {action && !action.reason && (
            <>
              <SideBlock title="标题">
                <Input
                  aria-label="标题"
                  value={values.title}
                  maxLength={200}
                  onChange={(event) => change({ title: event.target.value })}
                />
                <label className="kb-row kb-start kb-size-13 kb-above-8">
                  <Switch
                    aria-label={say(order, '影响{offer}编制')}
                    checked={values.affectsBids}
                    onChange={(affectsBids) => change({ affectsBids })}
                  />
                  {say(
                    order,
                    !values.affectsBids
                      ? '不影响{offer}编制'
                      : methodOf(order.method).offers === 'sealed'
                        ? '影响{offer}编制：距{deadline}不足 15 日时，须先发布变更顺延'
                        : '影响{offer}编制',
                  )}
                </label>
              </SideBlock>
              <SideBlock title="发布内容预览">
                {pairs.length === 0 && !hasText ? (
                  <p className="kb-muted">填写答复后在此预览全文</p>
                ) : (
                  <div className="buyer-paper kb-reading">
                    <h3 className="kb-title-18">{values.title}</h3>
                    <MarkedText value={clarificationText(hasText ? values.content : null, pairs)} fields={fields} />
                  </div>
                )}
              </SideBlock>
            </>
          )}
          <SideBlock title="已发布">
            <NoticeList orderId={order.orderId} notices={earlier} />
          </SideBlock>
        </aside>
      </div>
    </article>
  )
}

function Answered({ questions }: { questions: Question[] }) {
  if (questions.length === 0) return null
  return (
    <section className="kb-section">
      <h2>已答复（{questions.length}）</h2>
      <ol>
        {questions.map((question) => (
          <li key={question.questionId} className="kb-stack kb-gap-4 kb-line-tall">
            <p>{question.content}</p>
            <p className="kb-answer">{question.answer}</p>
            <span className="kb-note">{formatTime(question.answeredAt)} 答复</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What answers that were handed in for approval carried, as this page holds them. */
function submittedBy(payload: Record<string, unknown> | undefined): Values | null {
  if (!payload) return null
  const { title, answers, content, affectsBids } = payload as unknown as Omit<Values, 'answers'> & {
    answers: { questionId: string; answer: string }[]
  }
  return {
    title,
    content,
    affectsBids,
    answers: Object.fromEntries(answers.map((one) => [one.questionId, one.answer])),
  }
}

function blank(order: OrderDetail, number: number): Values {
  return { title: `${order.title}澄清答疑（第 ${number} 次）`, answers: {}, content: null, affectsBids: false }
}
