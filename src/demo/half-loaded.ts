import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/**
 * Notes that an embedded database, empty so far, is about to be filled with nothing but the demonstration world: if that
 * is broken off, it may be thrown away. The note lies beside the database, in the data folder.
 */
export async function noteLoading(dataDir: string, ownerUrl: string): Promise<void> {
  const { rows } = await ask(ownerUrl, 'select 1 from app_user limit 1')
  if (rows.length === 0) writeFileSync(noteIn(dataDir), `${new Date().toISOString()}\n`)
}

/** The world stands, or is somebody else's: nothing may be thrown away any more. */
export function forgetLoading(dataDir: string): void {
  rmSync(noteIn(dataDir), { force: true })
}

/**
 * Empties an embedded database whose demonstration world was broken off while it was loaded into an empty one, so that this
 * start begins anew. True when it did. Stored files that nothing names any more are swept away in time.
 */
export async function clearHalfLoaded(dataDir: string, ownerUrl: string): Promise<boolean> {
  if (!existsSync(noteIn(dataDir))) return false
  const isCleared = await emptyHalfLoaded(ownerUrl)
  forgetLoading(dataDir)
  return isCleared
}

/**
 * Empties any database in which the demonstration world was broken off; asked for by name where the database is not ours
 * (`KAIBIAO_DEMO=anew`). A world is only ever begun in a database that nobody uses. True when it did.
 */
export async function emptyHalfLoaded(ownerUrl: string): Promise<boolean> {
  const { rows } = await ask(ownerUrl, "select 1 where to_regclass('public.clock_shift') is not null")
  const world = rows.length > 0 ? await ask(ownerUrl, "select 1 from clock_shift where world = 'loading'") : { rows }
  if (world.rows.length > 0) await ask(ownerUrl, 'drop schema public cascade; create schema public')
  return world.rows.length > 0
}

/**
 * Lets one process at a time load the demonstration world into a database, and waits for the others: what is half loaded
 * behind it was broken off. Held until the function it gives is called, or the process ends.
 */
export async function holdLoading(ownerUrl: string, onWait: () => void): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  const lock = `hashtext('kaibiao demonstration')`
  const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${lock}) as got`)
  if (!rows[0]!.got) {
    onWait()
    await client.query(`select pg_advisory_lock(${lock})`)
  }
  return () => client.end()
}

const noteIn = (dataDir: string) => join(dataDir, 'demo-loading')

async function ask(connectionString: string, text: string): Promise<{ rows: unknown[] }> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}
