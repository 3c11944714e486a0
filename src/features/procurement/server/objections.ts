import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Objection } from '#server/database/tables.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/notice.ts'
import * as supplierContract from '../contract/supplier.ts'
import { TRADE_STATUS } from '../engine/trade-status.ts'
import { methodOf } from '../methods/all.ts'
import { endOfPeriod, OBJECTION_ANSWER_DAYS, SOLE_ANSWER_DAYS } from '../rules/publicity.ts'
import { endOfWorkingDays } from '../rules/working-days.ts'
import { OrderStatus } from '../rules/enums.ts'
import type { Order } from './access.ts'
import { buyer, supplier } from './bind.ts'
import { calendarPolicy } from './legal.ts'
import { publishedNotices } from './notices.ts'
import { orderRow, ownOrder, ownTrade } from './public.ts'
import { tradeFacts } from './trade-facts.ts'
import { iso } from './values.ts'

export const objectionRoutes: readonly Route[] = [
  buyer(contract.orderObjections, async (ctx, { params }) => {
    const { order } = await ownOrder(ctx, params.orderId)
    const { restDays = [] } = await calendarPolicy(ctx)
    const answerDue = (at: Date) => objectionDue(order, at, restDays)
    const rows = await ctx.tx
      .selectFrom('objection as o')
      .leftJoin('trade as t', (j) => j.onRef('t.tenant_id', '=', 'o.tenant_id').onRef('t.id', '=', 'o.trade_id'))
      .innerJoin('company as c', (j) =>
        j.on('c.id', '=', (e) => e.fn.coalesce('o.company_id', 't.supplier_company_id')),
      )
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
      answerDue: answerDue(row.created_at),
      answer: row.answer,
      answeredAt: iso(row.answered_at),
      withdrawnAt: iso(row.withdrawn_at),
    }))
  }),

  buyer(contract.answerObjection, async (ctx, { params, body }) => {
    const { order_id: orderId } = await objectionRow(ctx, params.objectionId)
    const { order, who } = await ownOrder(ctx, orderId, 'update')
    if (who.part !== 'owner') throw new AppError('notFound')
    const now = ctx.clock.now()
    const answered = await ctx.tx
      .updateTable('objection')
      .set({ answer: body.answer, answered_by: ctx.actor.userId, answered_at: now })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', params.objectionId)
      .where('answered_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .returning(['subject', 'trade_id', 'company_id'])
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
      payload: {
        objectionId: params.objectionId,
        orderId: order.id,
        tradeId: answered.trade_id,
        companyId: answered.company_id,
      },
      topics: [`order-owner:${order.id}`],
    })
  }),

  supplier(supplierContract.createObjection, async (ctx, { params, body }) => {
    // Shared against the award, which takes the order for update: an objection in time always counts.
    const { order, trade } = await ownTrade(ctx, params.orderId, { lock: 'share' })
    const now = ctx.clock.now()
    if (order.status !== OrderStatus.values.candidates) throw new AppError('wrongState', '仅可在候选人公示期内提出异议')
    if (order.publicity_end && now >= order.publicity_end) throw new AppError('tooLate', '公示期已满')
    return file(ctx, order, { body, tradeId: trade.id })
  }),

  supplier(supplierContract.publicity, async (ctx, { params }) => {
    const order = await publicised(ctx, params.orderId)
    const [notice] = await publishedNotices(ctx, order.id)
    const rows = await ctx.tx
      .selectFrom('objection')
      .selectAll()
      .where('tenant_id', '=', ctx.tenantId)
      .where('order_id', '=', order.id)
      .where('company_id', '=', ctx.actor.companyId)
      .orderBy('created_at')
      .execute()
    const { id: orderId, method, code, title } = order
    const [action] = objecting(ctx, order)
    return {
      orderId,
      method,
      code,
      title,
      noticeId: notice!.id,
      publicityEnd: iso(order.publicity_end),
      blocked: action ? (action.reason ?? null) : '公示已结束',
      objections: rows.map(objectionValue),
    }
  }),

  supplier(supplierContract.objectToPublicity, async (ctx, { params, body }) => {
    // Shared against the talk, which takes the order for update.
    const order = await publicised(ctx, params.orderId, 'share')
    const [action] = objecting(ctx, order)
    if (!action || action.reason) throw new AppError(action ? 'tooLate' : 'wrongState', action?.reason ?? '公示已结束')
    return file(ctx, order, { body, tradeId: null })
  }),

  supplier(supplierContract.withdrawObjection, async (ctx, { params }) => {
    const { order_id: orderId, company_id: companyId } = await objectionRow(ctx, params.objectionId)
    const isOwn = companyId === ctx.actor.companyId
    const order = isOwn
      ? await publicised(ctx, orderId, 'share')
      : (await ownTrade(ctx, orderId, { lock: 'share' })).order
    const tradeId = isOwn ? null : (await ownTrade(ctx, orderId)).trade.id
    const own = await ctx.tx
      .selectFrom('objection')
      .select(['subject', 'answered_at', 'withdrawn_at'])
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', params.objectionId)
      .where((e) => (isOwn ? e('company_id', '=', ctx.actor.companyId) : e('trade_id', '=', tradeId)))
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
      data: { objectionId: params.objectionId, tradeId },
    })
  }),
]

