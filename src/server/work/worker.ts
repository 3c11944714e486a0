import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Context, Kernel } from '../context.ts'

/** A piece of work that a worker has in hand. */
export interface Work {
  tenantId: number
  /** The record it is about. */
  subject: string
  /** Aborted when the process stops, or when the work is somebody else's by now. */
  signal: AbortSignal
}

/** How one kind of work beside requests is done. A feature lists its workers; the kernel leases work to them. */
export interface Worker {
  /** Unique and stable: it stands in stored rows, e.g. `review.report`. */
  kind: string
  /** Ms after which the work of a process that died is taken over; kept alive while it runs. 15 s when left out. */
  leaseMs?: number
  /** Times it is begun before it is given up; 3 when left out. */
  attempts?: number
  /** Pieces under way at a time in one process; 1 when left out. */
  atOnce?: number
  /**
   * Does it, in no transaction but those it opens itself. May be cut off anywhere and is then begun again, so it must not
   * mind. Returning means that it is done; when `signal` is aborted before that, throw.
   */
  run(kernel: Kernel, work: Work): Promise<void>
  /**
   * Told when there will be no further attempt: after the last, or at once when `run` threw an AppError, whose message is
   * then the reason, for people. A worker without it never gives up.
   */
  giveUp?(kernel: Kernel, work: Work, reason: string): Promise<void>
}

/** The channel of the database on which every process hears that work was stored. */
export const WORK_CHANNEL = 'kb_work'

/**
 * Stores work with the change that needs it: done after the commit, by some process, at least once. Asked for again
 * while it is done, it is begun anew.
 */
export async function enqueue(ctx: Context<Actor | null>, kind: string, subject: string): Promise<void> {
  await ctx.tx
    .insertInto('leased_work')
    .values({ tenantId: ctx.tenantId, kind, subject })
    .onConflict((c) =>
      c
        .columns(['tenantId', 'kind', 'subject'])
        .doUpdateSet({ dueAt: sql`clock_timestamp()`, attempts: 0, lastError: '', lease: null }),
    )
    .execute()
  ctx.withCommit({ text: `select pg_notify('${WORK_CHANNEL}', '')` })
}
