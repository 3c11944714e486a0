import { expect, test } from '@playwright/test'
import pg from 'pg'
import { findPlainNumbers } from '#server/testing/plain-numbers.ts'
import { runsDatabase } from './kit/database.ts'

/* Whoever holds a copy of the database alone reads no mobile, identity or account number in it, whatever was played. */

test('no column of the played world holds a number of a person in plain', async () => {
  const url = new URL(process.env.DATABASE_URL ?? runsDatabase()!)
  const names = await ask<{ name: string }>(
    url,
    `select datname as name from pg_database where datname like 'kaibiao\\_e2e\\_%'`,
  )
  const played: string[] = []
  for (const { name } of names) {
    url.pathname = `/${name}`
    if (!(await isPlayed(url))) continue
    played.push(name)
    const owner = new pg.Client({ connectionString: url.href })
    await owner.connect()
    const { rows } = await owner.query<{ n: number }>(
      'select count(*)::int as n from app_user where mobile_hash is not null',
    )
    expect(rows[0]!.n).toBeGreaterThan(80)
    expect(await findPlainNumbers(owner)).toEqual({})
    await owner.end()
  }
  expect(played).toHaveLength(1)
})

/** The one of the run's server: others have people only, and may come and go. */
async function isPlayed(url: URL): Promise<boolean> {
  const state = async () => {
    const [row] = await ask<{ there: boolean }>(url, `select to_regclass('clock_shift') is not null as there`)
    return row!.there ? ask<{ world: string | null }>(url, 'select world from clock_shift') : []
  }
  return (await state().catch(() => []))[0]?.world === 'done'
}

async function ask<T extends pg.QueryResultRow>(url: URL, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}
