import { inContext } from '#server/context.ts'
import type { Worker } from '#server/work/worker.ts'
import { utf8 } from '#features/sealing/core/bytes.ts'
import { splitNote } from '#features/sealing/core/log/note.ts'
import { witnessedLog } from './log-port.ts'
import { type Any, sizeOfSubject, STAMP } from './policy.ts'
import { timeStamp } from './time-stamp.ts'

/** Has the head at a deadline time-stamped, once; an authority that does not answer is asked again. */
export const stampWorker: Worker = {
  kind: STAMP,
  async run(kernel, { tenantId, subject, signal }) {
    const size = sizeOfSubject(subject)
    const head = await inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) =>
      (await stampOf(ctx, size)) ? undefined : witnessedLog().ofSize(ctx, size),
    )
    if (!head) return
    const { token, at, authority, isLocal } = await timeStamp(kernel, {
      tenantId,
      what: { data: utf8(splitNote(head.note).body) },
      signal,
    })
    await inContext(kernel, { tenantId, actor: null }, async (ctx) => {
      await ctx.tx
        .insertInto('head_time_stamp')
        .values({ tenantId, size, token, at, authority, isLocal })
        .onConflict((c) => c.doNothing())
        .execute()
    })
  },
}

/** The time-stamp of the head at a deadline; undefined while there is none. */
export async function stampOf(ctx: Any, size: number) {
  return ctx.one('head_time_stamp', { size }, { columns: ['token', 'at', 'authority', 'isLocal'] })
}
