import { conveniences } from '#server/pdf/lanes.ts'
import { processOf } from '#server/pdf/thread.ts'
import type { Bytes } from '#features/sealing/core/bytes.ts'
import type { Admitted } from './admit.ts'
import type { Mark } from './extend.ts'
import type { Extended } from './seal.ts'
import type { PdfJob } from './worker.ts'

const run = processOf<PdfJob, Admitted | Extended>(new URL('./worker.ts', import.meta.url), {
  timeout: 30_000,
  message: 'PDF 过于复杂，处理超时',
  limits: { maxOldGenerationSizeMb: 1024 },
})

interface Whose {
  userId: string
  companyId: string | null
}

/** `admit` in a process of its own, when it is this person's turn: whoever made the file may have meant harm. */
export async function admitApart(whose: Whose, content: Bytes): Promise<Admitted> {
  const done = (await conveniences.run(whose, () => run({ op: 'admit', content }))) as Admitted
  return { ...done, content: new Uint8Array(done.content) }
}

/** `extend` likewise. */
export async function extendApart(whose: Whose, content: Bytes, mark: Mark): Promise<Extended> {
  const done = (await conveniences.run(whose, () => run({ op: 'extend', content, mark }))) as Extended
  return { ...done, content: new Uint8Array(done.content) }
}
