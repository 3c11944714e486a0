import { processOf } from '#server/pdf/thread.ts'
import type { Book } from './compare-sheets.ts'

/**
 * Half a million cells take seconds and hundreds of megabytes: they are compared and written in a process of their own, which
 * is handed one text.
 */
const run = processOf<string, Uint8Array>(new URL('./compare-worker.ts', import.meta.url), {
  timeout: 60_000,
  message: '比价表生成失败，请稍后重试',
  limits: { maxOldGenerationSizeMb: 1536 },
})

/** A comparison as a workbook (xlsx): see `compare-sheets.ts`. */
export async function comparisonBook(book: Book): Promise<Buffer> {
  const file = await run(JSON.stringify(book))
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength)
}
