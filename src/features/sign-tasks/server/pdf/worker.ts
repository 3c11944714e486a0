import { serve } from '#server/pdf/thread.ts'
import type { Bytes } from '#features/sealing/core/bytes.ts'
import { admit, type Admitted } from './admit.ts'
import { extend, type Mark } from './extend.ts'
import type { Extended } from './seal.ts'

/** Work on a file that somebody brought; plain values only, because they travel to a process. */
export type PdfJob = { content: Bytes } & ({ op: 'admit' } | { op: 'extend'; mark: Mark })
export type PdfResult<J extends PdfJob> = J extends { op: 'admit' } ? Admitted : Extended

serve(
  async ({ content, ...job }: PdfJob): Promise<Admitted | Extended> => {
    const bytes = new Uint8Array(content)
    if (job.op === 'admit') return admit(bytes)
    const seal = job.mark.seal && { ...job.mark.seal, png: new Uint8Array(job.mark.seal.png) }
    return extend(bytes, { ...job.mark, at: new Date(job.mark.at), seal })
  },
  () => [],
)
