import { randomBytes, randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { readMigrations } from '#server/database/migrate.ts'
import { runOn } from '#server/testing/run-on.ts'

test('who was asked by name before is invited: told as they were, each with an id, and nothing read or declined', async () => {
  const url = new URL(inject('serverUrl'))
  url.pathname = `/kaibiao_before_${randomBytes(6).toString('hex')}`
  await runOn(inject('serverUrl'), `create database ${url.pathname.slice(1)}`)
  const pool = new pg.Pool({ connectionString: url.href, max: 1 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  try {
    expect((await migrator.migrateTo('0045-officer-invitations')).error).toBeUndefined()
    const [project, order, owner, first, second] = Array.from({ length: 5 }, () => randomUUID())
    const run = (text: string, values: unknown[] = []) => pool.query(text, values)
    await run(`insert into tenant (id, alias, name) values (1, 't', '平台')`)
    for (const [i, id] of [owner, first, second].entries())
      await run(`insert into company (id, name, credit_code, company_type, created_at) values ($1, $2, $2, 1, now())`, [
        id,
        `单位${i}`,
      ])
    await run(
      `insert into project (tenant_id, id, code, name, category, budget, purchaser_company_id, created_by, created_at, updated_at)
       values (1, $1, 'XM1', '项目', 'goods', 1, $2, $2, now(), now())`,
      [project, owner],
    )
    await run(
      `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id,
         status, estimated_price, created_by, created_at, updated_at)
       values (1, $1, $2, 'ZB1', '标段', 1, $3, $3, 1, 1, $3, now(), now())`,
      [order, project, owner],
    )
    for (const [id, told] of [
      [first, '2026-01-01T00:00:00Z'],
      [second, null],
    ])
      await run(`insert into order_invitee values (1, $1, $2, '资信良好', $3, $4, '甲', '2025-12-31T00:00:00Z')`, [
        order,
        id,
        told,
        owner,
      ])
    expect((await migrator.migrateToLatest()).error).toBeUndefined()
    const { rows } = await run(
      `select count(distinct id)::int as ids, array_agg(company_id order by added_at, told_at) as companies, count(told_at)::int as told,
         count(read_at)::int as read, count(declined_at)::int as declined from order_invitation`,
    )
    expect(rows).toEqual([{ ids: 2, companies: [first, second], told: 1, read: 0, declined: 0 }])
  } finally {
    await db.destroy()
    await runOn(inject('serverUrl'), `drop database if exists ${url.pathname.slice(1)} with (force)`)
  }
}, 60_000)
