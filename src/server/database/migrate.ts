import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { prepareJobs } from './prepare-jobs.ts'
import { APP_ROLE, ensureRole } from './role.ts'

const FOLDER = join(import.meta.dirname, '../../../db/migrations')

/**
 * Brings a database up to date: the application role, then every SQL file in order, under Kysely's migration lock, so
 * that several nodes may start at once. `ownerUrl` must be able to create roles unless the role exists already.
 * Returns the names applied now. Throws with the file's name when one fails.
 */
export async function migrate(ownerUrl: string, appPassword: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
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
    if (results.length > 0) await prepareJobs(ownerUrl, APP_ROLE)
    return results.map((r) => r.migrationName)
  } finally {
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
