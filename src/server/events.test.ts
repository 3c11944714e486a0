import { once } from 'node:events'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { type Context, inContext } from './context.ts'
import { EventJobs } from './event-jobs.ts'
import type { Subscriber } from './events.ts'
import { FEATURES, makeGate } from './features.ts'
import { buildSystem } from './system.ts'
import { PATIENT } from './testing/patience.ts'
import { testSystem, type TestSystem } from './testing/test-system.ts'

let failures = 0
let release = () => undefined as void
const released = new Promise<void>((done) => (release = done))
const seen: string[] = []
const row: string[] = []

let system: TestSystem
let subscribers: Subscriber[] = []
beforeAll(async () => {
  const handler = (name: string) => ({
    name,
    kind: 'probe',
    async handle(ctx: Context<null>, event: { payload: Record<string, unknown> }) {
      if (event.payload.poison && name === 'probe.first' && ++failures <= 1) throw new Error('not yet')
      seen.push(`${name}/${ctx.tenantId}/${String(event.payload.n)}`)
      ctx.audit({ action: name, entity: 'probe', entityId: String(event.payload.n), summary: '' })
    },
  })
  const inRow = {
    name: 'probe.row',
    kind: 'row',
    handle: async (_: Context<null>, event: { payload: Record<string, unknown> }) =>
      void row.push(String(event.payload.n)),
  }
  const long = { name: 'probe.long', kind: 'long', isSlow: true, handle: () => released }
  const orphan = { ...inRow, name: 'probe.orphan', kind: 'later' }
  const hopeless = { name: 'probe.hopeless', kind: 'hopeless', handle: () => Promise.reject(new Error('never')) }
  subscribers = [handler('probe.first'), handler('probe.second'), inRow, long, orphan, hopeless]
  const probe = { name: 'probe', routes: [], subscribers }
  system = await testSystem({ from: 'people', features: [probe] })
})

const as = (tenantId: number, work: (ctx: Context<null>) => Promise<void>) =>
  inContext(system.kernel, { tenantId, actor: null }, work)
const emit = (tenantId: number, payload: Record<string, unknown>) =>
  as(tenantId, async (ctx) => ctx.emit({ kind: 'probe', payload }))
const recorded = async (n: string) =>
  (
    await system.owner.query<{ a: string }>(
      "select body->>'action' as a from audit_entry where body->>'entityId' = $1 order by 1",
      [n],
    )
  ).rows.map((r) => r.a)

test('every subscriber hears each event once, in the tenant of the event', async () => {
  await Promise.all([emit(1, { n: 'a' }), emit(3, { n: 'b' })])
  await system.settle()
  expect(seen.toSorted()).toEqual(['probe.first/1/a', 'probe.first/3/b', 'probe.second/1/a', 'probe.second/3/b'])
})

test('facts of acts that follow one another are chained together, a moment later', async () => {
  await system.settle()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const began = performance.now()
  const acts = Array.from({ length: 30 }, (_, n) => `burst ${n}`)
  try {
    for (const entityId of acts) {
      await as(1, async (ctx) => {
        ctx.audit({ action: 'probe', entity: 'probe', entityId, summary: '' })
        ctx.emit({ kind: 'nobody', payload: {} })
      })
    }
    const chained = async () =>
      (await system.owner.query(`select from audit_record where body->>'entityId' like 'burst %'`)).rowCount
    await vi.waitFor(async () => expect(await chained()).toBe(acts.length), { timeout: 5000, interval: 10 })
    const rounds = query.mock.calls.filter(([text]) => JSON.stringify(text).includes('select kb_chain(')).length
    expect(rounds).toBeLessThanOrEqual(2 + (performance.now() - began) / 100)
  } finally {
    query.mockRestore()
  }
})

test('events of one transaction keep their order; numbers given at dispatch only rise', async () => {
  await as(1, async (ctx) => {
    for (let n = 0; n < 30; n++) ctx.emit({ kind: 'ordered', payload: { n } })
  })
  await system.settle()
  const { rows } = await system.owner.query<{ n: number }>(
    "select (payload->>'n')::int as n from outbox where kind = 'ordered' order by seq",
  )
  expect(rows.map((r) => r.n)).toEqual([...Array(30).keys()])
})

test('what is handed out together is heard in the order in which it happened', async () => {
  const order = Array.from({ length: 18 }, (_, n) => String(n))
  await as(1, async (ctx) => {
    for (const n of order) ctx.emit({ kind: 'row', payload: { n } })
  })
  await system.settle()
  expect(row).toEqual(order)
})

test('a handler that fails is tried again; its neighbours are not held up, and nobody hears twice', async () => {
  await emit(1, { n: 'p', poison: true })
  await Promise.all(Array.from({ length: 5 }, (_, i) => emit(1, { n: `q${i}` })))
  await system.settle()
  expect(await recorded('p')).toEqual(['probe.first', 'probe.second'])
  for (let i = 0; i < 5; i++) expect(await recorded(`q${i}`)).toEqual(['probe.first', 'probe.second'])
  expect(failures).toBe(2)
})

