import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { logRecord } from '#server/public-log.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import type { BidderRecord } from './access.ts'

/**
 * Has the public log prove an opening as it is announced: what every bidder released (the content keys), what did not open
 * and why, and what is read out.
 */
export async function proveOpening(
  ctx: Context<Employee>,
  { orderId, stage }: { orderId: string; stage: number },
  {
    rows,
    marks,
  }: { rows: readonly BidderRecord[]; marks: readonly { tradeId: string; name: string; value: string }[] },
): Promise<void> {
  const bidders = await ctx.many(
    'opening_bidder',
    { orderId, stage },
    { columns: ['tradeId', 'decryptState', 'failure'], orderBy: ['no'] },
  )
  const files = await ctx.many(
    'opened_file',
    { orderId, stage },
    { columns: ['tradeId', 'position', 'fileId', 'contentKey'], orderBy: ['tradeId', 'position'] },
  )
  const place = { tenantId: String(ctx.tenantId), orderId, stage }
  logRecord(ctx, {
    type: 'release',
    subject: orderId,
    text: canonicalJson({ type: 'kaibiao.release-list/1', ...place, files }),
  })
  logRecord(ctx, {
    type: 'opening',
    subject: orderId,
    text: canonicalJson({
      type: 'kaibiao.opening-list/1',
      ...place,
      bidders: bidders.map((one) => ({
        tradeId: one.tradeId,
        state: one.decryptState,
        failure: one.failure,
        quote: rows.find((row) => row.tradeId === one.tradeId)?.quote ?? null,
      })),
      marks: marks.map(({ tradeId, name, value }) => ({ tradeId, name, value })),
    }),
  })
}
