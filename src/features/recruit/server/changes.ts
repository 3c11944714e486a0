import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract/order.ts'
import { type Ctx, demanded, HELPS, invalid, KEEPS, type Order, ownOrder, record, topicsOf } from './access.ts'
import { DEADLINE } from './publish.ts'
import { changeValue } from './values.ts'

/** Changes of a call that suppliers answer. */
export const changeRoutes: readonly Route[] = [
  implement(c.saveChange, KEEPS, async (ctx, { params, body }) => {
    const { order } = await demanded(ctx, params.orderId, 'change')
    const endsAt = body.endsAt === null ? null : new Date(body.endsAt)
    demandLater(ctx, order, endsAt)
    if (body.notice?.trim() === '') throw invalid('notice', '公告不能为空')
    const fields = { content: body.content, endsAt, notice: body.notice, createdByName: ctx.actor.name }
    const [last] = await ctx.many('recruit_change', { orderId: order.id }, { orderBy: ['no desc'], limit: 1 })
    const isNew = last?.state !== 'saved'
    const changeId = isNew ? ctx.newId() : last.id
    if (isNew)
      await ctx.insert('recruit_change', {
        id: changeId,
        orderId: order.id,
        no: (last?.no ?? 0) + 1,
        state: 'saved',
        createdAt: ctx.clock.now(),
        ...fields,
      })
    else await ctx.update('recruit_change', { id: changeId }, fields)
    record(ctx, order.id, { action: 'change-save', summary: '起草征集变更', data: { changeId } })
    return { changeId }
  }),

  implement(c.releaseChange, KEEPS, async (ctx, { body: { orderId } }) => {
    const { order } = await demanded(ctx, orderId, 'change')
    const change = await ctx.one('recruit_change', { orderId, state: 'saved' }, { lock: 'update' })
    if (!change) throw new AppError('wrongState', '没有待发布的变更')
    demandLater(ctx, order, change.endsAt)
    const now = ctx.clock.now()
    const endsAt = change.endsAt ?? order.endsAt
    await ctx.update(
      'recruit_change',
      { id: change.id },
      { state: 'released', releasedAt: now, beforeEndsAt: order.endsAt, beforeNotice: order.notice },
    )
    await ctx.update(
      'recruit_order',
      { id: orderId },
      { endsAt, notice: change.notice ?? order.notice, updatedAt: now },
    )
    await ctx.schedule(`${DEADLINE}:${orderId}`, endsAt, { kind: DEADLINE, payload: { orderId } })
    const moved = change.endsAt ? `，申请截止时间改为 ${formatTime(change.endsAt)}` : ''
    record(ctx, orderId, {
      action: 'change',
      summary: `发布第 ${change.no} 次变更${moved}：${change.content}`,
      data: { changeId: change.id },
    })
    const payload = { orderId, changeId: change.id }
    ctx.emit({ kind: 'recruit.changed', payload, topics: topicsOf(order) })
    return { changeId: change.id }
  }),

  implement(c.lastChange, HELPS, async (ctx, { query: { orderId } }) => {
    await ownOrder(ctx, orderId)
    const [last] = await ctx.many('recruit_change', { orderId }, { orderBy: ['no desc'], limit: 1 })
    return { change: last ? changeValue(last) : null }
  }),
]

/** Whoever relies on the deadline must still have time: it may come earlier, never before now. */
function demandLater(ctx: Ctx, order: Order, endsAt: Date | null): void {
  if (endsAt === null) return
  if (endsAt <= ctx.clock.now()) throw invalid('endsAt', '申请截止时间须晚于当前时间')
  if (order.startsAt !== null && endsAt <= order.startsAt) throw invalid('endsAt', '申请截止时间须晚于开始时间')
}
