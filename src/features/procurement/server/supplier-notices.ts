import { bindRow } from '#server/bound-rows.ts'
import { QUESTIONS } from './bound.ts'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/supplier.ts'
import { TradeStatus } from '../rules/enums.ts'
import { TRADE_STATUS } from '../engine/trade-status.ts'
import { supplier } from './bind.ts'
import { orderFiles } from './files.ts'
import { noticeValue, PARTICIPANT_KINDS, publishedNotice } from './notices.ts'
import { orderRow, ownTrade } from './public.ts'
import { tradeFacts } from './trade-facts.ts'
import { iso } from './values.ts'
import { demandVisible, isPublicResult } from './visible.ts'

export const supplierNoticeRoutes: readonly Route[] = [
  supplier(contract.supplierNotice, async (ctx, { params }) => {
    const notice = await publishedNotice(ctx, params.noticeId)
    const trade = await passedTrade(ctx, notice.orderId)
    if (!trade && PARTICIPANT_KINDS.includes(notice.kind)) throw new AppError('notFound')
    const order = await orderRow(ctx, notice.orderId)
    if (!trade && !isPublicResult(notice.kind, order)) await demandVisible(ctx, order)
    const confirmed = trade && (await confirmation(ctx, notice.id, trade.id))
    return {
      ...noticeValue(notice, trade ? await orderFiles(ctx, notice.orderId, notice.id) : []),
      confirmedAt: iso(confirmed?.confirmedAt ?? null),
      mustConfirm: notice.needsConfirmation && trade !== undefined && !confirmed,
    }
  }),

  supplier(contract.confirmNotice, async (ctx, { params }) => {
    const notice = await publishedNotice(ctx, params.noticeId)
    const { trade } = await ownTrade(ctx, notice.orderId)
    if (!notice.needsConfirmation) throw new AppError('wrongState', '该公告无需确认')
    const added = await ctx.tx
      .insertInto('notice_confirmation')
      .values({
        tenantId: ctx.tenantId,
        noticeId: notice.id,
        tradeId: trade.id,
        confirmedBy: ctx.actor.userId,
        confirmedAt: ctx.clock.now(),
      })
      .onConflict((c) => c.doNothing())
      .returning('tradeId')
      .executeTakeFirst()
    if (!added) return
    ctx.audit({
      action: 'notice.confirm',
      entity: 'order',
      entityId: notice.orderId,
      summary: `${ctx.actor.companyName}确认收到《${notice.title}》`,
      data: { noticeId: notice.id, tradeId: trade.id },
    })
    ctx.emit({
      kind: 'notice.confirmed',
      payload: { noticeId: notice.id, orderId: notice.orderId },
      topics: [`order-owner:${notice.orderId}`],
    })
  }),

  supplier(contract.askQuestion, async (ctx, { params, body }) => {
    const { order, trade } = await ownTrade(ctx, params.orderId, { lock: 'share' })
    const now = ctx.clock.now()
    if (order.questionEnd && now >= order.questionEnd) throw new AppError('tooLate', '提问已截止')
    TRADE_STATUS.next('ask', { record: tradeFacts(order, trade), who: { part: 'supplier' }, now: now.getTime() })
    const id = ctx.newId()
    await ctx.insert('order_question', {
      id,
      orderId: order.id,
      tradeId: trade.id,
      content: body.content,
      askedAt: now,
      askedBy: ctx.actor.userId,
    })
    bindRow(ctx, QUESTIONS, [id])
    // Under the question and not the order: the order's history must not tell who asked.
    ctx.audit({
      action: 'question.ask',
      entity: 'question',
      entityId: id,
      summary: '提出问题',
      data: { orderId: order.id },
    })
    ctx.emit({
      kind: 'question.asked',
      payload: { questionId: id, orderId: order.id },
      topics: [`order-owner:${order.id}`],
    })
    return { questionId: id }
  }),
]

async function passedTrade(ctx: Context<Employee>, orderId: string) {
  return ctx.one(
    'trade',
    { orderId, supplierCompanyId: ctx.actor.companyId, status: TradeStatus.values.passed },
    { columns: ['id'] },
  )
}

function confirmation(ctx: Context<Employee>, noticeId: string, tradeId: string) {
  return ctx.one('notice_confirmation', { noticeId, tradeId }, { columns: ['confirmedAt'] })
}
