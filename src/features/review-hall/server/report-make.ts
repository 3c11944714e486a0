import { inContext, type Context, type Kernel } from '#server/context.ts'
import type { Work, Worker } from '#server/work/worker.ts'
import { keepFile } from '#server/files/keep-file.ts'
import type { RichNode } from '#features/procurement/rules/rich-text.ts'
import { CatalogType, ReportStatus } from '#features/evaluation/rules/enums.ts'
import { mainType, reworded } from '../rules/report-plan.ts'
import { record, tell } from './access.ts'
import { type CatalogRow, catalogRows, setCatalog } from './catalog-rows.ts'
import { documentPdf } from './document.ts'
import type { ReportContent } from './report-content.ts'
import { mainDocument } from './report-main.ts'
import { catalogDocument } from './report-tables.ts'
import { REPORT_WORK } from './report-request.ts'
import { setReport } from './reports.ts'

const S = ReportStatus.values

type Job = Omit<Work, 'signal'>

/**
 * Makes the parts of a report that are not made yet, one after the other, each put away before the next begins; then
 * the report itself over their hashes. Begun again it goes on where it stood.
 */
export const reportWorker: Worker = {
  kind: REPORT_WORK,
  async run(kernel, job) {
    const found = await inTenant(kernel, job, async (ctx) => {
      const row = await unmade(ctx, job)
      if (row?.state === S.pending) {
        await setReport(ctx, row.id, { state: S.generating })
        tell(ctx, row.orderId, 'report')
      }
      return row && { row, catalogs: await catalogRows(ctx, row.id) }
    })
    if (!found) return
    const { row } = found
    const content = row.content as ReportContent
    const main = mainType(row.processType)
    for (const catalog of found.catalogs) {
      if (catalog.type === main || catalog.state === S.success) continue
      job.signal.throwIfAborted()
      const document = catalogDocument(content, catalog.type, catalog.content as RichNode | null)
      const pdf = await documentPdf(document, row.createdAt)
      await store(kernel, job, { catalog, pdf, name: `${document.title}-${content.order.code}.pdf` })
    }
    job.signal.throwIfAborted()
    await finish(kernel, job, { content, main })
  },
  async giveUp(kernel, job, reason) {
    await inTenant(kernel, job, async (ctx) => {
      const row = await unmade(ctx, job)
      if (!row) return
      await setReport(ctx, row.id, { state: S.fail, failure: reason })
      tell(ctx, row.orderId, 'report')
    })
  },
}

async function store(
  kernel: Kernel,
  job: Job,
  { catalog, pdf, name }: { catalog: CatalogRow; pdf: Buffer; name: string },
): Promise<void> {
  const stored = await kernel.files.put(pdf)
  await inTenant(kernel, job, async (ctx) => {
    const row = await unmade(ctx, job)
    if (row?.state !== S.generating) return
    const file = await keepFile(ctx, stored, { name, use: 'review-report' })
    await setCatalog(ctx, catalog.id, { state: S.success, failure: '', ...file, updatedAt: ctx.clock.now() })
    tell(ctx, row.orderId, 'report')
  })
}

async function finish(
  kernel: Kernel,
  job: Job,
  { content, main }: { content: ReportContent; main: number },
): Promise<void> {
  const catalogs = await inTenant(kernel, job, (ctx) => catalogRows(ctx, job.subject))
  const own = catalogs.find((c) => c.type === main)!
  const listed = catalogs
    .filter((c) => c.type !== main)
    .map((c) => ({
      label: reworded(CatalogType.label(c.type), content.template),
      sha256: c.sha256?.toString('hex') ?? '',
      isUploaded: c.isUploaded,
    }))
  const at = kernel.clock.now()
  // A scan that was uploaded in its place is the report.
  const pdf = own.isUploaded
    ? null
    : await documentPdf(mainDocument(content, { at, listed, note: own.content as RichNode | null }), at)
  const stored = pdf && (await kernel.files.put(pdf))
  await inTenant(kernel, job, async (ctx) => {
    const row = await unmade(ctx, job)
    if (row?.state !== S.generating) return
    const name = `${reworded(CatalogType.label(main), content.template)}-${content.order.code}.pdf`
    const file = stored
      ? { ...(await keepFile(ctx, stored, { name, use: 'review-report' })), updatedAt: ctx.clock.now() }
      : { fileId: own.fileId!, sha256: own.sha256!, size: own.size! }
    await setCatalog(ctx, own.id, { state: S.success, failure: '', ...file })
    await setReport(ctx, row.id, {
      state: S.success,
      failure: '',
      fileId: file.fileId,
      sha256: file.sha256,
      generatedAt: at,
    })
    record(ctx, row.orderId, {
      action: 'report-made',
      summary: `${CatalogType.label(main)}已生成`,
      data: { reportId: row.id, sha256: file.sha256.toString('hex'), parts: listed },
    })
    tell(ctx, row.orderId, 'report')
  })
}

/** Locked; undefined when there is nothing to make: made, given up, replaced, or given back meanwhile. */
function unmade(ctx: Context<null>, { subject }: Job) {
  return ctx.one('review_report', { id: subject, state: [S.pending, S.generating] }, { lock: 'update' })
}

function inTenant<T>(kernel: Kernel, { tenantId }: Job, work: (ctx: Context<null>) => Promise<T>): Promise<T> {
  return inContext(kernel, { tenantId, actor: null }, work)
}
