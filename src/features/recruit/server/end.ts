import { AppError } from '#contract/errors.ts'
import { NULL } from '#server/database/records.ts'
import { implement, type Route } from '#server/implement.ts'
import type { Subscriber } from '#server/events.ts'
import * as c from '../contract/order.ts'
import { type Ctx, demanded, invalid, KEEPS, ownOrder, record, topicsOf } from './access.ts'
import { giveBackOf } from './give-back.ts'
import { colleaguesOf } from './orders.ts'
import { DEADLINE } from './publish.ts'

/** How a call ends other than by its result, and who helps with it. */
export const endRoutes: readonly Route[] = [
  implement(c.endRecruit, KEEPS, async (ctx, { params, body: { reason } }) => {
    const { order, to } = await demanded(ctx, params.orderId, 'end')
    const now = ctx.clock.now()
    await ctx.update('recruit_order', { id: order.id }, { state: to, endedAt: now, endReason: reason, updatedAt: now })
    await ctx.schedule(`${DEADLINE}:${order.id}`, null, { kind: DEADLINE, payload: {} })
    record(ctx, order.id, { action: 'end', summary: `提前截止征集：${reason}` })
    ctx.emit({ kind: 'recruit.ended', payload: { orderId: order.id }, topics: topicsOf(order) })
  }),

  implement(c.abandonRecruit, KEEPS, async (ctx, { params, body: { reason } }) => {
    const { order, to } = await demanded(ctx, params.orderId, 'abandon')
    const now = ctx.clock.now()
    const ended = order.endedAt ?? now
    await ctx.update(
      'recruit_order',
      { id: order.id },
      { state: to, endedAt: ended, endReason: reason, updatedAt: now },
    )
    await ctx.schedule(`${DEADLINE}:${order.id}`, null, { kind: DEADLINE, payload: {} })
    await giveBackOf(ctx, order.id)
    record(ctx, order.id, { action: 'abandon', summary: `终止供应商征集：${reason}` })
    ctx.emit({ kind: 'recruit.abandoned', payload: { orderId: order.id }, topics: topicsOf(order) })
  }),

  implement(c.refundAgain, KEEPS, async (ctx, { params }) => {
    const { order, part } = await ownOrder(ctx, params.orderId, 'update')
    if (part !== 'owner') throw new AppError('notFound')
    const fees = await ctx.many('recruit_fee', { orderId: order.id, refundAt: NULL })
    const asked = fees.filter(({ refundProblem }) => refundProblem !== '').length
    if (asked === 0) throw new AppError('wrongState', '没有待退还的费用')
    await giveBackOf(ctx, order.id)
    record(ctx, order.id, { action: 'refund', summary: `再次退还费用，共 ${asked} 笔` })
    return { asked }
  }),

  implement(c.setAssist, KEEPS, async (ctx, { params, body }) => {
    const { order } = await demanded(ctx, params.orderId, 'assist')
    const wanted = [...new Set(body.userIds)].toSorted()
    const names = await namesOf(ctx, wanted)
    await ctx.update('recruit_order', { id: order.id }, { assist: wanted, updatedAt: ctx.clock.now() })
    record(ctx, order.id, {
      action: 'assist',
      summary: names.length > 0 ? `协办人：${names.join('、')}` : '取消全部协办人',
      data: { userIds: wanted },
    })
    const userIds = wanted.filter((id) => !order.assist.includes(id))
    ctx.emit({ kind: 'recruit.assist', payload: { orderId: order.id, userIds }, topics: topicsOf(order) })
  }),
]

/** Names of colleagues, all of whom must be in use here. */
async function namesOf(ctx: Ctx, userIds: readonly string[]): Promise<string[]> {
  const known = await colleaguesOf(ctx)
  const found = userIds.flatMap((id) => known.find(({ userId }) => userId === id)?.name ?? [])
  if (found.length < userIds.length) throw invalid('userIds', '所选人员不存在，请重新选择')
  return found
}

/** The deadline ends a call by the server's clock. */
export const atDeadline: Subscriber = {
  name: 'recruit: end a call at its deadline',
  kind: DEADLINE,
  async handle(ctx, { payload }) {
    const id = String(payload.orderId)
    const order = await ctx.one('recruit_order', { id }, { lock: 'update' })
    if (!order || order.state !== 'recruiting') return
    const { endsAt } = order
    // Moved by a change meanwhile: that has a timer of its own.
    if (endsAt === null || endsAt > ctx.clock.now()) return
    await ctx.update('recruit_order', { id }, { state: 'ended', endedAt: endsAt, updatedAt: ctx.clock.now() })
    record(ctx, id, { action: 'end', summary: '申请截止时间已到，征集截止' })
    ctx.emit({ kind: 'recruit.ended', payload: { orderId: id }, topics: topicsOf(order) })
  },
}
