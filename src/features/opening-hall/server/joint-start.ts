import { AppError } from '#contract/errors.ts'
import { holdersOf } from '#features/joint-key/server/public.ts'
import { isJoint } from '#features/procurement/rules/key-mode.ts'
import type { Order } from './access.ts'
import type { Any } from './joint-access.ts'

/** Beside the opening of an order in joint-key mode; nothing for others. Without its key there is no opening. */
export async function startJoint(ctx: Any, order: Order): Promise<void> {
  if (!isJoint(order.settings)) return
  const key = await holdersOf(ctx, order.id)
  if (!key) throw new AppError('wrongState', '联合密钥不存在，不能开标')
  await ctx.insert('joint_opening', { orderId: order.id, ceremonyId: key.ceremonyId })
}
