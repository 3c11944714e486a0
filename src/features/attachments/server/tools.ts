import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import yazl from 'yazl'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context, Kernel } from '#server/context.ts'
import { cleanName } from '#server/http/uploads.ts'
import { type Caller, implementFile, implementForPerson, type FileAnswer, type Route } from '#server/implement.ts'
import * as c from '../contract/tools.ts'
import { isPdf, isPicture, LIMITS, WatermarkType } from '../rules.ts'
import { attachmentValue, readableFile } from './access.ts'
import { answerOnThread, bufferOf } from './convert/threads.ts'
import { pdfOf, readHtml, wordDocument } from './html/documents.ts'
import type { AttachmentHolder } from './public.ts'
import { keepAttachment, receiveBuffer, type Received } from './upload.ts'

const PDF = 'application/pdf'
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
/** Documents that one person may have made at a time in this process. */
const MOST_AT_ONCE = 2

interface Html {
  content: string
  title: string
}

/** Tools that make a document of what comes with the request. They work outside any transaction. */
export function toolRoutes(holders: readonly AttachmentHolder[]): readonly Route[] {
  const store =
    (kind: 'pdf' | 'docx') =>
    async (kernel: Kernel, { body }: { body: unknown }, caller: Caller) =>
      oneOfFew(caller, async (asking) => {
        const read = await readHtml(kernel, body as Html, { caller: asking, holders })
        const content = kind === 'pdf' ? await pdfOf(kernel, read) : await wordDocument(read)
        const stored = await kernel.files.put(content)
        const made: Received = { ...stored, name: nameOf(read.title, kind), mime: kind === 'pdf' ? PDF : WORD }
        return { made, dropped: read.dropped }
      })
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
        prepare: (kernel, { body }, caller) =>
          oneOfFew(caller, async (asking) => {
            const read = await readHtml(kernel, body as Html, { caller: asking, holders })
            return answerOf(nameOf(read.title, 'pdf'), PDF, await pdfOf(kernel, read))
          }),
      },
      async (_ctx, { prepared }) => prepared as FileAnswer,
    ),
    implementFile(
      c.htmlToPdfZip,
      {
        audience: 'person',
        prepare: (kernel, { body }, caller) =>
          oneOfFew(caller, async (asking) => {
            const { name, items } = body as { name: string; items: Html[] }
            const zip = new yazl.ZipFile()
            const taken = new Set<string>()
            for (const item of items) {
              const read = await readHtml(kernel, item, { caller: asking, holders })
              zip.addBuffer(await pdfOf(kernel, read), free(nameOf(item.title, 'pdf'), taken), {
                mtime: kernel.clock.now(),
              })
            }
            zip.end()
            return answerOf(nameOf(name, 'zip'), 'application/zip', await buffer(zip.outputStream))
          }),
      },
      async (_ctx, { prepared }) => prepared as FileAnswer,
    ),
    implementFile(
      c.watermark,
      {
        audience: 'person',
        prepare: (_kernel, { raw, query }, caller) =>
          oneOfFew(caller, async () => {
            const { watermarkType, watermarkWord } = query as { watermarkType: number; watermarkWord: string }
            const { name, content } = await receiveBuffer(raw.request, LIMITS.source)
            const mime = (await fileTypeFromBuffer(content))?.mime ?? ''
            if (!isPdf(mime) && !isPicture(mime))
              throw new AppError('fileType', '只能为 PDF 和图片添加水印；Word、Excel 请先转换为 PDF')
            if (watermarkType === WatermarkType.values.none) return answerOf(name, mime, content)
            if (watermarkWord === '') throw new AppError('invalid', '请输入水印文字')
            const word = watermarkWord.replace(/\p{Cc}/gu, ' ')
            return answerOf(name, mime, bufferOf(await answerOnThread({ op: 'mark', content, mime, word })))
          }),
      },
      async (_ctx, { prepared }) => prepared as FileAnswer,
    ),
  ]
}

const working = new Map<string, number>()

/** Keeps one person from taking all the machine. */
async function oneOfFew<T>(caller: Caller, work: (caller: Caller & { actor: Actor }) => Promise<T>): Promise<T> {
  const { actor } = caller
  if (!actor) throw new AppError('unauthenticated')
  const count = working.get(actor.userId) ?? 0
  if (count >= MOST_AT_ONCE) throw new AppError('tooMany', '上一份文档仍在生成，请稍后再试')
  working.set(actor.userId, count + 1)
  try {
    return await work({ ...caller, actor })
  } finally {
    const left = working.get(actor.userId)! - 1
    if (left > 0) working.set(actor.userId, left)
    else working.delete(actor.userId)
  }
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
