import { sql } from 'kysely'
import { isPurchase } from '#features/procurement/server/public.ts'
import type { Any } from './access.ts'

/**
 * Purchases of a purchaser in which a company took part and that have their result, newest first. Of orders without a result
 * nothing is said: who bids is known to nobody before the opening.
 */
export async function dealsWith(
  ctx: Any,
  { purchaserCompanyId, supplierCompanyId }: { purchaserCompanyId: string; supplierCompanyId: string },
) {
  const rows = await ctx.tx
    .selectFrom('trade as t')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 't.tenantId').onRef('o.id', '=', 't.orderId'))
    .select(['o.id', 'o.code', 'o.title', 'o.method', 't.createdAt'])
    .select(
      sql<boolean>`exists (select from award_in_force a where a.tenant_id = t.tenant_id and a.order_id = t.order_id
        and a.trade_id = t.id)`.as('isAwarded'),
    )
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.supplierCompanyId', '=', supplierCompanyId)
    .where('o.purchaserCompanyId', '=', purchaserCompanyId)
    .where(isPurchase('o.method'))
    .where(sql<boolean>`exists (select from award_in_force a where a.tenant_id = o.tenant_id and a.order_id = o.id)`)
    .orderBy('o.id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ id, createdAt, ...row }) => ({ ...row, orderId: id, signedUpAt: createdAt.toISOString() }))
}
