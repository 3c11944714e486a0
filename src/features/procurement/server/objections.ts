import { AppError } from '#contract/errors.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/notice.ts'
import * as supplierContract from '../contract/supplier.ts'
import { endOfPeriod, OBJECTION_ANSWER_DAYS } from '../rules/publicity.ts'
import { OrderStatus } from '../rules/enums.ts'
import { buyer, supplier } from './bind.ts'
import { calendarPolicy } from './legal.ts'
import { ownOrder, ownTrade } from './public.ts'
import { iso } from './values.ts'

export const objectionRoutes: readonly Route[] = [
  buyer(contract.orderObjections, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const { restDays = [] } = await calendarPolicy(ctx)
    const rows = await ctx.tx
      .selectFrom('objection as o')
      .innerJoin('trade as t', (j) => j.onRef('t.tenant_id', '=', 'o.tenant_id').onRef('t.id', '=', 'o.trade_id'))
      .innerJoin('company as c', 'c.id', 't.supplier_company_id')
      .selectAll('o')
      .select('c.name')
      .where('o.tenant_id', '=', ctx.tenantId)
      .where('o.order_id', '=', order.id)
      .orderBy('o.created_at')
      .execute()
    return rows.map((row) => ({
      objectionId: row.id,
      supplierName: row.name,
      subject: row.subject,
      content: row.content,
      createdAt: row.created_at.toISOString(),
      answerDue: endOfPeriod(row.created_at, OBJECTION_ANSWER_DAYS, { restDays }),
      answer: row.answer,
      answeredAt: iso(row.answered_at),
      withdrawnAt: iso(row.withdrawn_at),
    }))
  }),

  buyer(contract.answerObjection, async (ctx, { params, body }) => {
    const found = await orderOf(ctx, params.objectionId)
    const { order, who } = await ownOrder(ctx, found, 'update')
    if (who.part !== 'owner') throw new AppError('notFound')
    const now = ctx.clock.now()
    const answered = await ctx.tx
      .updateTable('objection')
      .set({ answer: body.answer, answered_by: ctx.actor.userId, answered_at: now })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', params.objectionId)
      .where('answered_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .returning(['subject', 'trade_id'])
      .executeTakeFirst()
    if (!answered) throw new AppError('wrongState', '该异议已答复或已撤回')
    ctx.audit({
      action: 'objection.answer',
      entity: 'order',
      entityId: order.id,
      summary: `答复异议：${answered.subject}`,
      data: { objectionId: params.objectionId, answer: body.answer },
    })
    ctx.emit({
      kind: 'objection.answered',
      payload: { objectionId: params.objectionId, orderId: order.id, tradeId: answered.trade_id },
      topics: [`order-owner:${order.id}`],
    })
  }),

  supplier(supplierContract.createObjection, async (ctx, { params, body }) => {
    // Shared against the award, which takes the order for update: an objection in time always counts.
    const { order, trade } = await ownTrade(ctx, params.orderId, { lock: 'share' })
    const now = ctx.clock.now()
    if (order.status !== OrderStatus.values.candidates) throw new AppError('wrongState', '仅可在候选人公示期内提出异议')
    if (order.publicity_end && now >= order.publicity_end) throw new AppError('tooLate', '公示期已满')
    const id = ctx.newId()
    await ctx.tx
      .insertInto('objection')
      .values({
        tenant_id: ctx.tenantId,
        id,
        order_id: order.id,
        trade_id: trade.id,
        subject: body.subject,
        content: body.content,
        created_by: ctx.actor.userId,
        created_at: now,
      })
      .execute()
    ctx.audit({
      action: 'objection.create',
      entity: 'order',
      entityId: order.id,
      summary: `提出异议：${body.subject}`,
      data: { objectionId: id, tradeId: trade.id },
    })
    ctx.emit({
      kind: 'objection.created',
      payload: { objectionId: id, orderId: order.id },
      topics: [`order-owner:${order.id}`],
    })
    return { objectionId: id }
  }),

  supplier(supplierContract.withdrawObjection, async (ctx, { params }) => {
    const orderId = await orderOf(ctx, params.objectionId)
    const { order, trade } = await ownTrade(ctx, orderId, { lock: 'share' })
    const own = await ctx.tx
      .selectFrom('objection')
      .select(['subject', 'answered_at', 'withdrawn_at'])
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', params.objectionId)
      .where('trade_id', '=', trade.id)
      .forUpdate()
      .executeTakeFirst()
    if (!own) throw new AppError('notFound')
    if (own.answered_at || own.withdrawn_at) throw new AppError('wrongState', '该异议已答复或已撤回')
    await ctx.tx
      .updateTable('objection')
      .set({ withdrawn_at: ctx.clock.now() })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', params.objectionId)
      .execute()
    ctx.audit({
      action: 'objection.withdraw',
      entity: 'order',
      entityId: order.id,
      summary: `撤回异议：${own.subject}`,
      data: { objectionId: params.objectionId, tradeId: trade.id },
    })
  }),
]

async function orderOf(ctx: Parameters<typeof ownOrder>[0], objectionId: string): Promise<string> {
  const row = await ctx.tx
    .selectFrom('objection')
    .select('order_id')
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', objectionId)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row.order_id
}
