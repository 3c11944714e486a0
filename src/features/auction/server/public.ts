import { type RawBuilder, sql } from 'kysely'
import type { Any } from './access.ts'

/* What other features may call. */

export { auctionArchive } from './sheet.ts'
export { priceTalkArchive } from './talk/record.ts'

/**
 * Whether an audit record (column `body`) tells of an offer in an auction that is not over: who took part and how many
 * stays hidden until then, from auditors of the buyer too.
 */
export function secretOffer(ctx: Any): RawBuilder<boolean> {
  return sql<boolean>`case when body->>'entity' = 'auction-offer' then not exists (
    select 1 from auction a where a.tenant_id = ${ctx.tenantId} and a.order_id = (body->>'entityId')::uuid
      and a.status in (3, 4)) else false end`
}
