import { AppError } from '#contract/errors.ts'
import { HOUR } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { RESET_HOURS } from '../rules.ts'
import { accountOf, usersByName } from './numbers.ts'
import { notifyPerson } from './security-messages.ts'
import { endSessions } from './sessions.ts'

const DUE = 'passport.factor-reset.due'

/**
 * Begins to remove somebody's lost factors: they are told at once and may object until it happens. Nobody does so for
 * themselves.
 */
export async function begin(
  ctx: Context<Actor>,
  { account, reason }: { account: string; reason: string },
): Promise<{ dueAt: string }> {
  const user = await usersByName(ctx, account).select(['id', 'nickname']).executeTakeFirst()
  if (!user || !(await belongsHere(ctx, user.id))) throw new AppError('notFound', '账号不存在')
  if (user.id === ctx.actor.userId) throw new AppError('wrongState', '不能重置本人的双重验证，请由其他平台管理员办理')
  const factor = await ctx.tx
    .selectFrom('second_factor')
    .select('id')
    .where('userId', '=', user.id)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  if (!factor) throw new AppError('wrongState', '该账号未设置双重验证')
  const now = ctx.clock.now()
  const due = new Date(now.getTime() + RESET_HOURS * HOUR)
  const id = ctx.newId()
  const added = await ctx.tx
    .insertInto('factor_reset')
    .values({
      tenantId: ctx.tenantId,
      id,
      userId: user.id,
      askedBy: ctx.actor.userId,
      reason,
      askedAt: now,
      dueAt: due,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new AppError('conflict', '该账号已有待生效的重置')
  await ctx.schedule(`factor-reset/${id}`, due, { kind: DUE, payload: { resetId: id } })
  ctx.audit({
    action: 'user.factor-reset-asked',
    entity: 'user',
    entityId: user.id,
    summary: `申请重置${user.nickname}的双重验证`,
    data: { reason },
  })
  await notifyPerson(ctx, user.id, {
    title: '平台将重置您的双重验证',
    content: `平台将于${RESET_HOURS}小时后移除您账号的双重验证方式。原因：${reason}。如非本人申请，请登录后在个人中心停止重置。`,
  })
  return { dueAt: due.toISOString() }
}

/** The person objects. */
export async function stop(ctx: Context<Actor>): Promise<void> {
  const stopped = await ctx.tx
    .updateTable('factor_reset')
    .set({ status: 'stopped', endedAt: ctx.clock.now() })
    .where('tenantId', '=', ctx.tenantId)
    .where('userId', '=', ctx.actor.userId)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  if (!stopped) throw new AppError('notFound')
  await ctx.schedule(`factor-reset/${stopped.id}`, null, { kind: DUE, payload: {} })
  const { userId } = ctx.actor
  ctx.audit({ action: 'user.factor-reset-stopped', entity: 'user', entityId: userId, summary: '停止重置双重验证' })
}

export async function list(ctx: Context<Actor>) {
  const rows = await ctx.tx
    .selectFrom('factor_reset as r')
    .innerJoin('app_user as u', 'u.id', 'r.userId')
    .select([
      'r.id',
      'r.reason',
      'r.askedAt',
      'r.dueAt',
      'r.status',
      'u.nickname',
      'u.account',
      'u.mobile',
      'u.id as userId',
    ])
    .where('r.tenantId', '=', ctx.tenantId)
    .orderBy('r.askedAt', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    resetId: row.id,
    name: row.nickname,
    account: accountOf(ctx, { ...row, id: row.userId }),
    reason: row.reason,
    askedAt: row.askedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    status: row.status as 'waiting' | 'done' | 'stopped',
  }))
}

/** The cooling-off period is over: factors, codes and open sessions go. */
export const resetDue: Subscriber = {
  name: 'passport: factor reset',
  kind: DUE,
  async handle(ctx, { payload }) {
    const done = await ctx.tx
      .updateTable('factor_reset')
      .set({ status: 'done', endedAt: ctx.clock.now() })
      .where('tenantId', '=', ctx.tenantId)
      .where('id', '=', String(payload.resetId))
      .where('status', '=', 'waiting')
      .returning('userId')
      .executeTakeFirst()
    if (!done) return
    const userId = done.userId
    await ctx.remove('second_factor', { userId })
    await ctx.remove('recovery_code', { userId })
    await endSessions(ctx.tx, userId)
    ctx.actorChanged(userId)
    ctx.audit({ action: 'user.factor-reset', entity: 'user', entityId: userId, summary: '双重验证已重置' })
    await notifyPerson(ctx, userId, {
      title: '双重验证已重置',
      content: '您账号的双重验证方式已移除，请登录后重新设置。',
    })
  },
}

async function belongsHere(ctx: Context<Actor>, userId: string): Promise<boolean> {
  const employee = await ctx.tx.selectFrom('employee').select('id').where('userId', '=', userId).executeTakeFirst()
  const expert = await ctx.tx.selectFrom('expert_user').select('userId').where('userId', '=', userId).executeTakeFirst()
  const user = await ctx.one('app_user', { id: userId }, { columns: ['isPlatformAdmin'] })
  return employee !== undefined || expert !== undefined || user?.isPlatformAdmin === true
}
