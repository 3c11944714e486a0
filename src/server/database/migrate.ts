import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { agreeOnSecret, demandSameSecret } from './agreement.ts'
import { APP_ROLE, ensureRole } from './role.ts'

const FOLDER = join(import.meta.dirname, '../../../db/migrations')

/**
 * Brings a database up to date: the application role, then every SQL file in order, then the job tables. Nodes that start
 * at once do it one after the other; one with another secret is refused before it changes anything. What an earlier start
 * left undone is made up for. `ownerUrl` must be able to create roles unless the role exists already. Returns the names
 * applied now. Throws with the file's name when one fails.
 */
export async function migrate(ownerUrl: string, appPassword: string): Promise<string[]> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    await owner.query(`select pg_advisory_lock(hashtext('kaibiao start'))`)
    await demandSameSecret(owner, appPassword)
    await ensureRole(owner, appPassword)
    const names = (await isUpToDate(owner)) ? [] : await applyMigrations(ownerUrl)
    await agreeOnSecret(owner, appPassword)
    return names
  } finally {
    // Ends the lock.
    await owner.end()
  }
}

/** The same server and database, logged in as the application role. */
export function appUrl(ownerUrl: string, appPassword: string): string {
  const url = new URL(ownerUrl)
  url.username = APP_ROLE
  url.password = appPassword
  return url.href
}

/** Whether every file of ours was applied, and no other: the usual start, which then needs to read none of them. */
async function isUpToDate(owner: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await owner.query(`select 1 where to_regclass('public.kysely_migration') is not null`)
  if (rowCount === 0) return false
  const { rows } = await owner.query<{ name: string }>('select name from kysely_migration')
  const applied = rows.map(({ name }) => `${name}.sql`).toSorted()
  return applied.join() === (await listFiles()).join()
}

async function applyMigrations(ownerUrl: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  // Told by the statement that fails; without a listener the process would end.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (!error) return results.map((result) => result.migrationName)
    const failed = results.find((result) => result.status === 'Error')
    throw new Error(
      `migration ${failed?.migrationName ?? ''} failed: ${error instanceof Error ? error.message : 'unknown'}`,
      { cause: error },
    )
  } finally {
    await db.destroy()
  }
}

/** All of them, by name. */
export async function readMigrations(): Promise<Record<string, Migration>> {
  const files = await listFiles()
  const entries = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(join(FOLDER, name), 'utf8')
      return [
        name.replace(/\.sql$/, ''),
        { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
      ] as const
    }),
  )
  return Object.fromEntries(entries)
}

async function listFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
}
