import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context, Kernel } from '#server/context.ts'
import { conveniences } from '#server/pdf/lanes.ts'
import { cleanName } from '#server/http/uploads.ts'
import { admitForm } from '#server/files/admission.ts'
import {
  type Caller,
  implementFile,
  implementForPerson,
  type FileAnswer,
  type Input,
  type Route,
} from '#server/implement.ts'
import * as c from '../contract/tools.ts'
import { isPdf, isPicture, LIMITS, WatermarkType } from '../rules.ts'
import { attachmentValue, readableFile } from './access.ts'
import { answerInTurn, bufferOf } from './convert/threads.ts'
import { pdfOf, readHtml, wordDocument } from './html/documents.ts'
import type { AttachmentHolder } from './public.ts'
import { uploads } from './upload-policies.ts'
import { keepAttachment, receiveBuffer, type Received } from './upload.ts'

const PDF = 'application/pdf'
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Files to be marked that one person may send at a time. */
const MOST_AT_ONCE = 2

interface Html {
  content: string
  title: string
}

/** Tools that make a document of what comes with the request. They work outside any transaction. */
export function toolRoutes(holders: readonly AttachmentHolder[]): readonly Route[] {
  const store =
    (kind: 'pdf' | 'docx') =>
    async (kernel: Kernel, { body, raw }: Input<unknown, unknown, unknown>, caller: Caller) => {
      const asking = known(caller)
      await admitForm(kernel, raw, { actor: asking.actor, use: 'attachment', policy: uploads.attachment })
      return inTurn(asking.actor, async () => {
        const read = await readHtml(kernel, body as Html, { caller: asking, holders })
        const content = kind === 'pdf' ? await pdfOf(kernel, read) : await wordDocument(read)
        const stored = await kernel.files.put(content, { keepReserve: true })
        const made: Received = { ...stored, name: nameOf(read.title, kind), mime: kind === 'pdf' ? PDF : WORD }
        return { made, dropped: read.dropped }
      })
    }
  const pdfInTurn = (kernel: Kernel, html: Html, caller: Caller & { actor: Actor }) =>
    inTurn(caller.actor, async () => pdfOf(kernel, await readHtml(kernel, html, { caller, holders })))
  const keep = async (ctx: Context<Actor>, { prepared }: { prepared: unknown }) => {
    const { made, dropped } = prepared as { made: Received; dropped: string[] }
    const id = await keepAttachment(ctx, made)
    return { ...attachmentValue(ctx, await readableFile(ctx, holders, id)), dropped }
  }
  return [
    implementForPerson(c.htmlToPdf, { prepare: store('pdf') }, keep),
    implementForPerson(c.htmlToWord, { prepare: store('docx') }, keep),
    implementFile(
      c.htmlToPdfFile,
      {
        audience: 'person',
        async prepare(kernel, { body }, caller) {
          const { title } = body as Html
          return answerOf(nameOf(title, 'pdf'), PDF, await pdfInTurn(kernel, body as Html, known(caller)))
        },
      },
      async (_ctx, { prepared }) => prepared as FileAnswer,
    ),
    implementFile(
      c.htmlToPdfZip,
      {
        audience: 'person',
        async prepare(kernel, { body }, caller) {
          const { name, items } = body as { name: string; items: Html[] }
          const zip = new yazl.ZipFile()
          const taken = new Set<string>()
          // Each waits for its turn by itself, so that a batch holds up nobody.
          for (const item of items)
            zip.addBuffer(await pdfInTurn(kernel, item, known(caller)), free(nameOf(item.title, 'pdf'), taken), {
              mtime: kernel.clock.now(),
            })
          zip.end()
          return answerOf(nameOf(name, 'zip'), 'application/zip', await buffer(zip.outputStream))
        },
      },
      async (_ctx, { prepared }) => prepared as FileAnswer,
    ),
    implementFile(
      c.watermark,
      {
        audience: 'person',
        prepare: (_kernel, { raw, query }, caller) =>
          oneOfFew(known(caller).actor, async (actor) => {
            const { watermarkType, watermarkWord } = query as { watermarkType: number; watermarkWord: string }
            const { name, content } = await receiveBuffer(raw.request, LIMITS.source)
            const { fileTypeFromBuffer } = await import('file-type')
            const mime = (await fileTypeFromBuffer(content))?.mime ?? ''
            if (!isPdf(mime) && !isPicture(mime))
              throw new AppError('fileType', '只能为 PDF 和图片添加水印；Word、Excel 请先转换为 PDF')
            if (watermarkType === WatermarkType.values.none) return answerOf(name, mime, content)
            if (watermarkWord === '') throw new AppError('invalid', '请输入水印文字')
            const word = watermarkWord.replace(/\p{Cc}/gu, ' ')
            return answerOf(name, mime, bufferOf(await answerInTurn(actor, { op: 'mark', content, mime, word })))
          }),
      },
      async (_ctx, { prepared }) => prepared as FileAnswer,
    ),
  ]
}

const receiving = new Map<string, number>()

/** Files to be marked are held in memory, so one person sends few at a time. */
async function oneOfFew<T>(actor: Actor, work: (actor: Actor) => Promise<T>): Promise<T> {
  const count = receiving.get(actor.userId) ?? 0
  if (count >= MOST_AT_ONCE) throw new AppError('tooMany', '上一份文件仍在处理，请稍后再试')
  receiving.set(actor.userId, count + 1)
  try {
    return await work(actor)
  } finally {
    const left = receiving.get(actor.userId)! - 1
    if (left > 0) receiving.set(actor.userId, left)
    else receiving.delete(actor.userId)
  }
}

/** One piece of somebody's work, when it is this person's turn. */
function inTurn<T>({ userId, companyId }: Actor, work: () => Promise<T>): Promise<T> {
  return conveniences.run({ userId, companyId }, work)
}

function known(caller: Caller): Caller & { actor: Actor } {
  if (!caller.actor) throw new AppError('unauthenticated')
  return { ...caller, actor: caller.actor }
}

function nameOf(title: string, ending: string): string {
  return cleanName(`${title.slice(0, 80) || '文档'}.${ending}`)
}

/** The name, or the first `name (2)` that is not taken. */
function free(name: string, taken: Set<string>): string {
  let own = name
  for (let i = 2; taken.has(own); i++) own = name.replace(/(\.[^.]+)$/, ` (${i})$1`)
  taken.add(own)
  return own
}

function answerOf(name: string, mime: string, content: Buffer): FileAnswer {
  return { name, mime, content, size: content.length }
}
