import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { type Account } from '#demo/people.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext } from '#server/context.ts'
import type { Feature, Todo } from '#server/feature.ts'
import { countTrips } from '#server/testing/count-trips.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { homePage, inbox, snoozeTodo } from '../contract.ts'
import { DEADLINES, groupOf } from '../rules.ts'
import { askEach } from './ask.ts'
import { gather } from './gather.ts'
import { inboxPage } from './inbox.ts'
import { snooze } from './snooze.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
})

const todo = (n: number, dueAt: Date | null): Todo => ({
  key: String(n),
  kind: 'opening',
  isMine: true,
  label: '办',
  title: `事项${n}`,
  link: `/${n}`,
  dueAt,
})
const feature = (name: string, source: Feature['home']): Feature => ({ name, routes: [], home: source! })

async function within<T>(
  work: (ctx: Context<Actor>) => Promise<T>,
  { account = 'buyer', writes = false }: { account?: Account | undefined; writes?: boolean } = {},
): Promise<T> {
  const { rows } = await system.owner.query<{ id: string }>('select id from app_user where account = $1', [account])
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
  return inContext(system.kernel, { tenantId: 1, actor, readOnly: !writes }, work)
}

const gathered = (features: readonly Feature[]) => within((ctx) => gather(ctx, features))
const inboxOf = (features: readonly Feature[], query: InputOf<typeof inbox>['query'] = {}, account?: Account) =>
  within((ctx) => inboxPage(ctx, features, inbox.query.parse(query)), { account })

test('the inbox is complete: what is due first comes first, across features, page by page', async () => {
  const now = system.kernel.clock.now().getTime()
  const many = Array.from({ length: 50 }, (_, i) => todo(i, new Date(now + (i + 2) * HOUR)))
  const features = [
    feature('one', { todos: async () => [todo(90, null), { ...todo(91, null), canWait: true }, ...many] }),
    feature('two', { todos: async () => [{ ...todo(99, new Date(now + HOUR)), isMine: false, kind: 'company' }] }),
    feature('three', {}),
    feature('broken', { todos: async () => Promise.reject(new Error('no')) }),
  ]
  const keys: string[] = []
  for (let cursor: string | undefined, pages = 0; pages < 5; pages++) {
    const page = await inboxOf(features, { pageSize: 20, cursor })
    expect([page.total, page.isPartial]).toEqual([53, true])
    keys.push(...page.rows.map((row) => row.key))
    if (page.next === null) break
    cursor = page.next
  }
  expect(keys).toEqual(['two:99', ...many.map(({ key }) => `one:${key}`), 'one:90', 'one:91'])
  // The last row seen was done meanwhile: the next page leaves nothing out.
  const { next } = await inboxOf(features, { pageSize: 20 })
  const without = { todos: async () => many.filter(({ key }) => key !== '18') }
  expect((await inboxOf([feature('one', without)], { cursor: next! })).rows[0]).toMatchObject({ key: 'one:19' })
  for (const cursor of ['x', 'bnVsbA', 'W10'])
    await expect(inboxOf(features, { cursor })).rejects.toThrow('翻页参数有误')
})

test('all are asked at once, their order stays, and who fails costs its own lines alone', async () => {
  const asking = (name: string, statement: string) =>
    feature(name, {
      todos: async ({ tx }) => {
        await sql.raw(statement).execute(tx)
        return [{ ...todo(1, null), title: name }]
      },
    })
  const names = ['d', 'a', 'c', 'b']
  const whole = names.map((name, i) => asking(name, `select ${i}`))
  const failing = asking('failing', 'select 1 / 0')
  const asked = async (features: readonly Feature[], writes = false) => {
    let answers: { titles: string[]; failed: string[] } | undefined
    const trips = await countTrips(async () => {
      answers = await within(
        async (ctx) => {
          const { rows, failed } = await askEach(
            ctx,
            features,
            ({ home }) =>
              () =>
                home!.todos!(ctx, 10),
          )
          return { titles: rows.map(({ title }) => title), failed }
        },
        { writes },
      )
    })
    return { ...answers, trips }
  }
  const fine = await asked(whole)
  expect(fine).toMatchObject({ titles: names, failed: [] })
  expect(fine.trips).toBe(1)
  const mixed = await asked(whole.toSpliced(1, 0, failing))
  expect(mixed).toMatchObject({ titles: names, failed: ['failing'] })
  // Where something could be undone they are asked one after the other.
  const apart = await asked(whole.toSpliced(1, 0, failing), true)
  expect(apart).toMatchObject({ titles: names, failed: ['failing'] })
  expect(mixed.trips).toBeLessThan(apart.trips)
})

