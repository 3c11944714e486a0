import { bindRow } from '#server/bound-rows.ts'
import { OBJECTIONS } from './bound.ts'
import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandOwnFiles, storedFiles } from '#server/files/own-files.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract/supplier.ts'
import { TRADE_STATUS } from '../engine/trade-status.ts'
import { methodOf } from '../methods/all.ts'
import { say } from '../methods/say.ts'
import { NoticeKind } from '../rules/enums.ts'
import { answerDue, periodInWords } from '../rules/objections.ts'
import type { Order } from './access.ts'
import { supplier, supplierFile } from './bind.ts'
import { calendarPolicy } from './legal.ts'
import { publishedNotices } from './notices.ts'
import { answerPeriodOf, objectionFileAnswer, type ObjectionRow, objectionValue } from './objections.ts'
import { orderRow, ownTrade } from './public.ts'
import { tradeFacts } from './trade-facts.ts'
import { iso } from './values.ts'

/** What suppliers do about their own objections. */
export const ownObjectionRoutes: readonly Route[] = [
  supplier(contract.createObjection, async (ctx, { params, body }) => {
    // Shared against the award, which takes the order for update: an objection in time always counts.
    const { order, trade } = await ownTrade(ctx, params.orderId, { lock: 'share' })
    const now = ctx.clock.now()
    if (order.state !== 'candidates.public')
      throw new AppError('wrongState', say(order, '仅可在{publicity}期内提出异议'))
    if (order.publicityEnd && now >= order.publicityEnd) throw new AppError('tooLate', '公示期已满')
    return file(ctx, order, { body, tradeId: trade.id })
  }),

  supplier(contract.publicity, async (ctx, { params }) => {
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
      answerPeriod: periodInWords(await answerPeriodOf(ctx, order, true)),
      objections: rows.map(objectionValue),
    }
  }),

  supplier(contract.objectToPublicity, async (ctx, { params, body }) => {
    // Shared against the talk, which takes the order for update.
    const order = await publicised(ctx, params.orderId, 'share')
    const [action] = objecting(ctx, order)
    if (!action || action.reason) throw new AppError(action ? 'tooLate' : 'wrongState', action?.reason ?? '公示已结束')
    return file(ctx, order, { body, tradeId: null })
  }),

  supplierFile(contract.ownObjectionFile, async (ctx, { params }) => {
    const { row } = await ownObjection(ctx, params.objectionId)
    return objectionFileAnswer(ctx, row, params.fileId)
  }),

  supplier(contract.withdrawObjection, async (ctx, { params }) => {
    const { row, order } = await ownObjection(ctx, params.objectionId, 'share')
    const withdrawn = await ctx.tx
      .updateTable('objection')
      .set({ withdrawnAt: ctx.clock.now() })
      .where('tenantId', '=', ctx.tenantId)
      .where('id', '=', row.id)
      .where('answeredAt', 'is', null)
      .where('withdrawnAt', 'is', null)
      // What an authority has taken up ends there.
      .where('complainedOn', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!withdrawn) throw new AppError('wrongState', '该异议已答复、已撤回或已投诉')
    bindRow(ctx, OBJECTIONS, [row.id])
    ctx.audit({
      action: 'objection.withdraw',
      entity: 'order',
      entityId: order.id,
      summary: `撤回异议：${row.subject}`,
      data: { objectionId: row.id, tradeId: row.tradeId },
    })
    ctx.emit({
      kind: 'objection.withdrawn',
      payload: { objectionId: row.id, orderId: order.id },
      topics: [`order-owner:${order.id}`],
    })
  }),
]

/** An objection of the own company with its order, or `notFound`. */
async function ownObjection(
  ctx: Context<Employee>,
  objectionId: string,
  lock?: 'share',
): Promise<{ row: ObjectionRow; order: Order }> {
  const row = await ctx.one('objection', { id: objectionId })
  if (!row) throw new AppError('notFound')
  if (row.companyId !== null) {
    if (row.companyId !== ctx.actor.companyId) throw new AppError('notFound')
    return { row, order: await publicised(ctx, row.orderId, lock) }
  }
  const { order, trade } = await ownTrade(ctx, row.orderId, lock && { lock })
  if (trade.id !== row.tradeId) throw new AppError('notFound')
  return { row, order }
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

interface Filed {
  body: { subject: string; content: string; files: readonly { fileId: string; name: string }[] }
  /** Null: of a company without a part in the order. */
  tradeId: string | null
}

/** Stores an objection with the date it is due, and tells the owner. */
async function file(ctx: Context<Employee>, order: Order, { body, tradeId }: Filed): Promise<{ objectionId: string }> {
  const fileIds = body.files.map((one) => one.fileId)
  await demandOwnFiles(ctx, fileIds, { use: 'objection', by: 'company' })
  const id = ctx.newId()
  const at = ctx.clock.now()
  const { restDays = [] } = await calendarPolicy(ctx)
  const period = await answerPeriodOf(ctx, order, tradeId === null)
  await ctx.insert('objection', {
    id,
    orderId: order.id,
    tradeId,
    companyId: tradeId === null ? ctx.actor.companyId : null,
    subject: body.subject,
    content: body.content,
    files: JSON.stringify(await storedFiles(ctx, body.files)),
    createdBy: ctx.actor.userId,
    createdAt: at,
    dueAt: new Date(answerDue(period, { at, publicityEnd: order.publicityEnd, restDays })),
  })
  bindRow(ctx, OBJECTIONS, [id])
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
