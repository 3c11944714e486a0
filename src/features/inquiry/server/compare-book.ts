import type { OutputOf } from '#contract/endpoint.ts'
import { processOf } from '#server/pdf/thread.ts'
import type { roundComparison } from '../contract-compare.ts'

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
export async function comparisonBook(comparison: OutputOf<typeof roundComparison>): Promise<Buffer> {
  const file = await run(JSON.stringify(comparison))
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength)
}
