import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import type pg from 'pg'
import { inject } from 'vitest'
import { deriveKey } from '../config.ts'
import { migrate, readMigrations } from '../database/migrate.ts'
import { APP_ROLE } from '../database/role.ts'
import { TEST_SECRET } from './store.ts'
import { runOn } from './run-on.ts'
import { ownerPool } from './owner-pool.ts'

export interface DatabaseBefore extends AsyncDisposable {
  /** As the owner of the tables. */
  url: string
  /** As somebody whom nothing keeps from planting rows. */
  owner: pg.Pool
  /** What a start does; returns the names of the migrations applied. */
  upgrade: () => Promise<string[]>
}

interface Wish {
  /** Its tables belong to a role that is no superuser, to which row-level security applies as to everybody. */
  isPlain?: boolean
}

/** A database of an earlier version, empty: brought up to the migration named, with it. */
export async function databaseBefore(lastMigration: string, { isPlain = false }: Wish = {}): Promise<DatabaseBefore> {
  const url = new URL(inject('serverUrl'))
  const name = `kaibiao_before_${randomBytes(6).toString('hex')}`
  await runOn(url.href, `create database ${name}`)
  url.pathname = `/${name}`
  const superUrl = url.href
  if (isPlain) {
    await runOn(inject('serverUrl'), `create role ${name} login createrole password 'x'`)
    await runOn(inject('serverUrl'), `grant ${APP_ROLE} to ${name} with admin option, inherit false, set false`)
    await runOn(inject('serverUrl'), `alter database ${name} owner to ${name}`)
    url.username = name
    url.password = 'x'
  }
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: ownerPool(url.href) }),
  })
  const { error } = await new Migrator({ db, provider: { getMigrations: readMigrations } }).migrateTo(lastMigration)
  await db.destroy()
  if (error) throw new Error(`migrating to ${lastMigration}`, { cause: error })
  const owner = ownerPool(superUrl, 2)
  return {
    url: url.href,
    owner,
    upgrade: () => migrate(url.href, deriveKey({ secret: TEST_SECRET }, 'database application role').toString('hex')),
    [Symbol.asyncDispose]: async () => {
      await owner.end()
      await runOn(inject('serverUrl'), `drop database if exists ${name} with (force)`)
      if (isPlain) await runOn(inject('serverUrl'), `drop role ${name}`)
    },
  }
}
