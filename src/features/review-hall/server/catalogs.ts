import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import type { RichNode } from '#features/procurement/rules/rich-text.ts'
import type { Employee } from '#server/actor.ts'
import type { Context, Kernel } from '#server/context.ts'
import type { FileAnswer, Input } from '#server/implement.ts'
import { keepFile } from '#server/files/keep-file.ts'
import type { Catalog } from '../contract/reports.ts'
import { CatalogType, ReportStatus } from '#features/evaluation/rules/enums.ts'
import { mainType, reworded } from '../rules/report-plan.ts'
import { REPORT_STATUS } from '../rules/session-status.ts'
import { type Any, type Ctx, record, type Seat, tell } from './access.ts'
import { type CatalogRow, catalogRows, setCatalog } from './catalog-rows.ts'
import { contentOf } from './files.ts'
import { storedAnswer } from './stored-files.ts'
import { requestReport } from './report-request.ts'
import { lastRow, reportFacts, type ReportRow, setReport } from './reports.ts'
import { actingOnReport, type Place } from './signing.ts'

type OwnerCtx = Context<Employee>
const S = ReportStatus.values
const MAX_UPLOAD = 50 * 1024 * 1024

/** Parts of a report as this side sees them. */
export async function catalogViews(ctx: Ctx, seat: Seat, row: ReportRow): Promise<z.output<typeof Catalog>[]> {
  const facts = await reportFacts(ctx, row, seat)
  const isLast = (await lastRow(ctx, seat.order.id, row.processType))?.id === row.id
  const allowed = REPORT_STATUS.allowed(facts, seat.who, ctx.clock.now().getTime())
  const actions = isLast ? allowed.filter((a) => a.action === 'updateContent' || a.action === 'upload') : []
  const { template } = contentOf(row)
  return (await catalogRows(ctx, row.id)).map((c) => ({
    catalogId: c.id,
    type: c.type as 1,
    label: reworded(CatalogType.label(c.type), template),
    sort: c.sort,
    state: c.state as 0,
    stateLabel: ReportStatus.label(c.state),
    failure: c.failure,
    isUploaded: c.isUploaded,
    fileName: c.fileId === null ? null : `${reworded(CatalogType.label(c.type), template)}.pdf`,
    size: c.size,
    sha256: c.sha256?.toString('hex') ?? null,
    updatedAt: c.updatedAt?.toISOString() ?? null,
    updatedBy: c.updatedByName,
    content: c.content as RichNode | null,
    actions,
  }))
}

export async function catalogFile(
  ctx: Any,
  row: ReportRow,
  { catalogId, save }: { catalogId: string; save: boolean },
): Promise<FileAnswer> {
  const catalog = await found(ctx, row.id, catalogId)
  if (catalog.fileId === null) throw new AppError('notFound', '该部分尚未生成')
  const { template, order } = contentOf(row)
  const name = `${reworded(CatalogType.label(catalog.type), template)}-${order.code}.pdf`
  return { ...(await storedAnswer(ctx, { fileId: catalog.fileId, name })), inline: !save }
}

/** Words before the record's part: the part is set again, and the report over it. */
export async function updateContent(
  ctx: OwnerCtx,
  place: Place,
  given: { catalogId: string; content: RichNode | null },
): Promise<void> {
  const { row, to } = await actingOnReport(ctx, place, 'updateContent')
  const catalog = await found(ctx, row.id, given.catalogId)
  await setCatalog(ctx, catalog.id, {
    content: given.content === null ? null : JSON.stringify(given.content),
    isUploaded: false,
    state: S.pending,
    updatedByName: ctx.actor.name,
    updatedAt: ctx.clock.now(),
  })
  await setReport(ctx, row.id, { state: to })
  await requestReport(ctx, place.orderId, row.id)
  record(ctx, place.orderId, {
    action: 'report-content',
    summary: `编辑“${CatalogType.label(catalog.type)}”的说明`,
    data: { reportId: row.id, catalogId: catalog.id, content: given.content },
  })
  tell(ctx, place.orderId, 'report')
}

/** The form's file, put into the store before the transaction. A PDF by its content. */
export async function receiveUpload(kernel: Kernel, input: Input<unknown, unknown, unknown>): Promise<Uploaded> {
  const { request } = input.raw
  if (!request.isMultipart()) throw new AppError('wrongFormat', '请以表单方式上传文件')
  const file = await request.file({ limits: { fileSize: MAX_UPLOAD, files: 1, fields: 5 } })
  if (!file) throw new AppError('invalid', '请选择要上传的文件')
  const content = await file.toBuffer().catch((error: unknown) => {
    throw file.file.truncated ? new AppError('tooLarge', '文件不能超过 50 MB') : error
  })
  if (content.subarray(0, 5).toString('latin1') !== '%PDF-') throw new AppError('fileType', '请上传 PDF 文件')
  return kernel.files.put(content)
}

/** Puts an uploaded document in the place of a part. The report is made again when uploading is complete. */
export async function uploadCatalog(
  ctx: OwnerCtx,
  place: Place & { catalogId: string },
  uploaded: Uploaded,
): Promise<Uploaded> {
  const { row, to } = await actingOnReport(ctx, place, 'upload')
  const catalog = await found(ctx, row.id, place.catalogId)
  const label = CatalogType.label(catalog.type)
  const file = await keepFile(ctx, uploaded, { name: `${label}.pdf`, use: 'review-report', by: ctx.actor })
  await setCatalog(ctx, catalog.id, {
    state: S.success,
    isUploaded: true,
    ...file,
    updatedByName: ctx.actor.name,
    updatedAt: ctx.clock.now(),
  })
  await setReport(ctx, row.id, { state: to })
  record(ctx, place.orderId, {
    action: 'report-upload',
    summary: `上传“${label}”替换生成的文档`,
    data: { reportId: row.id, catalogId: catalog.id, sha256: uploaded.sha256 },
  })
  tell(ctx, place.orderId, 'report')
  return uploaded
}

/** The report is made again over what was uploaded. */
export async function uploadComplete(ctx: OwnerCtx, place: Place): Promise<void> {
  const { row, to } = await actingOnReport(ctx, place, 'uploadComplete')
  const main = (await catalogRows(ctx, row.id)).find((c) => c.type === mainType(row.processType))!
  if (!main.isUploaded) await setCatalog(ctx, main.id, { state: S.pending })
  await setReport(ctx, row.id, { state: to })
  await requestReport(ctx, place.orderId, row.id)
  record(ctx, place.orderId, { action: 'report-uploaded', summary: '评审报告附件上传完成', data: { reportId: row.id } })
  tell(ctx, place.orderId, 'report')
}

export interface Uploaded {
  sha256: string
  size: number
}

async function found(ctx: Any, reportId: string, catalogId: string): Promise<CatalogRow> {
  const catalog = (await catalogRows(ctx, reportId)).find((c) => c.id === catalogId)
  if (!catalog) throw new AppError('notFound')
  return catalog
}
