import { type RawBuilder, sql } from 'kysely'
import { ABORTIVE_STATES } from '#features/procurement/engine/states.ts'

/** Whether an order (alias of its table) has a round with a key of its own that has not been closed. */
export function hasRunningRound(alias: string): RawBuilder<boolean> {
  const order = sql.ref(alias)
  return sql<boolean>`(${order}.state <> all(${ABORTIVE_STATES}) and exists (
    select from bid_key k where k.tenant_id = ${order}.tenant_id and k.order_id = ${order}.id and not exists (
      select from bid_checkpoint c where c.tenant_id = k.tenant_id and c.order_id = k.order_id and c.round = k.round)))`
}
