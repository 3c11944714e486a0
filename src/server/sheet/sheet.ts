import { AppError } from '#contract/errors.ts'
import { threadOf } from '#server/pdf/thread.ts'
import type { SheetColumn } from './column.ts'
import type { SheetToWrite } from './compose.ts'
import type { SheetContent } from './parse.ts'

export type SheetJob =
  | { kind: 'read'; file: Uint8Array; columns: readonly SheetColumn[] }
  | { kind: 'write' | 'template'; sheet: SheetToWrite<string> }

export type SheetResult = { content: SheetContent<string> } | { file: Uint8Array }

const MAX_FILE = 20 * 1024 * 1024

/** 20,000 rows take about a second, and a file made to hurt may take memory: both stay in a thread of their own. */
const run = threadOf<SheetJob, SheetResult>(new URL('./worker.ts', import.meta.url), {
  timeout: 120_000,
  message: '表格处理失败，请检查文件或稍后重试',
  limits: { maxOldGenerationSizeMb: 1024 },
})

/**
 * Reads the first sheet of an xlsx file into rows of strings and a list of mistakes with their cells. The head is
 * looked for in the first 20 rows, so titles and hints may stand above it; columns may be in any order, and columns
 * nobody asked for are left alone. Throws `fileType` for what is not a readable xlsx file, `tooLarge` beyond 20 MB, 20,000
 * rows, 200 columns or 64 MB unpacked, `wrongFormat` without a head.
 */
export async function readRows<K extends string>(
  file: Uint8Array,
  columns: readonly SheetColumn<K>[],
): Promise<SheetContent<K>> {
  if (file.length > MAX_FILE)
    throw new AppError('tooLarge', `表格文件超过 ${MAX_FILE / 1024 / 1024} MB，请删除图片等无关内容或分批导入`)
  const result = await run({ kind: 'read', file, columns })
  if (!('content' in result)) throw new Error('the sheet thread answered another question')
  return result.content
}

/**
 * An xlsx file with title, head and rows. Text is always written as text, so that what begins with `=`, `+`, `-` or
 * `@` never runs as a formula. Numbers are numbers up to 15 digits (what a spreadsheet program keeps exactly), beyond
 * that text. Throws `tooLarge` above 20,000 rows.
 */
export function writeSheet<K extends string>(sheet: SheetToWrite<K>): Promise<Buffer> {
  return written({ kind: 'write', sheet })
}

/** A file to fill in: title, one line of hints, the head with `*` on what is required, and example rows. */
export function writeTemplate<K extends string>(sheet: SheetToWrite<K>): Promise<Buffer> {
  return written({ kind: 'template', sheet })
}

async function written(job: SheetJob): Promise<Buffer> {
  const result = await run(job)
  if (!('file' in result)) throw new Error('the sheet thread answered another question')
  return Buffer.from(result.file.buffer, result.file.byteOffset, result.file.byteLength)
}
