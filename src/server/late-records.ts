import { sql } from 'kysely'
import { type Context, inContext, type Kernel } from './context.ts'
import { logRecord, type NewRecord, TICK } from './public-log.ts'

/*
 * What was made before the log took its kind in is logged once by a later start: the log then tells when it came to be known,
 * not when it was made.
 */

/** Records of the tenant that should be in the log and are not, so many at most. */
export type Missing = (ctx: Context<null>, limit: number) => Promise<NewRecord[]>

/** So many wait for the log at most, that what happens now need not wait behind them. */
const WAITING = 100

/** Logs what is missing, some at each tick until nothing is. Returns what ends it. */
export function startLateRecords(kernel: Kernel, name: string, missing: Missing): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  const once = async (): Promise<void> => {
    const isDone = await logMissing(kernel, name, missing).catch((error: unknown) => {
      if (!isEnded) kernel.log.error({ err: error }, `late records: ${name}`)
      return false
    })
    if (isDone || isEnded) return
    timer = setTimeout(() => (running = once()), TICK)
    timer.unref()
  }
  let running = once()
  return async () => {
    isEnded = true
    clearTimeout(timer)
    await running
  }
}

/** One round of it for all tenants; whether nothing is missing any more. Any number of processes may: each record is logged once. */
export async function logMissing(kernel: Kernel, name: string, missing: Missing): Promise<boolean> {
  const tenants = await kernel.db.selectFrom('tenant').select('id').execute()
  let isDone = true
  for (const { id: tenantId } of tenants)
    if (!(await inContext(kernel, { tenantId, actor: null }, (ctx) => logSome(ctx, name, missing)))) isDone = false
  return isDone
}

async function logSome(ctx: Context<null>, name: string, missing: Missing): Promise<boolean> {
  // Held until the commit: who comes second sees what the first one logged.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`late records: ${name}`}, ${ctx.tenantId}))`.execute(ctx.tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from log_pending where tenant_id = ${ctx.tenantId} limit ${WAITING}) p`.execute(
    ctx.tx,
  )
  const room = WAITING - rows[0]!.n
  const found = await missing(ctx, room + 1)
  for (const record of found.slice(0, room)) logRecord(ctx, record)
  return found.length <= room
}
