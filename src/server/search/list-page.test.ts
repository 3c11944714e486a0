import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { inContext } from '../context.ts'
import { Exchange } from '../database/exchange.ts'
import { countTrips } from '../testing/count-trips.ts'
import { testSystem, type TestSystem } from '../testing/test-system.ts'
import type { Show } from './asked.ts'
import { keptListPage, listPage } from './list-page.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
})

/** People, two at a time, newest first; half of them in a tab. */
function page(cursor?: string, tab = 'all') {
  return inContext(system.kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) => {
    const people = ctx.tx.selectFrom('app_user as u')
    return listPage(ctx, {
      query: { pageNo: 1, pageSize: 2, ...(cursor === undefined ? {} : { cursor }) },
      list: { alias: 'u', keys: ['created_at', 'id'], rows: () => people },
      tabs: { all: sql<boolean>`true`, admins: sql<boolean>`u.is_platform_admin` },
      tab,
      show: (page) => people.select(['u.id', 'u.isPlatformAdmin']).innerJoin(page, 'page.id', 'u.id'),
    })
  })
}

test('page by page every row comes once', async () => {
  const seen: string[] = []
  for (let next: string | null | undefined; next !== null;) {
    const found = await page(next)
    seen.push(...found.rows.map((row) => row.id))
    next = found.next
  }
  expect(seen).toHaveLength(new Set(seen).size)
  const all = (await system.owner.query('select 1 from app_user')).rowCount!
  expect(seen.length).toBe(all)
  const admins = (await system.owner.query('select 1 from app_user where is_platform_admin')).rowCount!
  const own = await page(undefined, 'admins')
  expect(own).toMatchObject({ total: admins, counts: { all, admins } })
  expect(own.rows.every((row) => row.isPlatformAdmin)).toBe(true)
})

test('a page and its counts are one round trip; behind a cursor nothing is counted again', async () => {
  let first: Awaited<ReturnType<typeof page>>
  expect(await countTrips(async () => (first = await page()))).toBe(1)
  const asked: string[] = []
  const query = vi.spyOn(Exchange.prototype, 'submit').mockImplementation(function (this: Exchange, connection) {
    query.mockRestore()
    const parse = vi.spyOn(connection, 'parse')
    this.submit(connection)
    asked.push(...parse.mock.calls.map(([{ text }]) => text))
    parse.mockRestore()
  })
  const second = await page(first!.next!)
  expect(second).toMatchObject({ total: first!.total, counts: first!.counts })
  expect(asked.filter((text) => text.includes('page'))).toHaveLength(1)
  expect(asked.join()).not.toContain('count(')
})

const of = (...values: string[]) => Buffer.from(JSON.stringify(values)).toString('base64url')
const ID = '0198c0de-0000-7000-8000-000000000000'

test.each([
  ['no text of ours', 'nonsense'],
  ['too few values', of(ID)],
  ['a day that is none', of('2026-02-31T00:00:00.000Z', ID)],
  ['an hour that is none', of('2026-99-99T99:99:99.999Z', ID)],
])('a cursor that is not ours is refused: %s', async (_, cursor) => {
  await expect(page(cursor)).rejects.toMatchObject({ errorName: 'badRequest' })
})

test('a kept list answers each caller with the caller’s own rows, page by page and tab by tab', async () => {
  type Asked = { isAdmin: boolean | undefined; cursor: string | null; tab: string }
  const asked = ({ isAdmin, cursor, tab }: Asked, isKept: boolean) =>
    inContext(system.kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) => {
      const people = ctx.tx.selectFrom('app_user as u')
      const parts = (at: { isAdmin: boolean | undefined; now: Date }) => ({
        list: {
          alias: 'u',
          keys: ['created_at', 'id'],
          rows: () => people.$if(at.isAdmin !== undefined, (q) => q.where('u.isPlatformAdmin', '=', at.isAdmin!)),
        },
        tabs: { all: sql<boolean>`true`, here: sql<boolean>`u.created_at <= ${at.now}` },
        show: ((page) => people.select('u.id').innerJoin(page, 'page.id', 'u.id')) satisfies Show<{ id: string }>,
      })
      const values = { isAdmin, now: ctx.clock.now() }
      const query = { pageNo: 1, pageSize: 3, ...(cursor === null ? {} : { cursor }) }
      return isKept
        ? keptListPage(ctx, { query, tab, shape: 'people of a test', values, parts })
        : listPage(ctx, { query, tab, ...parts(values) })
    })
  for (const tab of ['all', 'here'])
    // The second caller of each shape gets what was built for the first.
    for (const isAdmin of [true, false, undefined, true])
      for (let cursor: string | null | undefined; cursor !== null;) {
        const one = { isAdmin, tab, cursor: cursor ?? null }
        const kept = await asked(one, true)
        expect(kept).toEqual(await asked(one, false))
        cursor = kept.next
      }
})
