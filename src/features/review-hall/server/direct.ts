import { AppError } from '#contract/errors.ts'
import { drawFinding, groundsOf } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { DIRECT_GROUNDS, DIRECT_RULES, type DirectGround } from '../rules/direct-grounds.ts'
import { actingOwner, type Any, mayChoose, record, tell } from './access.ts'

/** The latest statement why the experts of a special project are named by hand; null: none. */
export async function directOf(ctx: Any, orderId: string) {
  const row = await ctx.one('committee_direct', { orderId }, { orderBy: ['statedAt desc', 'id desc'], limit: 1 })
  return row
    ? { ground: row.ground as DirectGround, reason: row.reason, byName: row.statedName, at: row.statedAt }
    : null
}

/**
 * States why experts are named by hand though the project must be tendered (招标投标法第三十七条第三款). Each statement stays.
 * Throws `wrongState` once the review has started, and where no draw is demanded.
 */
export async function stateDirect(
  ctx: Context<Employee>,
  orderId: string,
  { ground, reason }: { ground: DirectGround; reason: string },
): Promise<void> {
  const { order } = await actingOwner(ctx, orderId, 'update')
  if (!mayChoose(order)) throw new AppError('wrongState', '评审已开始，不能再说明')
  if (!(await drawFinding(ctx, order, []))) throw new AppError('wrongState', '本项目不要求随机抽取评标专家，无需说明')
  await ctx.insert('committee_direct', {
    id: ctx.newId(),
    orderId,
    ground,
    reason,
    statedBy: ctx.actor.userId,
    statedName: ctx.actor.name,
    statedAt: ctx.clock.now(),
  })
  record(ctx, orderId, {
    action: 'direct',
    summary: `评标专家由招标人直接确定：${DIRECT_GROUNDS[ground]}`,
    data: { ground, reason, rule: DIRECT_RULES[(await groundsOf(ctx, order)).regime] },
  })
  tell(ctx, orderId, 'committee')
}
