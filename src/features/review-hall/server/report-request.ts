import { enqueue } from '#server/work/worker.ts'
import { type Any, tell } from './access.ts'

/** Work that makes the documents of a report. */
export const REPORT_WORK = 'review-hall.report'

/** Stores that a report is to be made, with the change that asks for it. */
export async function requestReport(ctx: Any, orderId: string, reportId: string): Promise<void> {
  await enqueue(ctx, REPORT_WORK, reportId)
  tell(ctx, orderId, 'report')
}
