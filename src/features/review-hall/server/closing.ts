import { AskStatus, CorrectionStatus, OfferRoundStatus, OfferStatus } from '#features/evaluation/rules/enums.ts'
import type { Any } from './access.ts'
import { NULL } from '#server/database/records.ts'

const REASON = '评审已汇总'

/** What was still open when the review ended stays on record as taken back: questions, corrections, rounds. */
export async function closeEverything(ctx: Any, orderId: string): Promise<void> {
  const now = ctx.clock.now()
  const { tx, tenantId } = ctx
  await tx
    .updateTable('review_ask')
    .set({ status: AskStatus.values.withdrawn, withdrawReason: REASON })
    .where('tenantId', '=', tenantId)
    .where('orderId', '=', orderId)
    .where('status', 'in', [AskStatus.values.draft, AskStatus.values.waiting])
    .execute()
  await tx
    .updateTable('review_correction')
    .set({ status: CorrectionStatus.values.withdrawn, note: REASON })
    .where('tenantId', '=', tenantId)
    .where('orderId', '=', orderId)
    .where('status', 'in', [CorrectionStatus.values.draft, CorrectionStatus.values.waiting])
    .execute()
  const rounds = await tx
    .selectFrom('review_offer_round')
    .select(['id', 'status'])
    .where('tenantId', '=', tenantId)
    .where('orderId', '=', orderId)
    .where('status', '<>', OfferRoundStatus.values.closed)
    .execute()
  if (rounds.length === 0) return
  const ids = rounds.map((r) => r.id)
  // Nothing of a round that was cut off counts: its offers are void, not late.
  await tx.deleteFrom('review_offer').where('tenantId', '=', tenantId).where('roundId', 'in', ids).execute()
  await tx
    .updateTable('review_offer_round')
    .set({ status: OfferRoundStatus.values.closed, closedAt: now, closeReason: REASON })
    .where('tenantId', '=', tenantId)
    .where('id', 'in', ids)
    .execute()
}

/** Bidders who have not submitted when their round closes. */
export async function markMissed(ctx: Any, roundId: string): Promise<void> {
  await ctx.update(
    'review_offer',
    { roundId, submittedAt: NULL },
    { status: OfferStatus.values.missed, total: null, lines: '[]' },
  )
}
