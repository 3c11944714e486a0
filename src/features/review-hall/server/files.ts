import { AppError } from '#contract/errors.ts'
import type * as z from 'zod'
import type { FileAnswer } from '#server/implement.ts'
import type { BidFile } from '../contract/shared.ts'
import type { Any, Order, Seat } from './access.ts'
import { bidsOf } from './bids.ts'
import { CatalogType } from '#features/evaluation/rules/enums.ts'
import { mainType, reworded } from '../rules/report-plan.ts'
import { documentPdf } from './document.ts'
import { mainDocument } from './report-main.ts'
import { catalogDocument } from './report-tables.ts'
import { type ReportRow, signaturesOf } from './reports.ts'
import { storedAnswer, storedFiles } from './stored-files.ts'
import type { ReportContent } from './report-content.ts'
import { allReviewers } from './access.ts'
import { formatTime } from '#contract/time.ts'

/** The sealed price sheet is data, shown as such; everything else a bidder handed in is a file. */
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const SHOWN_INLINE = ['application/pdf', 'image/png', 'image/jpeg']

/** Opened files of one bid. Rejected bids stay readable: the record must show why. */
export async function bidFilesOf(ctx: Any, order: Order, bidderId: string): Promise<z.output<typeof BidFile>[]> {
  const bid = (await bidsOf(ctx, order)).find((b) => b.tradeId === bidderId)
  if (!bid) throw new AppError('notFound')
  const stored = await storedFiles(
    ctx,
    bid.files.map((f) => f.fileId),
  )
  return bid.files.flatMap(({ position, role, name, fileId }) => {
    const file = stored.get(fileId)
    return file ? [{ position, role, name, mime: file.mime, size: file.size }] : []
  })
}

/** One opened file with its type by content; what a browser shows safely is shown there. */
export async function bidFileAnswer(
  ctx: Any,
  order: Order,
  which: { bidderId: string; position: number; save: boolean },
): Promise<FileAnswer> {
  const bid = (await bidsOf(ctx, order)).find((b) => b.tradeId === which.bidderId)
  const file = bid?.files.find((f) => f.position === which.position)
  if (!file) throw new AppError('notFound')
  const answer = await storedAnswer(ctx, file)
  return { ...answer, inline: !which.save && SHOWN_INLINE.includes(answer.mime) }
}

/** The tender documents, as reviewers must judge by them. */
export async function tenderFileAnswer(ctx: Any, order: Order, fileId?: string): Promise<FileAnswer> {
  const row = await ctx.tx
    .selectFrom('order_file')
    .select(['fileId', 'name'])
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', order.id)
    .$if(fileId === undefined, (q) => q.where('kind', '=', 'document'))
    .$if(fileId !== undefined, (q) => q.where('fileId', '=', fileId!))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new AppError('noBidFile')
  const answer = await storedAnswer(ctx, { fileId: row.fileId, name: row.name })
  return { ...answer, inline: SHOWN_INLINE.includes(answer.mime) }
}

export async function reportFileAnswer(ctx: Any, row: ReportRow): Promise<FileAnswer> {
  const { fileId, content } = row
  if (!fileId) throw new AppError('notFound', '评审报告尚未生成')
  const { order, template } = contentOf({ content })
  const name = `${reworded(CatalogType.label(mainType(row.processType)), template)}-${order.code}.pdf`
  return { ...(await storedAnswer(ctx, { fileId, name })), inline: true }
}

/** A part of the stored report, made when asked for; the same report gives the same bytes. */
export async function reportPartAnswer(row: ReportRow, type: number): Promise<FileAnswer> {
  const content = contentOf(row)
  const document = catalogDocument(content, type)
  const pdf = await documentPdf(document, row.createdAt)
  return pdfAnswer(`${document.title}-${content.order.code}.pdf`, pdf)
}

/** The report as a Word document, with its summary tables; members' single marks stay in their own part. */
export async function wordAnswer(row: ReportRow): Promise<FileAnswer> {
  const content = contentOf(row)
  const document = mainDocument(content, { at: row.generatedAt ?? row.createdAt })
  // What writes Word files takes long to load.
  const { documentWord } = await import('./report-word.ts')
  const word = await documentWord(document)
  return { name: `${document.title}-${content.order.code}.docx`, mime: DOCX, content: word, size: word.length }
}

/** The signature sheet: who signed which document when, with dissent. */
export async function signSheetAnswer(ctx: Any, { order }: Seat, row: ReportRow): Promise<FileAnswer> {
  const content = contentOf(row)
  const [signatures, members] = [await signaturesOf(ctx, row.id), await allReviewers(ctx, order.id)]
  const active = members.filter((m) => m.outAt === null)
  const rows = active.map((m) => {
    const own = signatures.find((s) => s.reviewerId === m.id)
    return {
      name: m.name,
      leader: m.isLeader ? '组长' : '成员',
      state: own && !own.deemed ? '已签署' : '未签署',
      at: own ? formatTime(own.at, true) : '',
      opinion: own?.deemed ? `视为同意（实施条例第五十三条）：${own.deemed}` : own ? own.opinion || '同意' : '',
    }
  })
  const title = `${reworded(CatalogType.label(mainType(row.processType)), content.template)}签署页`
  const document = {
    title,
    subtitle: content.order.title,
    org: content.order.owner,
    number: content.order.code,
    parts: [
      {
        columns: [
          { key: 'name', title: '姓名' },
          { key: 'leader', title: '身份', align: 'center' as const, width: 0.6 },
          { key: 'state', title: '签署', align: 'center' as const, width: 0.7 },
          { key: 'at', title: '签署时间', width: 1.4 },
          { key: 'opinion', title: '意见', width: 1.6 },
        ],
        rows,
      },
    ],
    seal: {
      facts: [['签署方式', '成员登录后再次验证密码签署，记入平台审计链']] as const,
      hashes: [['报告 SHA-256', row.sha256?.toString('hex') ?? '']] as const,
    },
  }
  const pdf = await documentPdf(document, signatures.at(-1)?.at ?? row.createdAt)
  return pdfAnswer(`${title}-${content.order.code}.pdf`, pdf)
}

export function contentOf(row: Pick<ReportRow, 'content'>): ReportContent {
  return row.content as ReportContent
}

function pdfAnswer(name: string, content: Buffer): FileAnswer {
  return { name, mime: 'application/pdf', content, size: content.length, inline: true }
}
