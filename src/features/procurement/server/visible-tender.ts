import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { type ListedTender, tenderRows } from './supplier-tenders.ts'

/** A published order as the own company may know of it as a supplier, with its part in it; undefined where it may not. */
export function visibleTender(ctx: Context<Employee>, orderId: string): Promise<ListedTender | undefined> {
  return tenderRows(ctx).where('o.id', '=', orderId).executeTakeFirst()
}

/** Purchaser and agency do not bid in their own tender. */
export function isOwnTender(
  ctx: Context<Employee>,
  order: { ownerCompanyId: string; purchaserCompanyId: string },
): boolean {
  return [order.ownerCompanyId, order.purchaserCompanyId].includes(ctx.actor.companyId)
}
