import { type RawBuilder, sql } from 'kysely'
import type { OwnStand } from '#features/procurement/rules/own-offer.ts'
import type { Any } from './service-keys.ts'

/** Whether nothing stands of a trade in a round, as a condition of a query; both are columns of it. */
export function nothingHandedIn(tenantId: number, trade: string, round: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select s.kind = 'withdrawn' from bid_submission s
    where s.tenant_id = ${tenantId} and s.trade_id = ${sql.ref(trade)} and s.round = ${round}
    order by s.log_index desc limit 1), true)`
}

/**
 * The last that a supplier did about its bid: of the newest round, what is sealed before what is only begun. Of an order `o` and
 * its own trade `t`, for nobody but that supplier.
 */
export function ownStandOf({ tenantId }: { tenantId: number }): RawBuilder<OwnStand | null> {
  return sql<OwnStand | null>`(
    select jsonb_build_object('round', did.round, 'state', did.state, 'hasSealed', coalesce(did.has_sealed, false))
    from (
      select a.*, bool_or(a.state = 'sealed') over () as has_sealed from (
        (select distinct on (s.round) s.round, case s.kind when 'submitted' then 'sealed' else 'withdrawn' end as state, s.at
          from bid_submission s where s.tenant_id = ${tenantId} and s.order_id = o.id and s.trade_id = t.id
          order by s.round, s.log_index desc)
        union all
        select n.round, 'draft', n.saved_at from bid_draft_note n where n.tenant_id = ${tenantId} and n.trade_id = t.id
      ) a
    ) did
    order by did.round desc, did.state = 'sealed' desc, did.at desc limit 1)`
}

/** Whether something of a trade stands in a round; for its own supplier alone. */
export async function hasSealed(
  { tx, tenantId }: Any,
  { tradeId, round }: { tradeId: string; round: number },
): Promise<boolean> {
  const last = await tx
    .selectFrom('bid_submission')
    .select('kind')
    .where('tenantId', '=', tenantId)
    .where('tradeId', '=', tradeId)
    .where('round', '=', round)
    .orderBy('logIndex', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.kind === 'submitted'
}
