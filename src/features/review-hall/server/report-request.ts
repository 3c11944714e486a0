import { sql } from 'kysely'
import type { Any } from './access.ts'

/** Asked for with the change that needs it; the work is a row that outlives whoever does it. */
export const REPORT_REQUESTED = 'review.report-requested'

/** Stores that a report is to be made, with the change that asks for it. */
export async function requestReport(ctx: Any, orderId: string, reportId: string): Promise<void> {
  await ctx.tx
    .insertInto('review_report_work')
    .values({ tenant_id: ctx.tenantId, report_id: reportId })
    .onConflict((c) =>
      c.columns(['tenant_id', 'report_id']).doUpdateSet({ due_at: sql`clock_timestamp()`, attempts: 0, lease: null }),
    )
    .execute()
  ctx.emit({ kind: REPORT_REQUESTED, payload: { orderId, reportId }, topics: [`review:${orderId}`] })
}
