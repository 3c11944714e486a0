import { sql } from 'kysely'
import { DAY, HOUR } from '#contract/time.ts'
import { readTenants } from '#features/tenancy/server/public.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Actor } from '#server/actor.ts'
import { DownloadStatus } from '../rules.ts'

/*
 * What nobody needs any more leaves the store: files of the download centre whose days are over, uploads that no record
 * ever took, broken-off transfers. Nothing that is owned can go, because
 * - whether a file is owned is asked of the whole database, not of a list that somebody must keep up to date: a row of any
 *   table that mentions its id, in whatever column, owns it;
 * - bytes that no row mentions are first set aside for thirty days; whoever reads them meanwhile brings them back, and
 *   they are asked about again before they go.
 */

/** An upload that no record has taken is kept this long: drafts are finished by then, or mention it. */
export const ORPHAN_MS = 30 * DAY
/** Bytes set aside are kept this long. */
export const RETIRED_MS = 30 * DAY
/** Transfers resume within this time. */
export const UNFINISHED_MS = 7 * DAY
/** An expired file of the download centre is still there this long, for who is just taking it. */
const EXPIRED_MS = DAY

const EVERY_MS = 6 * HOUR
const BATCH = 200

/** They tell what happened, or pass on what somebody else owns: a mention there keeps nothing. */
const TELL_TALES = [
  'attachment_history',
  'audit_intake',
  'audit_record',
  'channel_outbox',
  'export_ticket',
  'idempotency',
  'leased_work',
  'login_log',
  'message',
  'message_delivery',
  'message_email',
  'outbox',
  'outbox_handled',
  'sms_code',
  'timer',
]

export interface Swept {
  expired: number
  orphans: number
  retired: number
  destroyed: number
  unfinished: number
}

/** Sweeps now and then, beside requests; one process at a time. */
export function startSweeping(kernel: Kernel): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => sweep(kernel))
      .catch((error: unknown) => kernel.log.error({ err: error }, 'sweeping the file store'))
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** One round over all tenants and the store. */
export async function sweep(kernel: Kernel): Promise<Swept> {
  const swept: Swept = { expired: 0, orphans: 0, retired: 0, destroyed: 0, unfinished: 0 }
  const ids = (await readTenants(kernel.db)).map((tenant) => tenant.id)
  const loose = new Set<string>()
  for (const tenantId of ids) {
    const found = await inContext(kernel, { tenantId, actor: null }, async (ctx) => {
      if (!(await mayRun(ctx))) return null
      return { expired: await dropExpired(ctx), orphans: await dropOrphans(ctx) }
    })
    if (!found) continue
    swept.expired += found.expired.length
    swept.orphans += found.orphans.length
    for (const hash of [...found.expired, ...found.orphans]) loose.add(hash)
  }
  const now = kernel.clock.now().getTime()
  for (const hash of await unmentioned(kernel, ids, [...loose])) {
    await kernel.files.retire(hash, new Date(now))
    swept.retired++
  }
  const old = await kernel.files.retiredBefore(new Date(now - RETIRED_MS))
  const gone = new Set(await unmentioned(kernel, ids, old))
  for (const hash of old) {
    if (gone.has(hash)) {
      await kernel.files.destroy(hash)
      swept.destroyed++
    } else await kernel.files.size(hash)
  }
  swept.unfinished = await kernel.files.clearUnfinished(new Date(now - UNFINISHED_MS))
  return swept
}

type Any = Context<Actor | null>

async function mayRun(ctx: Any): Promise<boolean> {
  const { rows } = await sql<{
    mine: boolean
  }>`select pg_try_advisory_xact_lock(hashtext('sweep files')) as mine`.execute(ctx.tx)
  return rows[0]!.mine
}

/** Files of the download centre whose days are over: the task stays, to be made anew. Gives their hashes. */
async function dropExpired(ctx: Any): Promise<string[]> {
  const before = new Date(ctx.clock.now().getTime() - EXPIRED_MS)
  const rows = await ctx.tx
    .selectFrom('attachment_download')
    .select(['id', 'sha256'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('sha256', 'is not', null)
    .where('status', '=', DownloadStatus.values.success)
    .where((e) => e.or([e('expires_at', '<', before), e('deleted_at', '<', before)]))
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  if (rows.length === 0) return []
  await ctx.tx
    .updateTable('attachment_download')
    .set({ sha256: null })
    .where('tenant_id', '=', ctx.tenantId)
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute()
  return rows.map((row) => row.sha256!.toString('hex'))
}

/** Uploads that no record ever took. Gives their hashes. */
async function dropOrphans(ctx: Any): Promise<string[]> {
  const old = await ctx.tx
    .selectFrom('file_object')
    .select(['id', 'sha256'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('created_at', '<', new Date(ctx.clock.now().getTime() - ORPHAN_MS))
    // Another batch each time, so that those that are owned do not stand in the way of the rest for ever.
    .orderBy(sql`random()`)
    .limit(BATCH)
    .execute()
  const owned = await mentioned(
    ctx,
    old.map((row) => row.id),
    ['file_object'],
  )
  const orphans = old.filter((row) => !owned.has(row.id))
  if (orphans.length === 0) return []
  await ctx.tx
    .deleteFrom('file_object')
    .where('tenant_id', '=', ctx.tenantId)
    .where(
      'id',
      'in',
      orphans.map((row) => row.id),
    )
    .execute()
  ctx.audit({
    action: 'file.sweep',
    entity: 'file',
    entityId: String(ctx.tenantId),
    summary: `清理未被使用的上传文件 ${orphans.length} 个`,
    data: { files: orphans.map((row) => row.id) },
  })
  return orphans.map((row) => row.sha256.toString('hex'))
}

/** Hashes that no row of any tenant mentions. */
async function unmentioned(kernel: Kernel, tenants: readonly number[], hashes: readonly string[]): Promise<string[]> {
  let left = [...hashes]
  for (const tenantId of tenants) {
    if (left.length === 0) return []
    const owned = await inContext(kernel, { tenantId, actor: null, readOnly: true }, (ctx) => mentioned(ctx, left, []))
    left = left.filter((hash) => !owned.has(hash))
  }
  return left
}

/** Those of the words that stand in any row this tenant can see, but for tables that only tell, and `but`. */
async function mentioned(ctx: Any, words: readonly string[], but: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  if (words.length === 0) return found
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> all(${[...TELL_TALES, ...but]}) and has_table_privilege(oid, 'select')`.execute(ctx.tx)
  const pattern = `(${words.join('|')})`
  for (const { name } of tables) {
    // The whole row as text: ids, lists, documents and hashes alike, whatever the column is called.
    const { rows } = await sql<{ word: string }>`
      select distinct m[1] as word from ${sql.table(name)} t, regexp_matches(t::text, ${pattern}, 'g') m`.execute(
      ctx.tx,
    )
    for (const { word } of rows) found.add(word)
  }
  return found
}
