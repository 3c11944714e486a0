import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { TEST_SECRET } from '../testing/global-setup.ts'
import { runOn } from '../testing/run-on.ts'
import { deriveKey } from '../config.ts'
import { appUrl, migrate } from './migrate.ts'

const PASSWORD = deriveKey({ secret: TEST_SECRET }, 'database application role').toString('hex')

test('servers of several databases start at once on one PostgreSQL, whose role they share', async () => {
  const serverUrl = inject('serverUrl')
  const urls = Array.from({ length: 4 }, () => {
    const url = new URL(serverUrl)
    url.pathname = `/kaibiao_test_${randomBytes(6).toString('hex')}`
    return url
  })
  try {
    for (const { pathname } of urls)
      await runOn(serverUrl, `create database ${pathname.slice(1)} template ${inject('template')} strategy file_copy`)
    // Up to date already, so that they meet at the role, again and again.
    for (let round = 0; round < 10; round++)
      expect(await Promise.all(urls.map((url) => migrate(url.href, PASSWORD)))).toEqual([[], [], [], []])
    for (const url of urls) {
      const client = new pg.Client({ connectionString: appUrl(url.href, PASSWORD) })
      await client.connect()
      await client.end()
    }
  } finally {
    for (const { pathname } of urls) await runOn(serverUrl, `drop database if exists ${pathname.slice(1)} with (force)`)
  }
})

describe('a start', () => {
  const url = new URL(inject('serverUrl'))
  url.pathname = `/kaibiao_test_${randomBytes(6).toString('hex')}`
  let owner: pg.Pool
  beforeAll(async () => {
    await runOn(inject('serverUrl'), `create database ${url.pathname.slice(1)} template ${inject('template')}`)
    owner = new pg.Pool({ connectionString: url.href, max: 1 })
  })
  afterAll(async () => {
    await owner.end()
    await runOn(inject('serverUrl'), `drop database ${url.pathname.slice(1)} with (force)`)
  })

  test('makes up for job tables that the one before did not come to, or left without rights', async () => {
    const has = async () => {
      const { rows } = await owner.query(`select has_table_privilege('kaibiao_app', 'pgboss.job', 'insert') as may,
        (select count(*)::int from pgboss.queue) as queues`)
      return rows[0]
    }
    await owner.query('drop schema pgboss cascade')
    expect(await migrate(url.href, PASSWORD)).toEqual([])
    expect(await has()).toEqual({ may: true, queues: 3 })
    await owner.query('revoke all on all tables in schema pgboss from kaibiao_app')
    await migrate(url.href, PASSWORD)
    expect(await has()).toEqual({ may: true, queues: 3 })
  })

  test('with nothing to do asks a few questions over one connection, and reads no migration', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const connect = vi.spyOn(pg.Client.prototype, 'connect')
    try {
      expect(await migrate(url.href, PASSWORD)).toEqual([])
      expect(connect).toHaveBeenCalledTimes(1)
      expect(query.mock.calls.length).toBeLessThanOrEqual(12)
    } finally {
      query.mockRestore()
      connect.mockRestore()
    }
  })

  test('with another secret changes nothing, not even at the same time as the first ever', async () => {
    await expect(migrate(url.href, 'another password')).rejects.toThrow('KAIBIAO_SECRET 与该数据库使用的密钥不同')
    await owner.query('drop schema public cascade; drop schema pgboss cascade; create schema public')
    const both = await Promise.allSettled([
      migrate(url.href, PASSWORD),
      migrate(url.href, PASSWORD),
      migrate(url.href, PASSWORD),
    ])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    const client = new pg.Client({ connectionString: appUrl(url.href, PASSWORD) })
    await client.connect()
    await client.end()
  })
})
