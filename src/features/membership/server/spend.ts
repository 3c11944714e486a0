import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { isUnlimited, spendable } from '../rules/lots.ts'
import { type Ctx, lockAccount, lotsOf } from './lots.ts'

/** Whether the company has used a product for a subject. */
export async function wasSpent(
  ctx: Ctx,
  use: { companyId: string; product: string; subject: string },
): Promise<boolean> {
  return (await ctx.one('service_use', use, { columns: ['id'] })) !== undefined
}

/**
 * Uses one count of a product for a subject, of what expires first; nothing where the membership sets no limit. Once per
 * subject, however often it is asked. Throws `serviceNotBought` where nothing is left.
 */
export async function spend(
  ctx: Context<Employee>,
  { product, subject }: { product: string; subject: string },
): Promise<void> {
  const { companyId, userId } = ctx.actor
  await lockAccount(ctx, companyId)
  if (await wasSpent(ctx, { companyId, product, subject })) return
  const now = ctx.clock.now()
  const lots = await lotsOf(ctx, companyId)
  const lot = isUnlimited(lots, product, now) ? null : spendable(lots, product, now)[0]
  if (lot === undefined) throw new AppError('serviceNotBought')
  if (lot) await ctx.update('service_lot', { id: lot.id }, { used: lot.used + 1 })
  await ctx.insert('service_use', {
    id: ctx.newId(),
    companyId,
    product,
    subject,
    lotId: lot?.id ?? null,
    usedBy: userId,
    usedAt: now,
  })
}
