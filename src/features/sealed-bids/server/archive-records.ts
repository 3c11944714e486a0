import { LOG_RECORDS_TYPE, type LogRecords } from '#features/sealing/core/verify-log-records.ts'
import { proofsOf } from './log-records.ts'
import type { Any } from './service-keys.ts'
import { logKey } from './trust.ts'

/** What of an order's procedure the log proves, with the proofs there are by now. Of every method; null: nothing. */
export async function recordsOf(ctx: Any, orderId: string): Promise<LogRecords | null> {
  const records = await proofsOf(ctx, { subject: orderId })
  if (records.length === 0) return null
  return { type: LOG_RECORDS_TYPE, tenantId: String(ctx.tenantId), orderId, logKey: await logKey(ctx), records }
}
