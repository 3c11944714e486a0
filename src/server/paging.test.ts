import { beforeAll, expect, test } from 'vitest'
import { loadPeople } from '#demo/people.ts'
import { inContext } from './context.ts'
import { keysetPage } from './paging.ts'
import { testSystem, type TestSystem } from './testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ seed: loadPeople })
})

/** Names, two at a time, newest first. */
function page(cursor?: string) {
  return inContext(system.kernel, { tenantId: 1, actor: null, readOnly: true }, ({ tx }) =>
    keysetPage(tx.selectFrom('app_user').select(['id', 'created_at']), {
      query: { pageNo: 1, pageSize: 2, ...(cursor === undefined ? {} : { cursor }) },
      columns: ['created_at', 'id'],
      key: (row) => [row.created_at, row.id],
    }),
  )
}

test('page by page every row comes once', async () => {
  const seen: string[] = []
  for (let next: string | null | undefined; next !== null;) {
    const found = await page(next)
    seen.push(...found.rows.map((row) => row.id))
    next = found.next
  }
  expect(seen).toHaveLength(new Set(seen).size)
  expect(seen.length).toBe((await system.owner.query('select 1 from app_user')).rowCount)
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