async function objectionRow(ctx: Context<Employee>, objectionId: string) {
  const row = await ctx.tx
    .selectFrom('objection')
    .select(['order_id', 'company_id'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', objectionId)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** A published order whose announcement anybody may object to; others do not exist here. */
async function publicised(ctx: Context<Employee>, orderId: string, lock?: 'share'): Promise<Order> {
  const order = await orderRow(ctx, orderId, lock)
  const isOwn = [order.owner_company_id, order.purchaser_company_id].includes(ctx.actor.companyId)
  if (!order.published_at || isOwn || methodOf(order.method).hears !== 'announcement') throw new AppError('notFound')
  return order
}

/** Whether objecting is among what a supplier without a part may do now. */
function objecting(ctx: Context<Employee>, order: Order) {
  return TRADE_STATUS.allowed(tradeFacts(order, null), { part: 'supplier' }, ctx.clock.now().getTime()).filter(
    ({ action }) => action === 'object',
  )
}

/** Stores an objection of a participant, or of a company without a part, and tells the owner. */
async function file(
  ctx: Context<Employee>,
  order: Order,
  { body, tradeId }: { body: { subject: string; content: string }; tradeId: string | null },
): Promise<{ objectionId: string }> {
  const id = ctx.newId()
  await ctx.tx
    .insertInto('objection')
    .values({
      tenant_id: ctx.tenantId,
      id,
      order_id: order.id,
      trade_id: tradeId,
      company_id: tradeId === null ? ctx.actor.companyId : null,
      subject: body.subject,
      content: body.content,
      created_by: ctx.actor.userId,
      created_at: ctx.clock.now(),
    })
    .execute()
  ctx.audit({
    action: 'objection.create',
    entity: 'order',
    entityId: order.id,
    summary: `提出异议：${body.subject}`,
    data: { objectionId: id, tradeId },
  })
  ctx.emit({
    kind: 'objection.created',
    payload: { objectionId: id, orderId: order.id },
    topics: [`order-owner:${order.id}`],
  })
  return { objectionId: id }
}

/** An objection as whoever raised it sees it. */
export function objectionValue(row: Selectable<Objection>) {
  return {
    objectionId: row.id,
    subject: row.subject,
    content: row.content,
    createdAt: row.created_at.toISOString(),
    answer: row.answer,
    answeredAt: iso(row.answered_at),
    withdrawnAt: iso(row.withdrawn_at),
  }
}

/** Until when an objection is answered: its own days, or those after the publicity of a sole source. ISO. */
export function objectionDue(
  order: Pick<Order, 'method' | 'publicity_end'>,
  at: Date,
  restDays: readonly string[],
): string {
  return methodOf(order.method).hears === 'announcement' && order.publicity_end
    ? endOfWorkingDays(order.publicity_end, SOLE_ANSWER_DAYS, restDays)
    : endOfPeriod(at, OBJECTION_ANSWER_DAYS, { restDays })
}
