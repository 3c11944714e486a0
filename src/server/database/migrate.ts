import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { agreeOnSecret, demandSameSecret } from './agreement.ts'
import { hasJobs, prepareJobs } from './prepare-jobs.ts'
import { APP_ROLE, ensureRole } from './role.ts'

const FOLDER = join(import.meta.dirname, '../../../db/migrations')

/**
 * Brings a database up to date: the application role, then every SQL file in order, then the job tables. Nodes that start
 * at once do it one after the other; one with another secret is refused before it changes anything. What an earlier start
 * left undone is made up for. `ownerUrl` must be able to create roles unless the role exists already. Returns the names
 * applied now. Throws with the file's name when one fails.
 */
export async function migrate(ownerUrl: string, appPassword: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 3 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const alone = await pool.connect()
  try {
    await alone.query(`select pg_advisory_lock(hashtext('kaibiao start'))`)
    await demandSameSecret(alone, appPassword)
    await ensureRole(pool, appPassword)
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) {
      const failed = results.find((r) => r.status === 'Error')
      throw new Error(
        `migration ${failed?.migrationName ?? ''} failed: ${error instanceof Error ? error.message : 'unknown'}`,
        { cause: error },
      )
    }
    await agreeOnSecret(alone, appPassword)
    if (results.length > 0 || !(await hasJobs(alone))) await prepareJobs(ownerUrl)
    return results.map((r) => r.migrationName)
  } finally {
    // Closed, which ends the lock.
    alone.release(true)
    await db.destroy()
  }
}

/** The same server and database, logged in as the application role. */
export function appUrl(ownerUrl: string, appPassword: string): string {
  const url = new URL(ownerUrl)
  url.username = APP_ROLE
  url.password = appPassword
  return url.href
}

/** All of them, by name. */
export async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
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
