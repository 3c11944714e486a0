import { TradeStatus } from '#features/procurement/rules/enums.ts'
import type { Any } from './access.ts'
import { dealsWith } from './deals.ts'

/**
 * Purchases of a purchaser with a result, newest first, for which a company was admitted, each with the others admitted. Of an
 * order without a result there is nothing here: who takes part is known to nobody before the opening.
 */
export async function metIn(
  ctx: Any,
  { purchaserCompanyId, supplierCompanyId }: { purchaserCompanyId: string; supplierCompanyId: string },
) {
  const deals = await dealsWith(ctx, { purchaserCompanyId, supplierCompanyId })
  if (deals.length === 0) return []
  const orderIds = deals.map(({ orderId }) => orderId)
  const rows = await ctx.tx
    .selectFrom('trade')
    .select(['id', 'orderId', 'supplierCompanyId as companyId'])
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', 'in', orderIds)
    .where('status', '=', TradeStatus.values.passed)
    .orderBy('id')
    .execute()
  const awards = await ctx.tx
    .selectFrom('award_in_force')
    .select('tradeId')
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', 'in', orderIds)
    .execute()
  const awarded = new Set(awards.map(({ tradeId }) => tradeId))
  const admitted = Map.groupBy(rows, (row) => row.orderId)
  return deals.flatMap((deal) => {
    const all = admitted.get(deal.orderId) ?? []
    if (all.every(({ companyId }) => companyId !== supplierCompanyId)) return []
    const others = all.filter(({ companyId }) => companyId !== supplierCompanyId)
    return [{ ...deal, others: others.map(({ id, companyId }) => ({ companyId, isAwarded: awarded.has(id) })) }]
  })
}
