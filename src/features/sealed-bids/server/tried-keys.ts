import { sql } from 'kysely'
import { FIRST_ROUND } from '../rules.ts'
import type { Any } from './service-keys.ts'

/** A bid that stands sealed to its bidder's own key, and when that key last opened a canary of the same order. */
export interface TriedKey {
  orderId: string
  companyId: string
  bidEnd: Date
  triedAt: Date | null
}

/**
 * Bids in force of running orders that are sealed to keys of their bidders: those of one order, or of one company. It tells
 * who has bid (A-107): a row is for its own supplier alone.
 */
export async function triedKeys(
  { tx, tenantId, clock }: Any,
  { orderId, companyId }: { orderId?: string; companyId?: string },
): Promise<TriedKey[]> {
  const { rows } = await sql<TriedKey>`
    select o.id as order_id, t.supplier_company_id as company_id, o.bid_end,
      (select max(r.passed_at) from bid_rehearsal r
        where r.tenant_id = t.tenant_id and r.trade_id = t.id and r.key_id = k.id) as tried_at
    from purchase_order o
    join trade t on t.tenant_id = o.tenant_id and t.order_id = o.id
    join lateral (select s.kind, s.key_id from bid_submission s
      where s.tenant_id = t.tenant_id and s.order_id = o.id and s.trade_id = t.id and s.round = ${FIRST_ROUND}
      order by s.log_index desc limit 1) s on s.kind = 'submitted'
    join bid_key k on k.tenant_id = t.tenant_id and k.id = s.key_id and k.company_id is not null
    where o.tenant_id = ${tenantId} and o.state = 'publish.open' and o.bid_end > ${clock.now()}
      and ${orderId === undefined ? sql`t.supplier_company_id = ${companyId!}` : sql`o.id = ${orderId}`}
    order by o.bid_end, o.id`.execute(tx)
  return rows
}
