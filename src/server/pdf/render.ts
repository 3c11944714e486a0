import type { PdfJob } from './compile.ts'
import { threadOf } from './thread.ts'

export interface PdfOptions {
  /** Server time, set as creation time. The same input and time give the same bytes. */
  at: Date
  /** Pictures the template shows, by path such as `files/sign-1.png`. Paths are ours, never a person's. */
  files?: Record<string, Uint8Array>
}

export type Renderer = (template: string, data: unknown, options: PdfOptions) => Promise<Buffer>

/**
 * A renderer with a thread of its own: what people bring along must not hold up, or take down with it, the documents
 * of the platform.
 */
export function ownRenderer(): Renderer {
  const compile = threadOf<PdfJob, Uint8Array>(new URL('./worker.ts', import.meta.url), {
    timeout: 60_000,
    message: '文档生成失败，请稍后重试',
  })
  return async (template, data, { at, files = {} }) => {
    for (const name of Object.keys(files)) {
      if (!/^files\/[\w-]+\.(png|jpg|svg)$/.test(name)) throw new Error(`not a file name for a document: ${name}`)
    }
    const job: PdfJob = { template, data: JSON.stringify(data ?? null), files, at: Math.floor(at.getTime() / 1000) }
    const pdf = await compile(job)
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  }
}

/**
 * Makes a PDF (PDF/A-2b) from a Typst template that imports `base.typ`; `data` is anything JSON can carry and arrives
 * there as `input`. Runs on a worker thread. Throws `unavailable` when a document takes longer than a minute, and
 * Error with Typst's diagnostics when the template is wrong.
 */
export const renderPdf: Renderer = ownRenderer()
