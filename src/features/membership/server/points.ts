import { AppError } from '#contract/errors.ts'
import { POINTS } from '#features/payment/rules/enums.ts'
import type { Services } from '#features/payment/server/public.ts'
import { freeOf, remainOf, spendable } from '../rules/lots.ts'
import { addLot, type Ctx, lockAccount, lotsOf } from './lots.ts'

/** Points of a purchase again, beside the lot they were in: what was used of that, or ended, stays so. */
export async function addPoints(
  ctx: Ctx,
  { companyId, payOrderId, line, count }: { companyId: string; payOrderId: string; line: number; count: number },
): Promise<void> {
  const siblings = await ctx.many('service_lot', { payOrderId, line }, { columns: ['part'] })
  const part = Math.max(...siblings.map((lot) => lot.part)) + 1
  const lot = { product: POINTS, quantity: count, fromAt: ctx.clock.now(), untilAt: null, paid: `${count}.00` }
  await addLot(ctx, { ...lot, companyId, payOrderId, line, part })
}

/** Points as what they were bought for: a means of payment. Their account is locked by whoever locks the order. */
export const points: Pick<Services, 'pointsLeft' | 'usePoints' | 'returnPoints' | 'lock'> = {
  lock: lockAccount,

  async pointsLeft(ctx, companyId) {
    return remainOf(await lotsOf(ctx, companyId), POINTS, ctx.clock.now())
  },

  async usePoints(ctx, { companyId, orderId, points: asked }) {
    await lockAccount(ctx, companyId)
    const now = ctx.clock.now()
    const lots = spendable(await lotsOf(ctx, companyId), POINTS, now)
    const left = remainOf(lots, POINTS, now)
    if (asked > left) throw new AppError('insufficient', `积分不足，可用 ${left} 积分`, { available: String(left) })
    let due = asked
    for (const lot of lots) {
      const { id, used } = lot
      const count = Math.min(due, freeOf(lot))
      if (count === 0) break
      await ctx.update('service_lot', { id }, { used: used + count })
      await ctx.insert('points_use', { payOrderId: orderId, lotId: id, count, usedAt: now })
      due -= count
    }
    ctx.emit({ kind: 'service.changed', payload: { companyId }, topics: [`company:${companyId}`] })
  },

  async returnPoints(ctx, { companyId, orderId, points: asked }) {
    await lockAccount(ctx, companyId)
    let due = asked
    for (const use of await ctx.many('points_use', { payOrderId: orderId }, { orderBy: ['lotId'] })) {
      const count = Math.min(due, use.count - use.returned)
      if (count === 0) continue
      const { payOrderId, line } = await ctx.expectOne('service_lot', { id: use.lotId })
      await addPoints(ctx, { companyId, payOrderId, line, count })
      await ctx.update('points_use', { payOrderId: orderId, lotId: use.lotId }, { returned: use.returned + count })
      due -= count
    }
    ctx.emit({ kind: 'service.changed', payload: { companyId }, topics: [`company:${companyId}`] })
  },
}
