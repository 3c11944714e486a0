import type { Readable } from 'node:stream'
import yazl from 'yazl'
import { AppError } from '#contract/errors.ts'
import { cleanName } from '#server/http/uploads.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import { zipAttachments } from '../contract/downloads.ts'
import { readableFiles } from './access.ts'
import { type AttachmentHolder, type DownloadKind, startDownload } from './public.ts'

interface Chosen {
  /** Sorted, so that the same choice is the same task. */
  attachmentIds: string[]
}

/** Files chosen in a list, packed into one: made beside requests, taken from the download centre. */
export function batchZip(holders: readonly AttachmentHolder[]): { kind: DownloadKind<Chosen>; route: Route } {
  const kind: DownloadKind<Chosen> = {
    kind: 'attachments-zip',
    label: '附件打包',
    async allow(ctx, { attachmentIds }) {
      const files = await readableFiles(ctx, holders, attachmentIds)
      if (files.length < attachmentIds.length) throw new AppError('notFound')
    },
    async build(ctx, { input, progress, signal }) {
      const files = await ctx.many(
        'file_object',
        { id: input.attachmentIds },
        { columns: ['id', 'name', 'sha256'], orderBy: ['id'] },
      )
      const zip = new yazl.ZipFile()
      const output = zip.outputStream as Readable
      zip.on('error', (error) => output.destroy(error as Error))
      const taken = new Set<string>()
      let opened = 0
      for (const file of files)
        zip.addReadStreamLazy(free(cleanName(file.name), taken), { mtime: ctx.clock.now() }, (answer) => {
          void progress(opened++ / files.length)
          if (signal.aborted) return output.destroy(new Error('stopped'))
          ctx.files.read(file.sha256.toString('hex')).then(
            (stream) =>
              answer(
                null,
                stream.on('error', (error) => output.destroy(error)),
              ),
            (error: Error) => output.destroy(error),
          )
        })
      zip.end()
      return { ...(await ctx.files.put(output, { keepReserve: true })), mime: 'application/zip' }
    },
  }
  const route = implementForPerson(zipAttachments, {}, async (ctx, { body }) => {
    const attachmentIds = [...new Set(body.attachmentIds)].toSorted()
    return startDownload(ctx, { kind, name: cleanName(`${body.name || '附件'}.zip`), input: { attachmentIds } })
  })
  return { kind, route }
}

/** The name, or the first `name (2)` that is not taken. */
function free(name: string, taken: Set<string>): string {
  let own = name
  for (let i = 2; taken.has(own); i++) own = name.replace(/(\.[^.]+)?$/, ` (${i})$1`)
  taken.add(own)
  return own
}
