import { sql } from 'kysely'
import { DAY, HOUR } from '#contract/time.ts'
import { readTenants } from '#features/tenancy/server/public.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Actor } from '#server/actor.ts'
import type { FileColumns, Holds } from '#server/files/columns.ts'
import { DownloadStatus } from '../rules.ts'

/*
 * What nobody needs any more leaves the store: files of the download centre whose days are over, uploads that no record
 * ever took, forms made of files that are gone. Nothing that is owned can go, because
 * - every column in which a record holds a file is declared by its feature (`Feature.files`), and a test refuses a column
 *   that looks as if it held files and is neither declared nor named as one that only tells;
 * - bytes that no row holds are first set aside for thirty days; whoever reads them meanwhile brings them back, and
 *   they are asked about again before they go.
 */

/** An upload that no record has taken is kept this long: drafts are finished by then, or mention it. */
export const ORPHAN_MS = 30 * DAY
/** Bytes set aside are kept this long. */
export const RETIRED_MS = 30 * DAY
/** An expired file of the download centre is still there this long, for who is just taking it. */
const EXPIRED_MS = DAY

const EVERY_MS = 6 * HOUR
const BATCH = 200

export interface Swept {
  expired: number
  orphans: number
  retired: number
  destroyed: number
}

/** Sweeps now and then, beside requests; one process at a time. */
export function startSweeping(kernel: Kernel, files: FileColumns): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => sweep(kernel, files))
      .catch((error: unknown) => kernel.log.error({ err: error }, 'sweeping the file store'))
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** One round over all tenants and the store. */
export async function sweep(kernel: Kernel, files: FileColumns): Promise<Swept> {
  const swept: Swept = { expired: 0, orphans: 0, retired: 0, destroyed: 0 }
  const tenants = (await readTenants(kernel.db)).map((tenant) => tenant.id)
  const loose = new Set<string>()
  for (const tenantId of tenants) {
    const found = await inContext(kernel, { tenantId, actor: null }, async (ctx) => {
      if (!(await mayRun(ctx))) return null
      return {
        expired: await dropExpired(ctx),
        orphans: await dropOrphans(ctx, files),
        forms: await dropRenditions(ctx),
      }
    })
    if (!found) continue
    swept.expired += found.expired.length
    swept.orphans += found.orphans.length
    for (const hash of [...found.expired, ...found.orphans, ...found.forms]) loose.add(hash)
  }
  const now = kernel.clock.now().getTime()
  for (const hash of await unheld(kernel, { tenants, files }, [...loose])) {
    await kernel.files.retire(hash, new Date(now))
    swept.retired++
  }
  const old = await kernel.files.retiredBefore(new Date(now - RETIRED_MS))
  const gone = new Set(await unheld(kernel, { tenants, files }, old))
  for (const hash of old) {
    if (gone.has(hash)) {
      await kernel.files.destroy(hash)
      swept.destroyed++
    }
    // Needed after all: once it is back in its place, what lies aside is one too many.
    else if ((await kernel.files.size(hash)) !== null) await kernel.files.destroy(hash)
  }
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
    .where('tenantId', '=', ctx.tenantId)
    .where('sha256', 'is not', null)
    .where('status', '=', DownloadStatus.values.success)
    .where((e) => e.or([e('expiresAt', '<', before), e('deletedAt', '<', before)]))
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  if (rows.length === 0) return []
  await ctx.update('attachment_download', { id: rows.map((row) => row.id) }, { sha256: null })
  return rows.map((row) => row.sha256!.toString('hex'))
}

/** Uploads that no record ever took. Gives their hashes. */
async function dropOrphans(ctx: Any, files: FileColumns): Promise<string[]> {
  const old = await ctx.tx
    .selectFrom('file_object')
    .select(['id', 'sha256'])
    .where('tenantId', '=', ctx.tenantId)
    .where('createdAt', '<', new Date(ctx.clock.now().getTime() - ORPHAN_MS))
    // Another batch each time, so that those that are owned do not stand in the way of the rest for ever.
    .orderBy(sql`random()`)
    .limit(BATCH)
    .execute()
  const owned = await held(ctx, files, { ids: old.map((row) => row.id) })
  const orphans = old.filter((row) => !owned.has(row.id))
  if (orphans.length === 0) return []
  await ctx.remove('file_object', { id: orphans.map((row) => row.id) })
  ctx.audit({
    action: 'file.sweep',
    entity: 'file',
    entityId: String(ctx.tenantId),
    summary: `清理未被使用的上传文件 ${orphans.length} 个`,
    data: { files: orphans.map((row) => row.id) },
  })
  return orphans.map((row) => row.sha256.toString('hex'))
}

/** Bytes of forms (PDF, thumbnail) whose source no file has any more. Gives their hashes. */
async function dropRenditions(ctx: Any): Promise<string[]> {
  const gone = await ctx.tx
    .deleteFrom('attachment_rendition as r')
    .where('r.tenantId', '=', ctx.tenantId)
    .where('r.endedAt', 'is not', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('file_object as f')
            .select('f.id')
            .where('f.tenantId', '=', ctx.tenantId)
            .whereRef('f.sha256', '=', 'r.sourceSha256'),
        ),
      ),
    )
    .returning('r.sha256')
    .execute()
  return gone.flatMap((row) => row.sha256?.toString('hex') ?? [])
}

interface Held {
  tenants: readonly number[]
  files: FileColumns
}

/** Hashes that no row of any tenant holds. */
async function unheld(kernel: Kernel, { tenants, files }: Held, hashes: readonly string[]): Promise<string[]> {
  let left = [...hashes]
  for (const tenantId of tenants) {
    if (left.length === 0) return []
    const owned = await inContext(kernel, { tenantId, actor: null, readOnly: true }, (ctx) =>
      held(ctx, files, { hashes: left }),
    )
    left = left.filter((hash) => !owned.has(hash))
  }
  return left
}

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** Those of the ids, or of the hashes, that stand in a record of this tenant, or in one of no tenant. */
async function held(
  ctx: Any,
  files: FileColumns,
  { ids = [], hashes = [] }: { ids?: readonly string[]; hashes?: readonly string[] },
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const [name, holds] of Object.entries(files)) {
    const words = holds === 'hash' ? hashes : ids
    if (words.length === 0) continue
    const [table = '', column = ''] = name.split('.')
    const { rows } = await standing({ table, column, holds, words }).execute(ctx.tx)
    for (const { word } of rows) found.add(word)
  }
  return found
}

function standing(wanted: { table: string; column: string; holds: Holds; words: readonly string[] }) {
  const table = sql.table(wanted.table)
  const column = sql.ref(wanted.column)
  const words = [...wanted.words]
  switch (wanted.holds) {
    case 'id':
      return sql<{
        word: string
      }>`select distinct ${column}::text as word from ${table} where ${column} = any(${words}::uuid[])`
    case 'hash':
      return sql<{ word: string }>`
        select distinct encode(${column}, 'hex') as word from ${table}
        where ${column} in (select decode(h, 'hex') from unnest(${words}::text[]) h)`
    case 'document':
      // Every id in it, compared whole: a file may stand there as such or in an address.
      return sql<{ word: string }>`
        select distinct m[1] as word from ${table}, regexp_matches(lower(${column}::text), ${`(${ID})`}, 'g') m
        where m[1] = any(${words}::text[])`
  }
}
