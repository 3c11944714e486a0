import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import * as c from '../contract-audit.ts'

const EXPERT = { workbench: 'expert', right: 'reviewing' } as const
const MOST = 100

/** Leave of the person, whatever libraries know them. */
export const leaveRoutes: readonly Route[] = [
  implementForPerson(c.ownLeaves, EXPERT, async (ctx) => {
    const today = formatDate(ctx.clock.now())
    const rows = await ctx.tx
      .selectFrom('expert_leave')
      .selectAll()
      .where('tenantId', '=', ctx.tenantId)
      .where('userId', '=', ctx.actor.userId)
      .orderBy('lastDay', 'desc')
      .limit(MOST)
      .execute()
    return rows.map((row) => ({
      leaveId: row.id,
      firstDay: row.firstDay,
      lastDay: row.lastDay,
      reason: row.reason,
      isOver: row.lastDay < today,
    }))
  }),

  implementForPerson(c.addLeave, EXPERT, async (ctx, { body }) => {
    if (body.lastDay < formatDate(ctx.clock.now()))
      throw new AppError('invalid', '请选择今天及以后的日期', [{ path: 'lastDay', message: '请选择今天及以后的日期' }])
    const leaveId = ctx.newId()
    await ctx.insert('expert_leave', {
      id: leaveId,
      userId: ctx.actor.userId,
      firstDay: body.firstDay,
      lastDay: body.lastDay,
      reason: body.reason,
      createdAt: ctx.clock.now(),
    })
    ctx.audit({
      action: 'expert.leave',
      entity: 'expert-leave',
      entityId: leaveId,
      summary: `专家${ctx.actor.name}请假 ${body.firstDay} 至 ${body.lastDay}`,
      data: body,
    })
    return { leaveId }
  }),

  implementForPerson(c.dropLeave, EXPERT, async (ctx, { params }) => {
    const row = await ctx.tx
      .deleteFrom('expert_leave')
      .where('tenantId', '=', ctx.tenantId)
      .where('id', '=', params.leaveId)
      .where('userId', '=', ctx.actor.userId)
      .where('lastDay', '>=', formatDate(ctx.clock.now()))
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new AppError('notFound')
    ctx.audit({
      action: 'expert.leave-end',
      entity: 'expert-leave',
      entityId: row.id,
      summary: `专家${ctx.actor.name}取消请假 ${row.firstDay} 至 ${row.lastDay}`,
    })
  }),
]
