import { buffer } from 'node:stream/consumers'
import { AppError } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import { conveniences } from '#server/pdf/lanes.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import {
  type FileAnswer,
  implementFile,
  implementForPerson,
  type Caller,
  type Input,
  type Route,
} from '#server/implement.ts'
import * as c from '../contract/attachments.ts'
import { ConversionStatus, convertible, isPdf, isPicture, LIMITS, type Pattern, renamed } from '../rules.ts'
import { type ReadableFile, readableFile } from './access.ts'
import { answerApart, bufferOf } from './convert/threads.ts'
import { noteHistory } from './history.ts'
import type { AttachmentHolder } from './public.ts'
import { askRendition, findRendition, type Rendition } from './renditions.ts'
import { demandTicket, ticketFor } from './tickets.ts'

const S = ConversionStatus.values
/** Writing calls by their effect although they only ask: tickets and conversions are stored. */
const WRITES = { readOnly: false } as const

/** Reading files: addresses that work once, and what they open. */
export function serveRoutes(holders: readonly AttachmentHolder[]): readonly Route[] {
  return [
    implementForPerson(c.accessUrl, WRITES, async (ctx, { params }) => {
      await readableFile(ctx, holders, params.id)
      return ticketFor(ctx, `/api/attachments/${params.id}/content/original`)
    }),

    implementForPerson(c.previewUrl, WRITES, async (ctx, { params: { id, pattern } }) => {
      const file = await readableFile(ctx, holders, id)
      const form = await formOf(ctx, file, pattern)
      if (form.status !== S.success) return { ...form, url: null, expiresAt: null, mime: null }
      const ticket = await ticketFor(ctx, `/api/attachments/${id}/content/${pattern}?inline=true`)
      return { ...form, ...ticket }
    }),

    implementFile(
      c.attachmentContent,
      {
        audience: 'person',
        readOnly: false,
        prepare: (kernel, input, caller) => open(kernel, { input, caller, holders }),
      },
      async (ctx, { params, query, prepared }) => {
        const { file, answer } = prepared as Opened
        // Looking at a thumbnail or page is not taking the file along.
        if (query.inline === 'false')
          await noteHistory(ctx, { fileId: params.id, name: file.name, pattern: params.pattern })
        return { ...answer, inline: query.inline === 'true' }
      },
    ),

    implementForPerson(c.convertPdf, WRITES, async (ctx, { params }) => {
      const file = await readableFile(ctx, holders, params.id)
      if (isPdf(file.mime)) return { status: S.success, reason: '' }
      const { status, reason } = await askRendition(ctx, file, { pattern: 'pdf', retry: true })
      return { status, reason }
    }),

    implementForPerson(c.convertResult, {}, async (ctx, { params }) => {
      const file = await readableFile(ctx, holders, params.id)
      if (isPdf(file.mime)) return { status: S.success, reason: '', size: file.size }
      const found = await findRendition(ctx, file, 'pdf')
      if (!found) throw new AppError('wrongState', '该文件尚未请求转换')
      return { status: found.status, reason: found.reason, size: found.size }
    }),
  ]
}

/** How far the wanted form of a file is; asks for its conversion where one is needed. */
async function formOf(ctx: Context<Actor>, file: ReadableFile, pattern: Pattern) {
  const done = (mime: string) => ({ status: S.success, reason: '', mime })
  const asked = (row: Rendition) => ({ status: row.status, reason: row.reason, mime: row.mime })
  if (pattern === 'original') return done(file.mime)
  if (!convertible(file.mime)) throw new AppError('fileType', '该格式不能在线预览，请下载后用相应软件打开')
  if (pattern === 'thumbnail') return asked(await askRendition(ctx, file, { pattern }))
  if (isPdf(file.mime) || (pattern === 'watermarked' && isPicture(file.mime))) return done(file.mime)
  return asked(await askRendition(ctx, file, { pattern: 'pdf' }))
}

interface Opened {
  file: ReadableFile
  answer: FileAnswer
}

/** Everything slow about giving a file, outside the transaction; who may read it is asked here and now. */
async function open(
  kernel: Kernel,
  {
    input,
    caller,
    holders,
  }: { input: Input<unknown, unknown, unknown>; caller: Caller; holders: readonly AttachmentHolder[] },
): Promise<Opened> {
  demandTicket(input)
  const { id, pattern } = input.params as { id: string; pattern: Pattern }
  if (!caller.actor) throw new AppError('unauthenticated')
  const scope = { tenantId: caller.tenantId, actor: caller.actor, readOnly: true }
  const { file, stored } = await inContext(kernel, scope, async (ctx) => {
    const found = await readableFile(ctx, holders, id)
    return { file: found, stored: await storedForm(ctx, found, pattern) }
  })
  const { name, mime } = stored
  const read = () => kernel.files.read(stored.sha256.toString('hex'))
  if (pattern !== 'watermarked') return { file, answer: { name, mime, size: stored.size, content: await read() } }
  if (stored.size > LIMITS.source)
    throw new AppError('tooLarge', `文件超过 ${LIMITS.source / 1048576} MB，不能添加水印`)
  const { companyName, name: who } = caller.actor
  const word = [companyName, who, formatTime(kernel.clock.now())].filter(Boolean).join(' ')
  const { actor } = caller
  // Read when its turn has come: what waits takes no memory.
  const marked = await conveniences.run(actor, async () =>
    bufferOf(await answerApart({ op: 'mark', mime, word, content: await buffer(await read()) })),
  )
  return { file, answer: { name, mime, size: marked.length, content: marked } }
}

/** The bytes that the form is made from, already there; `notFound` while they are not. */
async function storedForm(ctx: Context<Actor>, file: ReadableFile, pattern: Pattern) {
  const asIs =
    pattern === 'original' ||
    (pattern !== 'thumbnail' && isPdf(file.mime)) ||
    (pattern === 'watermarked' && isPicture(file.mime))
  if (asIs) return { name: file.name, mime: file.mime, size: file.size, sha256: file.sha256 }
  const kind = pattern === 'thumbnail' ? 'thumbnail' : 'pdf'
  const found = await findRendition(ctx, file, kind)
  if (found?.status !== S.success) throw new AppError('notFound', '文件尚未转换完成')
  const name = renamed(file.name, kind === 'pdf' ? 'pdf' : 'webp')
  return { name, mime: found.mime!, size: found.size!, sha256: found.sha256! }
}
