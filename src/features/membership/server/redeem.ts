import { AppError } from '#contract/errors.ts'
import { Exact } from '#contract/money.ts'
import { REDEEMS } from '#features/payment/rules/catalogue.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { endOf } from '../rules/lots.ts'
import { addLot, lockAccount } from './lots.ts'
import { spendCounts } from './spend.ts'

/**
 * Redeems so many vouchers of the own company for what they stand for, all of them or none. What comes is a lot of the order
 * that bought the voucher, and worth what the voucher was paid: it can be given back as far as it is unused. Answers how
 * much came. Throws `serviceNotBought` where there are fewer vouchers.
 */
export async function redeem(
  ctx: Context<Employee>,
  { voucher, count }: { voucher: string; count: number },
): Promise<number> {
  const { companyId, userId } = ctx.actor
  const gives = REDEEMS[voucher]
  if (!gives) throw new AppError('notFound')
  await lockAccount(ctx, companyId)
  const subjects = Array.from({ length: count }, () => ctx.newId())
  await spendCounts(ctx, { companyId, userId, product: voucher, subjects })
  const uses = await ctx.many('service_use', { companyId, product: voucher, subject: subjects })
  const fromAt = ctx.clock.now()
  for (const [lotId, { length: vouchers }] of Map.groupBy(uses, (use) => use.lotId!)) {
    const lot = await ctx.expectOne('service_lot', { id: lotId })
    const { payOrderId, line } = lot
    const siblings = await ctx.many('service_lot', { payOrderId, line }, { columns: ['part'] })
    await addLot(ctx, {
      companyId,
      payOrderId,
      line,
      part: Math.max(...siblings.map(({ part }) => part)) + 1,
      product: gives.product,
      quantity: vouchers * gives.count,
      fromAt,
      untilAt: endOf(gives.product, fromAt),
      paid: new Exact(lot.paid).times(vouchers).div(lot.quantity!).toFixed(2, Exact.ROUND_DOWN),
    })
  }
  return count * gives.count
}
