import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { prepareJobs } from './prepare-jobs.ts'

export const APP_ROLE = 'kaibiao_app'
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

async function readMigrations(): Promise<Record<string, Migration>> {
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

/**
 * Roles belong to the whole server, and no lock reaches across its databases: of two that write the role at once, one
 * is refused, and tries again.
 */
async function ensureRole(pool: pg.Pool, password: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeRole(pool, password)
    } catch (error) {
      if (attempt === ROLE_ATTEMPTS || !isOvertaken(error)) throw error
      await sleep(20 + Math.random() * 20 * attempt)
    }
  }
}

const ROLE_ATTEMPTS = 20

async function writeRole(pool: pg.Pool, password: string): Promise<void> {
  const { rowCount } = await pool.query('select 1 from pg_roles where rolname = $1', [APP_ROLE])
  const action = rowCount ? 'alter' : 'create'
  const login = `login nosuperuser nobypassrls nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`
  await pool.query(`${action} role ${APP_ROLE} ${login}`)
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  await pool.query(`grant connect on database ${pg.escapeIdentifier(rows[0]!.name)} to ${APP_ROLE}`)
  await pool.query(`grant usage on schema public to ${APP_ROLE}`)
}

/** Another one wrote the same row of the catalogue meanwhile: made the role (42710, 23505), or changed it (XX000). */
function isOvertaken(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  if (error.code === 'XX000') return error.message.startsWith('tuple concurrently')
  return error.code === '42710' || error.code === '23505'
}