test('a slow handler holds nobody up', async () => {
  await as(1, async (ctx) => ctx.emit({ kind: 'long', payload: {} }))
  await emit(1, { n: 'beside' })
  await vi.waitFor(async () => expect(await recorded('beside')).toEqual(['probe.first', 'probe.second']), PATIENT)
  release()
  await system.settle()
})

test('several processes at the same jobs: each takes effect once', async () => {
  const others = [1, 2, 3].map(() => new EventJobs(system.kernel, subscribers))
  for (const jobs of others) jobs.start()
  try {
    const names = Array.from({ length: 30 }, (_, i) => `shared${i}`)
    await as(1, async (ctx) => {
      for (const n of names) ctx.emit({ kind: 'probe', payload: { n } })
    })
    for (let look = 0; look < 20; look++) {
      for (const jobs of others) jobs.wake()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await system.settle()
    for (const n of names) expect(await recorded(n)).toEqual(['probe.first', 'probe.second'])
  } finally {
    await Promise.all(others.map((jobs) => jobs.stop()))
  }
})

test('a job in the hands of a process that dies is done by another', async () => {
  await as(1, async (ctx) => ctx.emit({ kind: 'orphan', payload: { n: 'o' } }))
  const dying = await system.owner.connect()
  await system.settle()
  expect(row).not.toContain('o')
  // As the dispatcher would have, had it known a subscriber when the event was handed out.
  await dying.query('begin')
  await dying.query(`insert into event_job (tenant_id, event_id, handler, is_slow)
    select tenant_id, id, 'probe.orphan', false from outbox where kind = 'orphan'`)
  await dying.query('commit')
  await dying.query('begin')
  await dying.query(`delete from event_job where handler = 'probe.orphan'`)
  const jobs = new EventJobs(system.kernel, subscribers)
  jobs.start()
  try {
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(row).not.toContain('o')
    // Its connection ends, and with it what it had not committed.
    dying.release(true)
    await system.settle()
    expect(row.filter((n) => n === 'o')).toEqual(['o'])
  } finally {
    await jobs.stop()
  }
})

test('what failed nine times is given up, kept with its reason, and waited for by nobody', async () => {
  const quiet = vi.spyOn(system.kernel.log, 'error').mockImplementation(() => undefined)
  await as(1, async (ctx) => ctx.emit({ kind: 'hopeless', payload: {} }))
  await vi.waitFor(async () => expect(await hopeless()).toMatchObject({ attempts: 1 }))
  await system.owner.query(`update event_job set attempts = 8, due_at = now() where handler = 'probe.hopeless'`)
  await system.settle()
  expect(await hopeless()).toEqual({ attempts: 9, last_error: 'Error: never', given_up: true })
  expect(quiet).toHaveBeenCalledTimes(2)
  quiet.mockRestore()
})

const hopeless = async () =>
  (
    await system.owner.query(
      `select attempts, last_error, due_at = 'infinity' as given_up from event_job where handler = 'probe.hopeless'`,
    )
  ).rows[0]

test('a timer fires at its instant, once; moved or dropped it does not', async () => {
  const at = (minutes: number) => new Date(system.kernel.clock.now().getTime() + minutes * 60_000)
  await as(1, async (ctx) => {
    await ctx.schedule('t1', at(10), { kind: 'probe', payload: { n: 't1' } })
    await ctx.schedule('t2', at(10), { kind: 'probe', payload: { n: 't2' } })
    await ctx.schedule('t3', at(10), { kind: 'probe', payload: { n: 't3' } })
    await ctx.schedule('t2', at(60), { kind: 'probe', payload: { n: 't2' } })
    await ctx.schedule('t3', null, { kind: 'probe', payload: {} })
  })
  await system.advanceTo(at(9))
  expect(await recorded('t1')).toEqual([])
  await system.advanceTo(at(2))
  expect([await recorded('t1'), await recorded('t2'), await recorded('t3')]).toEqual([
    ['probe.first', 'probe.second'],
    [],
    [],
  ])
  await system.advanceTo(at(60))
  expect([await recorded('t1'), await recorded('t2'), await recorded('t3')].map((r) => r.length)).toEqual([2, 2, 0])
})

test('a process that does not lead wakes the leader for each event it stores', async () => {
  const gate = makeGate()
  const follower = await buildSystem(system.config, {
    ownerUrl: system.ownerUrl,
    features: FEATURES,
    gate: gate.create,
    webRoot: null,
    skipMigrations: true,
  })
  const listener = await system.owner.connect()
  try {
    await listener.query('listen kb_wake')
    for (let n = 0; n < 5; n++) {
      const woken = once(listener, 'notification', { signal: AbortSignal.timeout(5000) })
      await inContext(follower.kernel, { tenantId: 1, actor: null }, async (ctx) =>
        ctx.emit({ kind: 'afar', payload: { n } }),
      )
      expect(await woken).toHaveLength(1)
    }
  } finally {
    listener.release(true)
    await follower.stop()
  }
})
