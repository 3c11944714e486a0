import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { TEST_SECRET } from '../testing/global-setup.ts'
import { runOn } from '../testing/run-on.ts'
import { deriveKey } from '../config.ts'
import { appUrl, migrate } from './migrate.ts'

test('servers of several databases start at once on one PostgreSQL, whose role they share', async () => {
  const serverUrl = inject('serverUrl')
  const password = deriveKey({ secret: TEST_SECRET }, 'database application role').toString('hex')
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
      expect(await Promise.all(urls.map((url) => migrate(url.href, password)))).toEqual([[], [], [], []])
    for (const url of urls) {
      const client = new pg.Client({ connectionString: appUrl(url.href, password) })
      await client.connect()
      await client.end()
    }
  } finally {
    for (const { pathname } of urls) await runOn(serverUrl, `drop database if exists ${pathname.slice(1)} with (force)`)
  }
})
