import { expect, test } from '@playwright/test'
import pg from 'pg'
import { findPlainNumbers } from '#server/testing/plain-numbers.ts'
import { runsDatabase } from './kit/database.ts'

/* Whoever holds a copy of the database alone reads no mobile, identity or account number in it, whatever was played. */

test('no column of the played world holds a number of a person in plain', async () => {
  const url = new URL(process.env.DATABASE_URL ?? runsDatabase()!)
  const server = new pg.Client({ connectionString: url.href })
  await server.connect()
  const { rows } = await server.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'kaibiao\\_e2e\\_%' order by 1`,
  )
  await server.end()
  expect(rows.length).toBeGreaterThan(0)
  for (const { name } of rows) {
    url.pathname = `/${name}`
    const owner = new pg.Client({ connectionString: url.href })
    await owner.connect()
    const { rows: people } = await owner.query<{ n: number }>(
      `select (select count(*) from app_user where mobile like 'v%')::int as n where to_regclass('app_user') is not null`,
    )
    // A system of another test that has just begun has nobody yet.
    if ((people[0]?.n ?? 0) > 0) expect([name, await findPlainNumbers(owner)]).toEqual([name, {}])
    await owner.end()
  }
})
