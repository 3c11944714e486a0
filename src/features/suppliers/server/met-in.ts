import { sql } from 'kysely'
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
  const rows = await ctx.tx
    .selectFrom('trade as t')
    .select(['t.orderId', 't.supplierCompanyId as companyId'])
    .select(
      sql<boolean>`exists (select from award_in_force a where a.tenant_id = t.tenant_id and a.order_id = t.order_id
        and a.trade_id = t.id)`.as('isAwarded'),
    )
    .where('t.tenantId', '=', ctx.tenantId)
    .where(
      't.orderId',
      'in',
      deals.map(({ orderId }) => orderId),
    )
    .where('t.status', '=', TradeStatus.values.passed)
    .orderBy('t.id')
    .execute()
  const admitted = Map.groupBy(rows, (row) => row.orderId)
  return deals.flatMap((deal) => {
    const all = admitted.get(deal.orderId) ?? []
    if (all.every(({ companyId }) => companyId !== supplierCompanyId)) return []
    const others = all.filter(({ companyId }) => companyId !== supplierCompanyId)
    return [{ ...deal, others: others.map(({ companyId, isAwarded }) => ({ companyId, isAwarded })) }]
  })
}
