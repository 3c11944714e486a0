import type { Selectable } from 'kysely'
import type { ReviewOfferRound } from '#server/database/tables.ts'
import type { Any } from './access.ts'

export type RoundRow = Selectable<ReviewOfferRound>

/** Rounds of offers of a review, in their order. */
export async function roundRows(ctx: Any, orderId: string, lock = false): Promise<RoundRow[]> {
  return ctx.tx
    .selectFrom('review_offer_round')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', orderId)
    .orderBy('roundNo')
    .$if(lock, (q) => q.forUpdate())
    .execute()
}
