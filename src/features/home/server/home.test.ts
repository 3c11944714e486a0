import { beforeAll, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import { loadPeople } from '#demo/people.ts'
import { inContext } from '#server/context.ts'
import type { Feature, Todo } from '#server/feature.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { homePage } from '../contract.ts'
import { DEADLINES, TODOS } from '../rules.ts'
import { gather } from './gather.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ seed: loadPeople })
})

const todo = (n: number, dueAt: Date | null): Todo => ({
  key: String(n),
  label: '办',
  title: `事项${n}`,
  link: `/${n}`,
  dueAt,
})
const feature = (name: string, source: Feature['home']): Feature => ({ name, routes: [], home: source! })

async function gathered(features: readonly Feature[]) {
  const client = await system.login('buyer', { workbench: 'purchaser' })
  const { rows } = await system.owner.query<{ id: string }>(`select id from app_user where account = 'buyer'`)
  expect(client.workbench).toBe('purchaser')
  const actor = {
    userId: rows[0]!.id,
    name: '张晓',
    sessionId: rows[0]!.id,
    tenantId: 1,
    employeeId: null,
    companyId: null,
    companyName: '',
    isDisabled: false,
    isAdmin: false,
    isPlatformAdmin: false,
    isExpert: false,
    openedBy: null,
    rights: new Set<string>(),
    workbenches: new Set(['purchaser' as const]),
    workbench: 'purchaser' as const,
  }
  return inContext(system.kernel, { tenantId: 1, actor, readOnly: true }, (ctx) => gather(ctx, features))
}

test('what is due first comes first, across features; what has no date comes last; the rest is a sign', async () => {
  const now = system.kernel.clock.now().getTime()
  const many = Array.from({ length: TODOS }, (_, i) => todo(i, new Date(now + (i + 2) * HOUR)))
  const page = await gathered([
    feature('one', { todos: async () => [todo(90, null), ...many] }),
    feature('two', { todos: async () => [todo(99, new Date(now + HOUR))] }),
    feature('three', {}),
  ])
  expect(page.todos.map((t) => t.key).slice(0, 3)).toEqual(['two:99', 'one:0', 'one:1'])
  expect([page.todos.length, page.hasMore, page.isPartial]).toEqual([TODOS, true, false])
})

test('a feature that fails costs its own lines only', async () => {
  const page = await gathered([
    feature('broken', {
      todos: async ({ tx }) =>
        (await tx
          .selectFrom('no_such_table' as 'message')
          .selectAll()
          .execute()) as never,
      figures: async () => Promise.reject(new Error('no')),
    }),
    feature('whole', {
      todos: async () => [todo(1, null)],
      deadlines: async (_ctx, until) =>
        Array.from({ length: DEADLINES + 5 }, (_, i) => ({ ...todo(i, null), at: new Date(until.getTime() - i) })),
    }),
  ])
  expect(page.isPartial).toBe(true)
  expect(page.todos.map((t) => t.key)).toEqual(['whole:1'])
  expect(page.deadlines).toHaveLength(DEADLINES)
  expect(page.deadlines[0]!.at <= page.deadlines[1]!.at).toBe(true)
})

test('it reads only, looks a week ahead, and is for people who are logged in', async () => {
  const now = system.kernel.clock.now().getTime()
  let until = 0
  await gathered([feature('x', { deadlines: async (_ctx, end) => ((until = end.getTime()), []) })])
  expect(Math.abs(until - now - 7 * DAY)).toBeLessThan(HOUR)
  const writes = feature('writer', {
    todos: async ({ tx }) => (await tx.deleteFrom('message').execute(), []),
  })
  expect((await gathered([writes])).isPartial).toBe(true)
  expect(await system.client().refused(homePage, {})).toMatchObject({ status: 401 })
  const newcomer = await system.login('admin')
  expect(await newcomer.call(homePage, {})).toMatchObject({ todos: [], board: [], figures: [], isPartial: false })
})
