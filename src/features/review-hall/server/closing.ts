import { AskStatus, CorrectionStatus } from '#features/evaluation/rules/enums.ts'
import { cutOffRounds } from '#features/quotes/server/public.ts'
import { bindRow } from '#server/bound-rows.ts'
import type { Any } from './access.ts'
import { ASKS, CORRECTIONS } from './bound.ts'
import { HOST } from './quote-host.ts'

const REASON = '评审已汇总'

/** What was still open when the review ended stays on record as taken back: questions, corrections, rounds. */
export async function closeEverything(ctx: Any, orderId: string): Promise<void> {
  const { tx, tenantId } = ctx
  const asks = await tx
    .updateTable('review_ask')
    .set({ status: AskStatus.values.withdrawn, withdrawReason: REASON })
    .where('tenantId', '=', tenantId)
    .where('orderId', '=', orderId)
    .where('status', 'in', [AskStatus.values.draft, AskStatus.values.waiting])
    .returning('id')
    .execute()
  const corrections = await tx
    .updateTable('review_correction')
    .set({ status: CorrectionStatus.values.withdrawn, note: REASON })
    .where('tenantId', '=', tenantId)
    .where('orderId', '=', orderId)
    .where('status', 'in', [CorrectionStatus.values.draft, CorrectionStatus.values.waiting])
    .returning('id')
    .execute()
  for (const { id } of asks) bindRow(ctx, ASKS, [id])
  for (const { id } of corrections) bindRow(ctx, CORRECTIONS, [id])
  await cutOffRounds(ctx, { host: HOST, orderId }, REASON)
}
