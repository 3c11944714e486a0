import { type RawBuilder, sql } from 'kysely'

/** Whether nothing stands of a trade in a round, as a condition of a query; both are columns of it. */
export function nothingHandedIn(tenantId: number, trade: string, round: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select s.kind = 'withdrawn' from bid_submission s
    where s.tenant_id = ${tenantId} and s.trade_id = ${sql.ref(trade)} and s.round = ${round}
    order by s.log_index desc limit 1), true)`
}
