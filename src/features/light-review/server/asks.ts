import { bindRow } from '#server/bound-rows.ts'
import { AppError } from '#contract/errors.ts'
import { DAY } from '#contract/time.ts'
import { candidateRows, lockOwnTrade, ownTrade, supplier } from '#features/procurement/server/public.ts'
import { demandOwnFiles, storedFiles } from '#server/files/own-files.ts'
import { implement, type Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { ASK_KINDS, isOpenReview, REVIEWABLE, takesOpinions } from '../rules/review.ts'
import { announce, type Any, demandReview, type Order, record, seatAt, type StoredFile } from './access.ts'
import { ANSWERS, REVIEWS } from './bound.ts'
import { MEMBER } from './opinions.ts'
import { answersTo, askValue } from './values.ts'

/** Later is a slip of the year. */
const LONGEST_MS = 30 * DAY

/** What one supplier alone is asked for, and what it answers; the others never learn of it. */
export const askRoutes: readonly Route[] = [
  implement(contract.askSupplier, MEMBER, async (ctx, { params, body }) => {
    const seat = await seatAt(ctx, params.orderId, 'share')
    const review = await demandReview(ctx, seat, 'ask')
    const now = ctx.clock.now()
    const deadline = new Date(body.deadline)
    const problems = []
    if (deadline <= now || deadline.getTime() > now.getTime() + LONGEST_MS)
      problems.push({ path: 'deadline', message: '答复截止时间须晚于当前时间，且不超过 30 日' })
    if (!(await candidateRows(ctx, params.orderId)).some(({ tradeId }) => tradeId === body.tradeId))
      problems.push({ path: 'tradeId', message: '请选择报价有效的供应商' })
    if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
    const askId = ctx.newId()
    await ctx.insert('light_review_ask', {
      id: askId,
      reviewId: review.id,
      orderId: params.orderId,
      ...body,
      deadline,
      askedBy: ctx.actor.userId,
      askedByName: ctx.actor.name,
      askedAt: now,
    })
    bindRow(ctx, REVIEWS, [review.id])
    record(ctx, params.orderId, {
      action: 'ask',
      summary: `要求供应商${ASK_KINDS[body.kind]}：${body.title}`,
      data: { reviewId: review.id, askId },
    })
    announce(ctx, 'ask', { orderId: params.orderId, askId })
    return { askId }
  }),

  supplier(contract.ownAsks, async (ctx, { params }) => {
    const { order, trade } = await ownTrade(ctx, params.orderId)
    const asks = await asksTo(ctx, order, trade.id)
    const answers = await answersTo(ctx, asks)
    const now = ctx.clock.now()
    return {
      orderId: order.id,
      code: order.code,
      title: order.title,
      method: order.method,
      asks: asks.map(({ status, ...ask }) => ({
        ...askValue(ask, answers),
        isOpen: REVIEWABLE.includes(order.state) && isOpenReview(status) && now < ask.deadline,
      })),
    }
  }),

  supplier(contract.answerAsk, async (ctx, { params, body }) => {
    const { order, trade } = await lockOwnTrade(ctx, params.orderId, { locking: 'wait', withTrade: true })
    const ask = (await asksTo(ctx, order, trade.id)).find(({ id }) => id === params.askId)
    if (!ask) throw new AppError('notFound')
    // Locked: what comes in while the owner concludes is in the record, or refused.
    const { status } = await ctx.expectOne('light_review', { id: ask.reviewId }, { columns: ['status'], lock: 'share' })
    if (!REVIEWABLE.includes(order.state) || !isOpenReview(status))
      throw new AppError('wrongState', '评审已结束，不再接收答复')
    const now = ctx.clock.now()
    if (now >= ask.deadline) throw new AppError('tooLate', '答复截止时间已过')
    const [last] = await ctx.many('light_review_answer', { askId: ask.id }, { orderBy: ['no desc'], limit: 1 })
    if ((last?.no ?? 0) !== body.replaces) throw new AppError('conflict', '答复已由本企业其他人员更新，请刷新后重试')
    const kept = ((last?.files ?? []) as StoredFile[]).map(({ fileId }) => fileId)
    const given = body.files.map(({ fileId }) => fileId)
    await demandOwnFiles(ctx, given, { use: 'review-answer', by: 'company', kept })
    const no = body.replaces + 1
    await ctx.insert('light_review_answer', {
      askId: ask.id,
      no,
      content: body.content,
      files: JSON.stringify(await storedFiles(ctx, body.files)),
      byUserId: ctx.actor.userId,
      byName: ctx.actor.name,
      at: now,
    })
    bindRow(ctx, ANSWERS, [ask.id, no])
    record(ctx, order.id, {
      action: 'answer',
      summary: `${no > 1 ? '更新' : '提交'}${ASK_KINDS[ask.kind as 'file']}：${ask.title}`,
      data: { askId: ask.id, no },
    })
    announce(ctx, 'answered', { orderId: order.id, askId: ask.id, no })
    return { no }
  }),
]

/** What one supplier of an order was asked for, newest first, with the state of the review it belongs to. */
export function asksTo(ctx: Any, order: Order, tradeId: string) {
  if (!takesOpinions(order)) throw new AppError('notFound')
  return ctx.tx
    .selectFrom('light_review_ask as a')
    .innerJoin('light_review as r', (j) => j.onRef('r.tenantId', '=', 'a.tenantId').onRef('r.id', '=', 'a.reviewId'))
    .selectAll('a')
    .select('r.status')
    .where('a.tenantId', '=', ctx.tenantId)
    .where('a.tradeId', '=', tradeId)
    .orderBy('a.askedAt', 'desc')
    .orderBy('a.id')
    .execute()
}
