import { sql } from 'kysely'
import { TradeStatus } from '#features/procurement/rules/enums.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { bondDeadline } from '../rules/due.ts'

/** A bond that the own company owes: until when it has to be in, and whether one has been chosen that is not in force yet. */
export interface OwedBond {
  orderId: string
  dueAt: Date | null
  isGiven: boolean
}

/** Bonds of the own company's running participations that are neither in force nor on record. */
export async function owedBonds({ tx, tenantId, actor, clock }: Context<Employee>): Promise<OwedBond[]> {
  const { rows } = await sql<{ orderId: string; bidEnd: Date | null; terms: unknown; isGiven: boolean }>`
    select o.id as order_id, o.bid_end, coalesce(o.settings -> 'bond', '{}') as terms,
      exists (select from bond_given g
        where g.tenant_id = t.tenant_id and g.trade_id = t.id and g.state = 'pending') as is_given
    from trade t join purchase_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
    where t.tenant_id = ${tenantId} and t.supplier_company_id = ${actor.companyId}
      and t.status = ${TradeStatus.values.passed} and o.bond > 0
      and o.state = 'publish.open' and o.bid_end > ${clock.now()}
      and not exists (select from bond b where b.tenant_id = t.tenant_id and b.order_id = o.id and b.trade_id = t.id)
      and not exists (select from bond_given g
        where g.tenant_id = t.tenant_id and g.trade_id = t.id and g.state = 'in-force')`.execute(tx)
  return rows.map(({ orderId, bidEnd, terms, isGiven }) => ({
    orderId,
    dueAt: bondDeadline(bidEnd, OrderSettings.shape.bond.parse(terms)),
    isGiven,
  }))
}
