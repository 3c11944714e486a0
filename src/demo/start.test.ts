import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startServer } from '#server/child.ts'
import { TEST_SECRET } from '#server/testing/store.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import { runOn } from '#server/testing/run-on.ts'
import { builtServer } from './built.ts'
import { PASSWORD, PEOPLE } from './people.ts'
import { ownerPool } from '#server/testing/owner-pool.ts'

/* The whole start, on an empty database of our own making, broken off at awkward moments. */

const name = `kaibiao_test_${randomBytes(6).toString('hex')}`
const url = new URL(inject('serverUrl'))
url.pathname = `/${name}`
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-start-'))
const settings = {
  DATABASE_URL: url.href,
  KAIBIAO_DATA: folder,
  KAIBIAO_SECRET: TEST_SECRET,
  KAIBIAO_DEMO: 'people',
  NODE_ENV: '',
  KAIBIAO_MODE: '',
}
let owner: pg.Pool
beforeAll(async () => {
  await runOn(inject('serverUrl'), `create database ${name}`)
  owner = ownerPool(url.href)
})
afterAll(async () => {
  await owner.end()
  await runOn(inject('serverUrl'), `drop database ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

/** Something that the server says, or what the database shows meanwhile: a query that gives a row. */
type Moment = { says: string } | { shows: string }

/** Starts the server; asks it to stop at the moment. Gives how it ended and all that it said. */
async function start(moment: Moment): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [await builtServer()], { env: { ...process.env, PORT: '0', ...settings } })
  let text = ''
  const says = 'says' in moment ? moment.says : null
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (says !== null && text.includes(says)) child.kill('SIGTERM')
    })
  // A moment may show from the start before: then Node is asked while it still loads, says nothing and ends at once.
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code, signal) => resolve(signal === 'SIGTERM' && text === '' ? 0 : code)),
  )
  if ('shows' in moment) await stopWhen(child, moment.shows)
  return { code: await ended, text }
}

async function stopWhen(child: ChildProcess, shows: string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const { rowCount } = await owner.query(shows).catch(() => ({ rowCount: 0 }))
    if (rowCount) child.kill('SIGTERM')
    // Each of these moments lasts; asked without a pause, the question would take a core from the start.
    await wait(10)
  }
}

/** With SOAK=1 every one of them, else every second. */
const MOMENTS: Moment[] = [
  {
    shows: `select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  },
  {
    shows: `select 1 from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
  },
  { shows: 'select 1 from node_agreement' },
  { says: '✓ server' },
  { shows: 'select 1 from app_user' },
  { says: '✓ demo world' },
  { says: '✓ ready' },
]

test('a start with people only, broken off anywhere, leaves nothing half', async () => {
  for (const moment of MOMENTS.filter((_, i) => process.env.SOAK === '1' || i % 2 === 1)) {
    const { code, text } = await start(moment)
    expect({ moment, code, text }).toMatchObject({ code: 0, text: expect.not.stringContaining('✗') })
  }
  const { code, text } = await start({ says: '✓ integrity' })
  expect({ code, text }).toMatchObject({ code: 0, text: expect.not.stringContaining('✗') })
  expect((await owner.query('select world from clock_shift')).rows).toEqual([{ world: null }])
  expect((await owner.query('select account from app_user order by account')).rows.map((row) => row.account)).toEqual(
    Object.keys(PEOPLE).toSorted(),
  )
  const server = await startServer(settings, { entry: await builtServer() })
  try {
    for (const account of ['buyer', 'bj-buyer'] as const) {
      const client = new HttpClient(server.base)
      client.tenantId = PEOPLE[account].tenantId
      await client.login(account, PASSWORD)
    }
  } finally {
    await server.stop()
  }
})

test('a database that others use takes no demonstration', async () => {
  await owner.query('truncate app_user cascade')
  await owner.query(
    `insert into app_user (id, account, nickname, created_at) values (gen_random_uuid(), 'real', '某人', now())`,
  )
  const { code, text } = await start({ says: '✓ ready' })
  expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining('数据库已在使用，不能以演示模式启动') })
  expect((await owner.query('select account from app_user')).rows).toEqual([{ account: 'real' }])
})
