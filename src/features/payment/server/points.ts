import { Exact } from '#contract/money.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { OrderRow } from './records.ts'
import { services } from './sale-port.ts'
import { settle } from './settle.ts'

type Ctx = Context<Actor | null>

/** Why an order cannot be paid with points, or how many there are. */
export async function pointsOffer(ctx: Ctx, order: OrderRow): Promise<{ refusal: string } | { note: string }> {
  if (order.payeeId !== null || order.purpose !== 'income') return { refusal: '仅可支付平台收取的费用' }
  if (!new Exact(order.amount).isInteger()) return { refusal: '积分只支付整元金额' }
  const left = await services().pointsLeft(ctx, order.buyerId)
  return left >= Number(order.amount) ? { note: `可用 ${left} 积分` } : { refusal: `可用 ${left} 积分，不足` }
}

/** Pays an open, locked order with points of its buyer, at once. */
export async function payWithPoints(
  ctx: Ctx,
  order: OrderRow,
  payment: { id: string; code: string; amount: string },
): Promise<void> {
  const { id, code, amount } = payment
  await services().usePoints(ctx, { companyId: order.buyerId, orderId: order.id, points: Number(amount) })
  await settle(ctx, id, { providerNo: code, amount, currency: 'CNY', at: ctx.clock.now(), source: 'points' })
}
