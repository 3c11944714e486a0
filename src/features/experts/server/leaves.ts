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
      .where('tenant_id', '=', ctx.tenantId)
      .where('user_id', '=', ctx.actor.userId)
      .orderBy('last_day', 'desc')
      .limit(MOST)
      .execute()
    return rows.map((row) => ({
      leaveId: row.id,
      firstDay: row.first_day,
      lastDay: row.last_day,
      reason: row.reason,
      isOver: row.last_day < today,
    }))
  }),

  implementForPerson(c.addLeave, EXPERT, async (ctx, { body }) => {
    if (body.lastDay < formatDate(ctx.clock.now()))
      throw new AppError('invalid', '请选择今天及以后的日期', [{ path: 'lastDay', message: '请选择今天及以后的日期' }])
    const leaveId = ctx.newId()
    await ctx.tx
      .insertInto('expert_leave')
      .values({
        tenant_id: ctx.tenantId,
        id: leaveId,
        user_id: ctx.actor.userId,
        first_day: body.firstDay,
        last_day: body.lastDay,
        reason: body.reason,
        created_at: ctx.clock.now(),
      })
      .execute()
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
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', params.leaveId)
      .where('user_id', '=', ctx.actor.userId)
      .where('last_day', '>=', formatDate(ctx.clock.now()))
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new AppError('notFound')
    ctx.audit({
      action: 'expert.leave-end',
      entity: 'expert-leave',
      entityId: row.id,
      summary: `专家${ctx.actor.name}取消请假 ${row.first_day} 至 ${row.last_day}`,
    })
  }),
]
