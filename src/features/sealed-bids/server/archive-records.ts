import { methodOf } from '#features/procurement/methods/all.ts'
import { LOG_RECORDS_TYPE, type LogRecords } from '#features/sealing/core/verify-log-records.ts'
import { FIRST_ROUND } from '../rules.ts'
import type { Bid } from './bid.ts'
import { proofsOf } from './log-records.ts'
import type { Any } from './service-keys.ts'
import { logKey, noticeTrust } from './trust.ts'

/**
 * What of an order's procedure the log proves, with the proofs there are by now, and the public keys to check them with where
 * no bids bring them along. By name in the archive.
 */
export async function recordParts(ctx: Any, order: Bid['order']): Promise<Record<string, object>> {
  const records = await proofsOf(ctx, { subject: order.id })
  const list: LogRecords = {
    type: LOG_RECORDS_TYPE,
    tenantId: String(ctx.tenantId),
    orderId: order.id,
    logKey: await logKey(ctx),
    records,
  }
  const isSealed = methodOf(order.method).offers === 'sealed'
  return {
    'log/records.json': list,
    ...(!isSealed && { 'log/notice-trust.json': await noticeTrust(ctx, order, FIRST_ROUND) }),
  }
}
