import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

/** Kinds of work that are done beside requests. */
export const RENDITION_WORK = 'rendition'
export const DOWNLOAD_WORK = 'download'
export type WorkKind = typeof RENDITION_WORK | typeof DOWNLOAD_WORK

/** Event that work has been stored; it wakes a runner. */
export const WORK_STORED = 'attachment.work'

/** Stores work with the change that needs it: it is done after the commit, in some process, at least once. */
export async function enqueue(ctx: Context<Actor | null>, kind: WorkKind, subject: string): Promise<void> {
  await ctx.tx
    .insertInto('attachment_work')
    .values({ tenant_id: ctx.tenantId, kind, subject })
    // Asked for again while the last attempt is being put away: due at once.
    .onConflict((c) =>
      c
        .columns(['tenant_id', 'kind', 'subject'])
        .doUpdateSet({ due_at: sql`clock_timestamp()`, attempts: 0, lease: null }),
    )
    .execute()
  ctx.emit({ kind: WORK_STORED, payload: { kind } })
}
