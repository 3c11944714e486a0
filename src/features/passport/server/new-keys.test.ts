import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { createEmployee, managePage } from '#features/organisation/contract/employees.ts'
import { oneself } from '../contract.ts'
import { PEOPLE } from '#demo/people.ts'
import { inContext, type Kernel } from '#server/context.ts'
import { SEALED_COLUMNS } from '#server/database/tables.ts'
import { TEST_SECRET } from '#server/testing/store.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { Cipher, Keys, type SealedColumn } from '#server/secrecy/cipher.ts'
import { rotateKeys } from '#server/secrecy/rotate.ts'
import { beginVersion } from '#server/secrecy/versions.ts'

/* Keys change while the server runs; the command is killed in the middle and run again. */

let t: TestSystem
let buyer: HttpClient
beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  buyer = await t.login('buyer', { workbench: 'purchaser' })
})

test('killed in the middle, everybody still logs in by mobile and nobody twice; run again, it is done', async () => {
  const hold = await t.owner.connect()
  await hold.query('begin')
  await hold.query('select from expert for update')
  const command = rotate()
  await printed(command, 'app_user')
  command.kill('SIGKILL')
  await new Promise((resolve) => command.once('close', resolve))
  await hold.query('rollback')
  hold.release()
  expect(await versionsOf('app_user.mobile')).toEqual(['v2'])
  expect(await versionsOf('expert.mobile')).toEqual(['v1'])

  const supplier = await t.login(PEOPLE.supplier1.mobile)
  expect(await supplier.call(oneself, {})).toMatchObject({ account: 'supplier1', mobile: PEOPLE.supplier1.mobile })
  const { rows } = await buyer.call(managePage, { query: { keyword: PEOPLE.buyer2.mobile } })
  expect(rows.map((row) => row.mobile)).toEqual([PEOPLE.buyer2.mobile])
  const there = { body: { name: '已在', mobile: PEOPLE.buyer2.mobile } }
  expect(await buyer.refused(createEmployee, there)).toMatchObject({ code: 10003 })
  await buyer.call(createEmployee, { body: { name: '新人', mobile: '13900900001' } })

  const { version, isResumed, retired } = await rotateKeys(t.ownerUrl, { secret: TEST_SECRET, graceMs: 0 })
  expect({ version, isResumed, retired }).toEqual({ version: 2, isResumed: true, retired: [1] })
  for (const column of Object.keys(SEALED_COLUMNS) as SealedColumn[])
    expect([column, (await versionsOf(column)).filter((one) => one !== 'v2')]).toEqual([column, []])
  await t.login(PEOPLE.supplier1.mobile)
  // What is sealed with a key that was retired is nobody's any more.
  const old = new Cipher(new Keys(TEST_SECRET), [1]).seal('app_user.mobile', PEOPLE.supplier1.id, '13900900009')
  await expect.poll(() => t.kernel.cipher.newest).toBe(2)
  expect(() => t.kernel.cipher.open('app_user.mobile', PEOPLE.supplier1.id, old)).toThrow(
    'not sealed with a key in use',
  )
})

test('a process that has not heard of the new version is refused by the database, and repeats its work', async () => {
  const stale = t.kernel.cipher
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  const version = await beginVersion(client, new Keys(TEST_SECRET))
  await client.end()
  let refreshed = 0
  const kernel: Kernel = {
    ...t.kernel,
    get cipher() {
      return refreshed > 0 ? new Cipher(new Keys(TEST_SECRET), [version - 1, version]) : stale
    },
    refreshKeys: async () => void refreshed++,
  }
  await inContext(kernel, { tenantId: 1, actor: null }, async (ctx) => {
    const id = ctx.newId()
    const fields = ctx.cipher.fields('app_user.mobile', id, '13900900002')
    await ctx.insert('app_user', { id, ...fields, nickname: '迟到', createdAt: ctx.clock.now() })
  })
  expect(refreshed).toBe(1)
  const { rows } = await t.owner.query("select mobile from app_user where nickname = '迟到'")
  expect(rows[0].mobile).toMatch(new RegExp(`^v${version}\\.`))
})

test('two rotations at once: one says that the other runs', async () => {
  const client = await t.owner.connect()
  await client.query('select pg_advisory_lock(4041)')
  await expect(rotateKeys(t.ownerUrl, { secret: TEST_SECRET, graceMs: 0 })).rejects.toThrow('密钥轮换正在进行')
  await client.query('select pg_advisory_unlock(4041)')
  client.release()
})

function rotate(): ChildProcess {
  const env = { ...process.env, DATABASE_URL: t.ownerUrl, KAIBIAO_DATA: t.config.dataDir, KAIBIAO_SECRET: TEST_SECRET }
  return spawn(process.execPath, [join(import.meta.dirname, '../../../server/tools/keys-rotate.ts')], { env })
}

function printed(command: ChildProcess, words: string): Promise<void> {
  let text = ''
  return new Promise((resolve, reject) => {
    for (const stream of [command.stdout!, command.stderr!])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (text.includes(words)) resolve()
      })
    command.once('close', () => reject(new Error(text)))
  })
}

/** Versions under which the values of a column, and their hashes, stand. */
async function versionsOf(column: SealedColumn): Promise<string[]> {
  const [table, name] = column.split('.')
  const hash = SEALED_COLUMNS[column].hash ? `${name}_hash` : 'null::text'
  const { rows } = await t.owner.query<{ v: string }>(
    `select distinct v from (select split_part(${name}, '.', 1) as v from ${table} where ${name} <> ''
     union all select 'v' || split_part(${hash}, '.', 1) from ${table} where ${hash} is not null) x order by 1`,
  )
  return rows.map((row) => row.v)
}
