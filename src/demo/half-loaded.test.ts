import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { deriveKey } from '#server/config.ts'
import { runOn } from '#server/testing/run-on.ts'
import { TEST_SECRET } from '#server/testing/store.ts'
import { clearHalfLoaded, emptyHalfLoaded, forgetLoading, holdLoading, noteLoading } from './half-loaded.ts'
import { ownerPool } from '#server/testing/owner-pool.ts'

const name = `kaibiao_half_${randomBytes(6).toString('hex')}`
const url = new URL(inject('serverUrl'))
url.pathname = `/${name}`
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-half-'))
let owner: pg.Pool
beforeAll(() => {
  owner = ownerPool(url.href)
})
afterAll(async () => {
  await owner.end()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => runOn(inject('serverUrl'), `create database ${name} template ${inject('template')}`))
afterEach(async () => {
  await owner.end()
  owner = ownerPool(url.href)
  forgetLoading(folder)
  await runOn(inject('serverUrl'), `drop database ${name} with (force)`)
})

const tables = async () => (await owner.query("select 1 from pg_tables where schemaname = 'public'")).rowCount
const setWorld = (world: string) => owner.query('update clock_shift set world = $1', [world])

test('a first load that was broken off is thrown away, and the database is made anew', async () => {
  await noteLoading(folder, url.href)
  await setWorld('loading')
  expect(await clearHalfLoaded(folder, url.href)).toBe(true)
  expect(await tables()).toBe(0)
  await migrate(url.href, deriveKey({ secret: TEST_SECRET }, 'database application role').toString('hex'))
  expect(await tables()).toBeGreaterThan(100)
  // Once: the next start finds a database like any other.
  expect(await clearHalfLoaded(folder, url.href)).toBe(false)
})

test('a database that is not ours is emptied by name only, and only when its load broke off', async () => {
  expect(await clearHalfLoaded(folder, url.href)).toBe(false)
  for (const world of ['done', null]) {
    await owner.query('update clock_shift set world = $1', [world])
    expect(await emptyHalfLoaded(url.href)).toBe(false)
  }
  await setWorld('loading')
  expect(await emptyHalfLoaded(url.href)).toBe(true)
  expect(await tables()).toBe(0)
})

test('nothing else is ever thrown away: no world that stands, none loaded into a database in use', async () => {
  await noteLoading(folder, url.href)
  await setWorld('done')
  expect(await clearHalfLoaded(folder, url.href)).toBe(false)
  await owner.query(
    "insert into app_user (id, account, nickname, created_at) values (gen_random_uuid(), 'real', '某人', now())",
  )
  await noteLoading(folder, url.href)
  await setWorld('loading')
  expect(await clearHalfLoaded(folder, url.href)).toBe(false)
  expect(await tables()).toBeGreaterThan(100)
})

test('one process at a time loads: the next waits, and is told so', async () => {
  let waits = 0
  const end = await holdLoading(url.href, () => waits++)
  let isIn = false
  const second = holdLoading(url.href, () => waits++).then((endSecond) => {
    isIn = true
    return endSecond
  })
  await expect.poll(() => waits).toBe(1)
  expect(isIn).toBe(false)
  await end()
  await (
    await second
  )()
  expect(waits).toBe(1)
})
