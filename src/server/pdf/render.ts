import type { PdfJob } from './compile.ts'
import { records } from './lanes.ts'
import type { Asker } from './queue.ts'
import { processOf, threadOf } from './thread.ts'

export interface PdfOptions {
  /** Server time, set as creation time. The same input and time give the same bytes. */
  at: Date
  /** Pictures the template shows, by path such as `files/sign-1.png`. Paths are ours, never a person's. */
  files?: Record<string, Uint8Array>
  /** Who asked for it, where somebody did. */
  by?: Asker
}

export type Renderer = (template: string, data: unknown, options: PdfOptions) => Promise<Buffer>

const WORKER = new URL('./worker.ts', import.meta.url)
const FAILED = '文档生成失败，请稍后重试'
const PLATFORM: Asker = { userId: null, companyId: null }

/** A renderer with a thread of its own: for long documents of the procedure, which short ones must not wait for. */
export function ownRenderer(): Renderer {
  const compile = threadOf<PdfJob, Uint8Array>(WORKER, { timeout: 60_000, message: FAILED })
  return async (template, data, options) => bufferOf(await compile(jobOf(template, data, options)))
}

const PEOPLE_MS = 20_000

/**
 * A renderer for what people bring along, in a process of its own: it must not hold up, or take down with it, the
 * documents of the platform. Throws `unavailable` when one takes longer than twenty seconds. Whose turn it is the caller
 * decides (`conveniences`).
 */
export function peopleRenderer(): Renderer {
  const compile = processOf<PdfJob, Uint8Array>(WORKER, {
    timeout: PEOPLE_MS,
    message: '内容过于复杂，生成超时，请精简后重试',
  })
  return async (template, data, options) => bufferOf(await compile(jobOf(template, data, options)))
}

const compileRecord = threadOf<PdfJob, Uint8Array>(WORKER, { timeout: 60_000, message: FAILED })

/**
 * Makes a PDF (PDF/A-2b) from a Typst template that imports `base.typ`; `data` is anything JSON can carry and arrives
 * there as `input`. Runs on a worker thread, in turn by company and person. Throws `unavailable` when a document takes
 * longer than a minute, `tooMany` when the asker has too many waiting, and Error with Typst's diagnostics when the
 * template is wrong.
 */
export const renderPdf: Renderer = (template, data, options) =>
  records.run(options.by ?? PLATFORM, async () => bufferOf(await compileRecord(jobOf(template, data, options))))

function jobOf(template: string, data: unknown, { at, files = {} }: PdfOptions): PdfJob {
  for (const name of Object.keys(files)) {
    if (!/^files\/[\w-]+\.(png|jpg|svg)$/.test(name)) throw new Error(`not a file name for a document: ${name}`)
  }
  return { template, data: JSON.stringify(data ?? null), files, at: Math.floor(at.getTime() / 1000) }
}

function bufferOf(pdf: Uint8Array): Buffer {
  return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
}
