import { sql } from 'kysely'
import { DAY, HOUR } from '#contract/time.ts'
import { inContext, type Kernel } from './context.ts'

/**
 * Events that were handed out, what was given up of them, and first answers under idempotency keys are kept this long:
 * far beyond any retry. What must last (audit records, messages, notices) stands in tables of its own.
 */
export const KEPT_MS = 30 * DAY
const EVERY_MS = HOUR

/** Removes now and then what is older, for as long as the process serves. Returns what ends it. */
export function startPruning(kernel: Kernel): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => prune(kernel))
      .catch((error: unknown) => kernel.log.error({ err: error }, 'removing old events'))
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** One round over all tenants; any number of processes may make it at once. Says how many rows went. */
export async function prune(kernel: Kernel): Promise<{ events: number; jobs: number; keys: number }> {
  const before = new Date(kernel.clock.now().getTime() - KEPT_MS)
  const { numAffectedRows } = await sql`delete from outbox where seq is not null and at < ${before}`.execute(kernel.db)
  // Jobs that were given up go with their events.
  const jobs = await sql`delete from event_job where event_id < (select coalesce(min(id), 0) from outbox)`.execute(
    kernel.db,
  )
  const removed = { events: Number(numAffectedRows), jobs: Number(jobs.numAffectedRows), keys: 0 }
  const tenants = await kernel.db.selectFrom('tenant').select('id').execute()
  for (const { id: tenantId } of tenants) {
    await inContext(kernel, { tenantId, actor: null }, async ({ tx }) => {
      const keys = await tx
        .deleteFrom('idempotency')
        .where('tenantId', '=', tenantId)
        .where('createdAt', '<', before)
        .executeTakeFirst()
      removed.keys += Number(keys.numDeletedRows)
    })
  }
  return removed
}
