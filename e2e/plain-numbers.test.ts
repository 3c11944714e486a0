import { expect, test } from '@playwright/test'
import pg from 'pg'
import { findPlainNumbers } from '#server/testing/plain-numbers.ts'
import { thisRun } from './kit/database.ts'
import { worldIsPlayed } from './kit/samples.ts'

/* Whoever holds a copy of the database alone reads no mobile, identity or account number in it, whatever was played. */

test.beforeAll(({ baseURL }) => worldIsPlayed(baseURL!))

test('no column of the played world holds a number of a person in plain', async () => {
  const owner = new pg.Client({ connectionString: thisRun()!.world })
  await owner.connect()
  try {
    const { rows } = await owner.query('select 1 from clock_shift where world = $1', ['done'])
    expect(rows).toHaveLength(1)
    const people = await owner.query('select 1 from app_user where mobile_hash is not null')
    expect(people.rowCount).toBeGreaterThan(80)
    expect(await findPlainNumbers(owner)).toEqual({})
  } finally {
    await owner.end()
  }
})
