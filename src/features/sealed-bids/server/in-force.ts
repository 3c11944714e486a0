import { canonicalJson } from '#features/sealing/core/canonical.ts'
import { CLOSING_LIST_TYPE, type ClosingListText } from '#features/sealing/core/verify-completeness.ts'
import type { Any } from './service-keys.ts'

/** The last row of each trade of a round, those that count: not withdrawn. In the order of the log. */
export async function inForce(ctx: Any, orderId: string, round: number) {
  const rows = await ctx.tx
    .selectFrom('bid_submission as s')
    .innerJoin('trade as t', (j) => j.onRef('t.tenantId', '=', 's.tenantId').onRef('t.id', '=', 's.tradeId'))
    .leftJoin('app_user as u', 'u.id', 's.createdBy')
    .selectAll('s')
    .select(['t.supplierCompanyId', 'u.nickname as byName'])
    .distinctOn('s.tradeId')
    .where('s.tenantId', '=', ctx.tenantId)
    .where('s.orderId', '=', orderId)
    .where('s.round', '=', round)
    .orderBy('s.tradeId')
    .orderBy('s.logIndex', 'desc')
    .execute()
  return rows.filter((row) => row.kind === 'submitted').toSorted((a, b) => a.logIndex - b.logIndex)
}

/** The closing list of a round as the log proves it. `size`: of the head at its deadline. */
export async function closingText(
  ctx: Any,
  { orderId, round, deadline, size }: { orderId: string; round: number; deadline: Date; size: number },
): Promise<string> {
  const rows = await inForce(ctx, orderId, round)
  const list: ClosingListText = {
    type: CLOSING_LIST_TYPE,
    tenantId: String(ctx.tenantId),
    orderId,
    round,
    deadline: deadline.toISOString(),
    size,
    bids: rows.map(({ logIndex, manifestHash, supplierCompanyId }) => ({
      index: logIndex,
      manifestHash: manifestHash.toString('hex'),
      bidderId: supplierCompanyId,
    })),
  }
  return canonicalJson(list)
}
