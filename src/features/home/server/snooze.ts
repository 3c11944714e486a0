import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { DAY } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { snoozeTodo } from '../contract.ts'
import { SNOOZE_DAYS } from '../rules.ts'
import { itemsOf } from './inbox.ts'

type Ctx = Context<Actor>

/** Puts an own to-do off, or takes it back; `notFound` for what does not wait for this person. */
export async function snooze(
  ctx: Ctx,
  features: readonly Feature[],
  { key, until: asked }: z.output<typeof snoozeTodo.body>,
): Promise<void> {
  const { items } = await itemsOf(ctx, features)
  const item = items.find((one) => one.key === key)
  if (!item) throw new AppError('notFound', '该事项不存在或已处理')
  const now = ctx.clock.now()
  const until = asked === null ? null : new Date(asked)
  if (until !== null) {
    if (until <= now) throw new AppError('invalid', '请选择晚于当前的时间')
    if (item.dueAt && until > item.dueAt) throw new AppError('invalid', '暂缓不能晚于该事项的截止时间')
    if (until.getTime() > now.getTime() + SNOOZE_DAYS * DAY)
      throw new AppError('invalid', `最多可暂缓 ${SNOOZE_DAYS} 天`)
  }
  await forget(ctx, key, now)
  if (until === null) return
  await ctx.tx
    .insertInto('inbox_snooze')
    .values({
      tenantId: ctx.tenantId,
      userId: ctx.actor.userId,
      workbench: ctx.actor.workbench!,
      todoKey: key,
      until,
    })
    .onConflict((oc) => oc.columns(['tenantId', 'userId', 'workbench', 'todoKey']).doUpdateSet({ until }))
    .execute()
}

/** What was put off under this key, and what has come back by itself. */
async function forget(ctx: Ctx, key: string, now: Date): Promise<void> {
  await ctx.tx
    .deleteFrom('inbox_snooze')
    .where('tenantId', '=', ctx.tenantId)
    .where('userId', '=', ctx.actor.userId)
    .where((e) =>
      e.or([e.and([e('todoKey', '=', key), e('workbench', '=', ctx.actor.workbench)]), e('until', '<=', now)]),
    )
    .execute()
}
