import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { TEST_SECRET } from '#server/testing/global-setup.ts'
import { runOn } from '#server/testing/run-on.ts'

/* The whole start, on a database of our own making, broken off at awkward moments. */

const name = `kaibiao_test_${randomBytes(6).toString('hex')}`
const url = new URL(inject('serverUrl'))
url.pathname = `/${name}`
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-start-'))
let owner: pg.Pool
beforeAll(async () => {
  await runOn(inject('serverUrl'), `create database ${name} template ${inject('template')} strategy file_copy`)
  owner = new pg.Pool({ connectionString: url.href, max: 1 })
})
afterAll(async () => {
  await owner.end()
  await runOn(inject('serverUrl'), `drop database ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the server; asks it to stop as soon as it says `until`. Gives how it ended and all that it said. */
function start(until: string): Promise<{ code: number | null; text: string }> {
  const settings = { PORT: '0', KAIBIAO_DATA: folder, KAIBIAO_SECRET: TEST_SECRET, KAIBIAO_DEMO: 'people' }
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    env: { ...process.env, ...settings, NODE_ENV: '', KAIBIAO_MODE: '', DATABASE_URL: url.href },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes(until)) child.kill('SIGTERM')
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })))
}

test('a start with people only, broken off anywhere, leaves nothing half', async () => {
  for (const moment of ['✓ server', '✓ ready']) {
    const { code, text } = await start(moment)
    expect({ code, text }).toMatchObject({ code: 0, text: expect.not.stringContaining('✗') })
    expect((await owner.query('select world from clock_shift')).rows).toEqual([{ world: null }])
  }
  const { rows } = await owner.query('select count(*)::int as n from app_user')
  expect(rows[0].n).toBeGreaterThan(20)
})

test('a database that others use takes no demonstration', async () => {
  await owner.query('truncate app_user cascade')
  await owner.query(
    `insert into app_user (id, account, nickname, created_at) values (gen_random_uuid(), 'real', '某人', now())`,
  )
  const { code, text } = await start('✓ ready')
  expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining('数据库已在使用，不能以演示模式启动') })
  expect((await owner.query('select account from app_user')).rows).toEqual([{ account: 'real' }])
})
