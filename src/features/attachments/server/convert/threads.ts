import { threadOf } from '#server/pdf/thread.ts'
import type { PaperJob, PaperResult } from './worker.ts'

const script = new URL('./worker.ts', import.meta.url)
const limits = { maxOldGenerationSizeMb: 1024 }

/** For conversions, one after the other. */
export const convertOnThread = threadOf<PaperJob, PaperResult>(script, {
  timeout: 120_000,
  message: '文件过于复杂，处理超时，请下载后查看',
  limits,
})

/** For what somebody waits for: not behind conversions. */
export const answerOnThread = threadOf<PaperJob, PaperResult>(script, {
  timeout: 120_000,
  message: '文件过于复杂，处理超时',
  limits,
})

export function bufferOf({ data }: PaperResult): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength)
}
