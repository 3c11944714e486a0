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
import { NoticeKind } from '../rules/enums.ts'
import { endOfPeriod, OBJECTION_ANSWER_DAYS, SOLE_ANSWER_DAYS } from '../rules/publicity.ts'
import { endOfWorkingDays } from '../rules/working-days.ts'
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
      .leftJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 'o.tenantId').onRef('t.id', '=', 'o.tradeId'))
      .innerJoin('company as c', (j) => j.on('c.id', '=', (e) => e.fn.coalesce('o.companyId', 't.supplierCompanyId')))
      .selectAll('o')
      .select('c.name')
      .where('o.tenantId', '=', ctx.tenantId)
      .where('o.orderId', '=', order.id)
      .orderBy('o.createdAt')
      .execute()
    return rows.map((row) => ({
      objectionId: row.id,
      supplierName: row.name,
      subject: row.subject,
      content: row.content,
      createdAt: row.createdAt.toISOString(),
      answerDue: answerDue(row.createdAt),
      answer: row.answer,
      answeredAt: iso(row.answeredAt),
      withdrawnAt: iso(row.withdrawnAt),
    }))
  }),

  buyer(contract.answerObjection, async (ctx, { params, body }) => {
    const { orderId } = await objectionRow(ctx, params.objectionId)
    const { order, who } = await ownOrder(ctx, orderId, 'update')
    if (who.part !== 'owner') throw new AppError('notFound')
    const now = ctx.clock.now()
    const answered = await ctx.tx
      .updateTable('objection')
      .set({ answer: body.answer, answeredBy: ctx.actor.userId, answeredAt: now })
      .where('tenantId', '=', ctx.tenantId)
      .where('id', '=', params.objectionId)
      .where('answeredAt', 'is', null)
      .where('withdrawnAt', 'is', null)
      .returning(['subject', 'tradeId', 'companyId'])
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
        tradeId: answered.tradeId,
        companyId: answered.companyId,
      },
      topics: [`order-owner:${order.id}`],
    })
  }),

  supplier(supplierContract.createObjection, async (ctx, { params, body }) => {
    // Shared against the award, which takes the order for update: an objection in time always counts.
    const { order, trade } = await ownTrade(ctx, params.orderId, { lock: 'share' })
    const now = ctx.clock.now()
    if (order.state !== 'candidates.public') throw new AppError('wrongState', '仅可在候选人公示期内提出异议')
    if (order.publicityEnd && now >= order.publicityEnd) throw new AppError('tooLate', '公示期已满')
    return file(ctx, order, { body, tradeId: trade.id })
  }),

  supplier(supplierContract.publicity, async (ctx, { params }) => {
    const order = await publicised(ctx, params.orderId)
    const [notice] = await publishedNotices(ctx, order.id)
    const rows = await ctx.many(
      'objection',
      { orderId: order.id, companyId: ctx.actor.companyId },
      { orderBy: ['createdAt'] },
    )
    const { id: orderId, method, code, title } = order
    const [action] = objecting(ctx, order)
    return {
      orderId,
      method,
      code,
      title,
      noticeId: notice!.id,
      publicityEnd: iso(order.publicityEnd),
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
    const { orderId, companyId } = await objectionRow(ctx, params.objectionId)
    const isOwn = companyId === ctx.actor.companyId
    const order = isOwn
      ? await publicised(ctx, orderId, 'share')
      : (await ownTrade(ctx, orderId, { lock: 'share' })).order
    const tradeId = isOwn ? null : (await ownTrade(ctx, orderId)).trade.id
    const own = await ctx.tx
      .selectFrom('objection')
      .select(['subject', 'answeredAt', 'withdrawnAt'])
      .where('tenantId', '=', ctx.tenantId)
      .where('id', '=', params.objectionId)
      .where((e) => (isOwn ? e('companyId', '=', ctx.actor.companyId) : e('tradeId', '=', tradeId)))
      .forUpdate()
      .executeTakeFirst()
    if (!own) throw new AppError('notFound')
    if (own.answeredAt || own.withdrawnAt) throw new AppError('wrongState', '该异议已答复或已撤回')
    await ctx.update('objection', { id: params.objectionId }, { withdrawnAt: ctx.clock.now() })
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
  const row = await ctx.one('objection', { id: objectionId }, { columns: ['orderId', 'companyId'] })
  if (!row) throw new AppError('notFound')
  return row
}

/** A published order whose announcement anybody may object to; others do not exist here. */
async function publicised(ctx: Context<Employee>, orderId: string, lock?: 'share'): Promise<Order> {
  const order = await orderRow(ctx, orderId, lock)
  const isOwn = [order.ownerCompanyId, order.purchaserCompanyId].includes(ctx.actor.companyId)
  if (isOwn || methodOf(order.method).hears !== 'announcement') throw new AppError('notFound')
  const { announcement: kind } = NoticeKind.values
  const announced = await ctx.one('notice', { orderId, kind, status: 1 }, { columns: ['id'] })
  if (!announced) throw new AppError('notFound')
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
  await ctx.insert('objection', {
    id,
    orderId: order.id,
    tradeId,
    companyId: tradeId === null ? ctx.actor.companyId : null,
    subject: body.subject,
    content: body.content,
    createdBy: ctx.actor.userId,
    createdAt: ctx.clock.now(),
  })
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
    createdAt: row.createdAt.toISOString(),
    answer: row.answer,
    answeredAt: iso(row.answeredAt),
    withdrawnAt: iso(row.withdrawnAt),
  }
}

/** Until when an objection is answered: its own days, or those after the publicity of a sole source. ISO. */
export function objectionDue(
  order: Pick<Order, 'method' | 'publicityEnd'>,
  at: Date,
  restDays: readonly string[],
): string {
  return methodOf(order.method).hears === 'announcement' && order.publicityEnd
    ? endOfWorkingDays(order.publicityEnd, SOLE_ANSWER_DAYS, restDays)
    : endOfPeriod(at, OBJECTION_ANSWER_DAYS, { restDays })
}
