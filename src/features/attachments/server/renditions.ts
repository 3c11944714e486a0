import { buffer } from 'node:stream/consumers'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import { conveniences } from '#server/pdf/lanes.ts'
import { enqueue, type Work, type Worker } from '#server/work/worker.ts'
import { ConversionStatus, convertible, isPdf, isPicture, LIMITS, officeKind } from '../rules.ts'
import { officeToPdf } from './convert/soffice.ts'
import { bufferOf, convertApart, readApart } from './convert/threads.ts'
import { NO_TEXT } from '../core/document-text.ts'

const S = ConversionStatus.values
/** Texts are waited for by who publishes: they do not stand behind conversions, which take a minute. */
const WORK = {
  pdf: 'attachments.rendition',
  thumbnail: 'attachments.rendition',
  text: 'attachments.text',
} as const satisfies Record<RenditionPattern, string>
type Status = (typeof S)[keyof typeof S]

export type RenditionPattern = 'pdf' | 'thumbnail' | 'text'

export interface Source {
  sha256: Buffer
  mime: string
  size: number
}

export interface Rendition {
  id: string
  status: Status
  reason: string
  mime: string | null
  sha256: Buffer | null
  size: number | null
}

/** What was made of these bytes so far; null when nobody has asked. */
export async function findRendition(
  ctx: Context<Actor | null>,
  source: Source,
  pattern: RenditionPattern,
): Promise<Rendition | null> {
  const row = await ctx.one(
    'attachment_rendition',
    { sourceSha256: source.sha256, sourceMime: source.mime, pattern },
    { columns: ['id', 'status', 'reason', 'mime', 'sha256', 'size'] },
  )
  return row ? { ...row, status: row.status as Status } : null
}

/**
 * The form of a file, asked for now when it was not yet; the same bytes are converted once however many ask. `retry`
 * begins a failed one again. Throws `fileType` for what has no such form and `tooLarge`.
 */
export async function askRendition(
  ctx: Context<Actor>,
  source: Source,
  { pattern, retry = false }: { pattern: RenditionPattern; retry?: boolean },
): Promise<Rendition> {
  if (!convertible(source.mime)) throw new AppError('fileType', '该格式不能在线预览，请下载后用相应软件打开')
  if (source.size > LIMITS.source)
    throw new AppError('tooLarge', `文件超过 ${LIMITS.source / 1048576} MB，不能在线转换，请下载后查看`)
  const id = ctx.newId()
  const asked = await ctx.tx
    .insertInto('attachment_rendition')
    .values({
      tenantId: ctx.tenantId,
      id,
      sourceSha256: source.sha256,
      sourceMime: source.mime,
      pattern,
      askedAt: ctx.clock.now(),
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (asked) await enqueue(ctx, WORK[pattern], id)
  const found = (await findRendition(ctx, source, pattern))!
  if (!retry || found.status !== S.failed) return found
  const { numUpdatedRows } = await ctx.tx
    .updateTable('attachment_rendition')
    .set({ status: S.waiting, reason: '', askedAt: ctx.clock.now(), endedAt: null })
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', found.id)
    .where('status', '=', S.failed)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await enqueue(ctx, WORK[pattern], found.id)
  return { ...found, status: S.waiting, reason: '' }
}

/** Makes what is looked at. */
export const renditionWorker = makerOf(WORK.pdf)
/** Reads what is checked. */
export const textWorker = makerOf(WORK.text)

function makerOf(kind: string): Worker {
  // Each kind is one party beside those who wait for an answer.
  const party = { userId: null, companyId: kind }
  return {
    kind,
    async run(kernel, work) {
      const row = await change(kernel, work, { status: S.running })
      if (!row) return
      const content = await buffer(await kernel.files.read(row.sourceSha256.toString('hex')))
      const made = await conveniences.run(party, () =>
        make(content, { mime: row.sourceMime, pattern: row.pattern as RenditionPattern, ...work }),
      )
      const stored = await kernel.files.put(made.data, { keepReserve: true })
      const result = { mime: made.mime, sha256: Buffer.from(stored.sha256, 'hex'), size: stored.size }
      await change(kernel, work, { status: S.success, reason: '', endedAt: kernel.clock.now(), ...result })
    },
    async giveUp(kernel, work, reason) {
      await change(kernel, work, { status: S.failed, reason, endedAt: kernel.clock.now() })
    },
  }
}

type Values = Partial<{
  status: Status
  reason: string
  endedAt: Date
  mime: string
  sha256: Buffer
  size: number
}>

/** Undefined when there is nothing left to do. */
function change(kernel: Kernel, { tenantId, subject }: Pick<Work, 'tenantId' | 'subject'>, values: Values) {
  return inContext(kernel, { tenantId, actor: null }, (ctx) =>
    ctx.tx
      .updateTable('attachment_rendition')
      .set(values)
      .where('tenantId', '=', tenantId)
      .where('id', '=', subject)
      .where('status', 'in', [S.waiting, S.running])
      .returning(['sourceSha256', 'sourceMime', 'pattern'])
      .executeTakeFirst(),
  )
}

async function make(
  content: Buffer,
  { mime, pattern, signal }: { mime: string; pattern: RenditionPattern; signal: AbortSignal },
): Promise<{ data: Buffer; mime: string }> {
  if (pattern === 'pdf') return { data: await pdfOf(content, mime, signal), mime: 'application/pdf' }
  if (pattern === 'text') return { data: await textOf(content, mime), mime: 'application/json' }
  const source = officeKind(mime)
    ? { content: await pdfOf(content, mime, signal), mime: 'application/pdf' }
    : { content, mime }
  return { data: bufferOf(await convertApart({ op: 'thumbnail', ...source })), mime: 'image/webp' }
}

async function textOf(content: Buffer, mime: string): Promise<Buffer> {
  // All that is set on a page stands in streams: without one there is nothing to start a process for.
  if (isPdf(mime) && !content.includes('stream')) throw new AppError('fileType', NO_TEXT)
  return bufferOf(await readApart({ op: 'text', content, mime }))
}

async function pdfOf(content: Buffer, mime: string, signal: AbortSignal): Promise<Buffer> {
  const kind = officeKind(mime)
  if (kind === null) {
    if (isPdf(mime)) return content
    if (isPicture(mime)) return bufferOf(await convertApart({ op: 'picture-to-pdf', content }))
    throw new AppError('fileType', '该格式不能转换为 PDF')
  }
  const clean = bufferOf(await convertApart({ op: 'clean', content }))
  const pdf = await officeToPdf(clean, { kind, signal })
  const { pages } = await convertApart({ op: 'pages', content: pdf })
  if (pages > LIMITS.pages) throw new AppError('tooLarge', `转换后超过 ${LIMITS.pages} 页，请下载后查看`)
  return pdf
}
