import { bindRow } from '#server/bound-rows.ts'
import { QUESTIONS } from './bound.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { Selectable } from 'kysely'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import type { OrderQuestion } from '#server/database/tables.ts'
import * as contract from '../contract/notice.ts'
import { NoticeKind } from '../rules/enums.ts'
import { doc, paragraph, type RichNode } from '../rules/rich-text.ts'
import { buyer } from './bind.ts'
import { demandLawful, findingsOf, groundsOf } from './legal.ts'
import { ownOrder, publishNotice } from './public.ts'
import { iso } from './values.ts'
import { NULL } from '#server/database/records.ts'

export const clarificationRoutes: readonly Route[] = [
  buyer(contract.orderQuestions, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const rows = await ctx.many('order_question', { orderId: order.id }, { orderBy: ['askedAt'] })
    return rows.map((row) => questionValue(row, null))
  }),
]

/** Answers questions to all participants at once, without naming who asked. */
export async function publishClarification(
  ctx: Context<Employee>,
  orderId: string,
  body: Omit<BodyOf<typeof contract.publishClarification>, 'approval'>,
): Promise<{ noticeId: string }> {
  const own = await ownOrder(ctx, orderId, 'update')
  const { order } = own
  const now = ctx.clock.now()
  await own.demand('clarify')
  if (body.affectsBids) {
    // 实施条例第二十一条: what affects bids less than 15 days before the deadline moves it, by a change.
    const amended = { ...(await groundsOf(ctx, order)), amendmentAt: now, bidDeadline: order.bidEnd ?? undefined }
    demandLawful(await findingsOf(ctx, amended), true)
  }
  const ids = body.answers.map((a) => a.questionId)
  const questions = ids.length
    ? await ctx.many(
        'order_question',
        { orderId: order.id, id: ids, answeredAt: NULL },
        { orderBy: ['askedAt'], lock: 'update' },
      )
    : []
  if (questions.length !== new Set(ids).size || questions.length !== ids.length)
    throw new AppError('invalid', '问题不存在或已答复', [{ path: 'answers', message: '问题不存在或已答复' }])
  if (questions.length === 0 && !body.content)
    throw new AppError('invalid', '请答复问题或填写澄清内容', [{ path: 'content', message: '请填写澄清内容' }])
  const answerOf = (id: string) => body.answers.find((a) => a.questionId === id)!.answer

  await own.advance({ action: 'clarify', summary: `发布澄清答疑：${body.title}` })
  const pairs = questions.map((q) => ({ question: q.content, answer: answerOf(q.id) }))
  const { noticeId } = await publishNotice(ctx, {
    order,
    kind: NoticeKind.values.clarification,
    title: body.title,
    content: withAnswers(body.content, pairs),
    needsConfirmation: true,
    data: { answers: pairs, affectsBids: body.affectsBids },
  })
  for (const question of questions) {
    await ctx.update(
      'order_question',
      { id: question.id },
      { answer: answerOf(question.id), answeredAt: now, noticeId },
    )
    bindRow(ctx, QUESTIONS, [question.id])
  }
  return { noticeId }
}

/** `supplierName`: the asker's own name, for the asker only. */
export function questionValue(row: Selectable<OrderQuestion>, supplierName: string | null) {
  return {
    questionId: row.id,
    content: row.content,
    askedAt: row.askedAt.toISOString(),
    supplierName,
    answer: row.answer,
    answeredAt: iso(row.answeredAt),
    noticeId: row.noticeId,
  }
}

/** Questions and answers below the introduction; nobody is named. */
function withAnswers(intro: RichNode | null, pairs: readonly { question: string; answer: string }[]): RichNode {
  const blocks = pairs.flatMap(({ question, answer }, i) => [
    paragraph(`问题 ${i + 1}：${question}`),
    paragraph(`答复：${answer}`),
  ])
  return doc(...(intro?.content ?? []), ...blocks)
}
