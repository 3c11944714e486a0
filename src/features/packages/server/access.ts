import { AppError } from '#contract/errors.ts'
import { buyerColumn, type Lock } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

type Ctx = Context<Employee>

/** Orders of packages that the person sees from the workbench it is in, as `o`. A package is theirs who see an order of it. */
export function ownLots(ctx: Ctx) {
  const column = buyerColumn(ctx.actor)
  const { companyId } = ctx.actor
  return ctx.tx
    .selectFrom('purchase_order as o')
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.packageId', 'is not', null)
    .where(`o.${column}`, '=', companyId)
    .$if(column === 'ownerCompanyId', (q) => q.where('o.purchaserCompanyId', '<>', companyId))
}

/** A package of which the own company runs orders, locked; `notFound` for others, the observing purchaser included. */
export async function ownersPackage(ctx: Ctx, packageId: string, lock: Lock) {
  const lot = await ownLots(ctx)
    .select('o.id')
    .where('o.packageId', '=', packageId)
    .where('o.ownerCompanyId', '=', ctx.actor.companyId)
    .limit(1)
    .executeTakeFirst()
  const found = lot && (await ctx.one('order_package', { id: packageId }, { lock }))
  if (!found) throw new AppError('notFound')
  return found
}
