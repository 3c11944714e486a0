import type { Subscriber } from '#server/events.ts'
import { ReportStatus } from '../rules/enums.ts'
import { record, tell } from './access.ts'
import type { ReportContent } from './report-content.ts'
import { reportPdf } from './report-pdf.ts'
import { REPORT_REQUESTED, reportRow, setReport } from './reports.ts'

const STATE = ReportStatus.values

/** Makes the PDF of a requested report. What was replaced meanwhile stays as it is. */
export const makeReport: Subscriber = {
  name: 'review-hall.report',
  kind: REPORT_REQUESTED,
  isSlow: true,
  async handle(ctx, event) {
    const { reportId, orderId } = event.payload as { reportId: string; orderId: string }
    const row = await reportRow(ctx, orderId, reportId)
    if (row.state !== STATE.pending) return
    const now = ctx.clock.now()
    let pdf: Buffer
    try {
      pdf = await reportPdf(row.content as ReportContent, now)
    } catch (error) {
      ctx.log.error({ err: error, reportId }, 'evaluation report')
      await setReport(ctx, reportId, { state: STATE.fail, failure: '文档生成失败，请重新生成' })
      tell(ctx, orderId, 'report')
      return
    }
    const stored = await ctx.files.put(pdf)
    const sha256 = Buffer.from(stored.sha256, 'hex')
    const fileId = ctx.newId()
    const { code } = (row.content as ReportContent).order
    await ctx.tx
      .insertInto('file_object')
      .values({
        tenant_id: ctx.tenantId,
        id: fileId,
        sha256,
        size: stored.size,
        mime: 'application/pdf',
        name: `评标报告-${code}.pdf`,
        use: 'review-report',
        created_at: now,
      })
      .execute()
    await setReport(ctx, reportId, { state: STATE.success, failure: '', file_id: fileId, sha256, generated_at: now })
    record(ctx, orderId, {
      action: 'report-made',
      summary: '评审报告已生成',
      data: { reportId, sha256: stored.sha256 },
    })
    tell(ctx, orderId, 'report')
  },
}
