import type { Actor } from '#server/actor.ts'
import { conveniences } from '#server/pdf/lanes.ts'
import { processOf } from '#server/pdf/thread.ts'
import type { PaperJob, PaperResult } from './worker.ts'

const script = new URL('./worker.ts', import.meta.url)
const limits = { maxOldGenerationSizeMb: 1024 }

/** For conversions beside requests, one after the other. */
export const convertApart = processOf<PaperJob, PaperResult>(script, {
  timeout: 120_000,
  message: '文件过于复杂，处理超时，请下载后查看',
  limits,
})

/** For what somebody waits for: not behind conversions, but in turn with what others wait for. */
export const answerApart = processOf<PaperJob, PaperResult>(script, {
  timeout: 60_000,
  message: '文件过于复杂，处理超时',
  limits,
})

/** For texts of documents. Reading ends itself before that, unless a single page takes so long. */
export const readApart = processOf<PaperJob, PaperResult>(script, {
  timeout: 25_000,
  message: '文件过于复杂，未能读取文字',
  limits,
})

/** An answer for a person, when it is this person's turn. */
export function answerInTurn({ userId, companyId }: Actor, job: PaperJob): Promise<PaperResult> {
  return conveniences.run({ userId, companyId }, () => answerApart(job))
}

export function bufferOf({ data }: PaperResult): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength)
}
