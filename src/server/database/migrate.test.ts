import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { databaseBefore } from '../testing/database-before.ts'
import { TEST_SECRET } from '../testing/store.ts'
import { runOn } from '../testing/run-on.ts'
import { deriveKey } from '../config.ts'
import { appUrl, migrate } from './migrate.ts'
import { ownerPool } from '#server/testing/owner-pool.ts'

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

test('a start takes over what the job engine before had in hand, but not what was handled', async () => {
  await using database = await databaseBefore('0046-document-text')
  const { owner } = database
  await owner.query(`
    create schema pgboss;
    create type pgboss.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
    create table pgboss.job (name text, data jsonb, state pgboss.job_state);
    insert into outbox (tenant_id, id, at, kind, payload) overriding system value
      select 1, n, now(), 'probe', '{}' from generate_series(1, 4) n;
    insert into outbox_handled values (1, 2, 'probe');
    insert into pgboss.job select name, jsonb_build_object('tenantId', 1, 'eventId', event, 'handler', 'probe'), state
      from (values ('event', 1, 'created'), ('event', 2, 'active'), ('event', 3, 'completed'), ('event-slow', 4, 'retry'),
        ('event-dead', 1, 'created'), ('event', 99, 'created')) v (name, event, state_name),
        lateral (select state_name::pgboss.job_state as state) s`)
  expect(await database.upgrade()).toContain('0049-event-jobs')
  const { rows } = await owner.query('select event_id, handler, is_slow, attempts from event_job order by event_id')
  expect(rows).toEqual([
    { event_id: 1, handler: 'probe', is_slow: false, attempts: 0 },
    { event_id: 4, handler: 'probe', is_slow: true, attempts: 0 },
  ])
  const { rows: left } = await owner.query(`select to_regnamespace('pgboss') as a, to_regclass('outbox_handled') as b`)
  expect(left).toEqual([{ a: null, b: null }])
})

describe('a start', () => {
  const url = new URL(inject('serverUrl'))
  url.pathname = `/kaibiao_test_${randomBytes(6).toString('hex')}`
  let owner: pg.Pool
  beforeAll(async () => {
    await runOn(inject('serverUrl'), `create database ${url.pathname.slice(1)} template ${inject('template')}`)
    owner = ownerPool(url.href)
  })
  afterAll(async () => {
    await owner.end()
    await runOn(inject('serverUrl'), `drop database ${url.pathname.slice(1)} with (force)`)
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
    await owner.query('drop schema public cascade; create schema public')
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
