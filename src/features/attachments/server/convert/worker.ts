import { serve } from '#server/pdf/thread.ts'
import { readDocument } from '../text/read-document.ts'
import { cleanOffice } from './office-clean.ts'
import { openPdf, pictureToPdf, redrawn, thumbnail } from './paper.ts'
import { markPdf, markPicture } from './watermark.ts'

/** One piece of work on the bytes of a file; plain values only, because they travel to a thread. */
export type PaperJob = { content: Uint8Array } & (
  | { op: 'clean' }
  | { op: 'picture-to-pdf' }
  | { op: 'pages' }
  | { op: 'redraw' }
  | { op: 'thumbnail'; mime: string }
  | { op: 'text'; mime: string }
  | { op: 'mark'; mime: string; word: string }
)
export interface PaperResult {
  data: Uint8Array
  mime: string
  pages: number
}

serve(
  async (job: PaperJob): Promise<PaperResult> => {
    switch (job.op) {
      case 'clean':
        return result(await cleanOffice(Buffer.from(job.content)))
      case 'picture-to-pdf':
        return result(await pictureToPdf(job.content), 'application/pdf')
      case 'pages':
        return { ...result(new Uint8Array()), pages: (await openPdf(job.content)).getPageCount() }
      case 'redraw': {
        const { data, mime } = await redrawn(job.content)
        return result(data, mime)
      }
      case 'thumbnail':
        return result(await thumbnail(job.content, job.mime), 'image/webp')
      case 'text':
        return result(Buffer.from(JSON.stringify(await readDocument(job.content, job.mime))), 'application/json')
      case 'mark': {
        const isPdf = job.mime === 'application/pdf'
        const data = await (isPdf ? markPdf : markPicture)(job.content, job.word)
        return result(data, job.mime)
      }
    }
  },
  ({ data }) => [data.buffer as ArrayBuffer],
)

function result(data: Uint8Array, mime = ''): PaperResult {
  // Memory of Node's pool would take its neighbours along, and memory of a native library cannot move at all.
  return { data: new Uint8Array(data), mime, pages: 0 }
}
