import { type RawBuilder, sql } from 'kysely'
import { ABORTIVE_STATES } from '#features/procurement/engine/states.ts'
import { rounds } from './round-port.ts'

/** Whether an order (alias of its table) has a round beside its schedule whose deadline has not fixed the log. */
export function hasRunningRound(alias: string): RawBuilder<boolean> {
  const order = sql.ref(alias)
  const openNo = rounds().openNo({ tenantId: sql`${order}.tenant_id`, orderId: sql`${order}.id` })
  return sql<boolean>`(${order}.state <> all(${ABORTIVE_STATES}) and exists (
    select from (
      select k.round from bid_key k where k.tenant_id = ${order}.tenant_id and k.order_id = ${order}.id
      union all select ${openNo}
    ) r where r.round is not null and not exists (
      select from bid_checkpoint c
      where c.tenant_id = ${order}.tenant_id and c.order_id = ${order}.id and c.round = r.round)))`
}