test('own and company’s are counted and shown apart, by day and kind', async () => {
  // A Wednesday afternoon in Beijing.
  const now = new Date('2026-11-25T06:00:00Z')
  const at = (text: string) => groupOf({ dueAt: new Date(text) }, now)
  expect(at('2026-11-25T05:00:00Z')).toBe('today')
  expect(at('2026-11-25T15:59:59Z')).toBe('today')
  expect(at('2026-11-25T16:00:00Z')).toBe('week')
  expect(at('2026-11-29T15:59:59Z')).toBe('week')
  expect(at('2026-11-29T16:00:00Z')).toBe('later')
  expect(groupOf({ dueAt: null }, now)).toBe('later')
  // On a Sunday the week ends with the day.
  expect(groupOf({ dueAt: new Date('2026-11-30T01:00:00Z') }, new Date('2026-11-29T06:00:00Z'))).toBe('later')
  const features = [
    feature('x', {
      todos: async () => [
        todo(1, new Date(0)),
        { ...todo(2, null), kind: 'approval' },
        { ...todo(3, null), isMine: false },
      ],
    }),
  ]
  const mine = await inboxOf(features, { scope: 'mine' })
  expect(mine).toMatchObject({ total: 2, scopes: { mine: 2, company: 1, snoozed: 0 }, groups: { today: 1, later: 1 } })
  expect(mine.kinds).toEqual({ opening: 1, approval: 1 })
  expect((await inboxOf(features, { scope: 'company' })).rows.map(({ key }) => key)).toEqual(['x:3'])
  expect((await inboxOf(features, { kind: 'approval' })).rows.map(({ key }) => key)).toEqual(['x:2'])
  expect((await inboxOf(features, { group: 'today' })).kinds).toEqual({ opening: 1 })
})

test('what is put off is gone until its time, for this person, and never beyond its deadline', async () => {
  const now = system.kernel.clock.now().getTime()
  const at = (hours: number) => new Date(now + hours * HOUR).toISOString()
  let dueAt = new Date(now + 5 * HOUR)
  const features = [feature('x', { todos: async () => [todo(1, dueAt), todo(2, null)] })]
  const put = (key: string, until: string | null, account?: Account) =>
    within((ctx) => snooze(ctx, features, { key, until }), { account, writes: true })
  const keys = async (query = {}, account?: Account) =>
    (await inboxOf(features, query, account)).rows.map((row) => row.key)
  await expect(put('x:1', at(6))).rejects.toThrow('截止时间')
  await expect(put('x:1', at(-1))).rejects.toThrow('晚于当前')
  await expect(put('x:2', at(31 * 24))).rejects.toThrow('最多可暂缓')
  await expect(put('y:1', at(1))).rejects.toThrow('不存在')
  await Promise.all([put('x:1', at(4)), put('x:1', at(4))])
  expect(await keys()).toEqual(['x:2'])
  expect(await keys({ snoozed: 'true' })).toEqual(['x:1'])
  expect(await inboxOf(features, {})).toMatchObject({ total: 1, scopes: { mine: 1, snoozed: 1 } })
  expect(await keys({}, 'buyer2')).toEqual(['x:1', 'x:2'])
  // The deadline was moved before the time: back at once.
  dueAt = new Date(now + 3 * HOUR)
  expect(await keys()).toEqual(['x:1', 'x:2'])
  dueAt = new Date(now + 5 * HOUR)
  expect(await keys()).toEqual(['x:2'])
  await put('x:1', null)
  expect(await keys()).toEqual(['x:1', 'x:2'])
  await put('x:2', at(4))
  await system.advanceTo(new Date(now + 4 * HOUR + 1000))
  expect(await keys()).toEqual(['x:1', 'x:2'])
  const { rows } = await system.owner.query('select 1 from inbox_snooze where until > now()')
  await put('x:1', null)
  expect(rows).toHaveLength(1)
  expect((await system.owner.query('select 1 from inbox_snooze')).rows).toEqual([])
  const stranger = await system.login('buyer', { workbench: 'purchaser' })
  for (const key of ['procurement:award:1', '', "'; drop table"])
    expect(await stranger.refused(snoozeTodo, { body: { key, until: null } })).toMatchObject({ status: 404 })
  expect(await stranger.refused(snoozeTodo, { body: { key: 'x'.repeat(300), until: null } })).toMatchObject({
    status: 400,
  })
})

test('a feature that fails costs its own lines only', async () => {
  const page = await gathered([
    feature('broken', {
      board: async ({ tx }) =>
        (await tx
          .selectFrom('no_such_table' as 'message')
          .selectAll()
          .execute()) as never,
      figures: async () => Promise.reject(new Error('no')),
    }),
    feature('whole', {
      board: async () => [{ label: '甲', count: 2, mine: 1, link: '/', mineLink: '/?mine' }],
      deadlines: async (_ctx, until) =>
        Array.from({ length: DEADLINES + 5 }, (_, i) => ({ ...todo(i, null), at: new Date(until.getTime() - i) })),
    }),
  ])
  expect(page.isPartial).toBe(true)
  expect(page.board.map((cell) => cell.label)).toEqual(['甲'])
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
  expect((await inboxOf([writes])).isPartial).toBe(true)
  for (const call of [homePage, inbox]) expect(await system.client().refused(call, {})).toMatchObject({ status: 401 })
  const newcomer = await system.login('admin')
  expect(await newcomer.call(homePage, {})).toMatchObject({ board: [], figures: [], isPartial: false })
})
