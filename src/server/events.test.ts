import { once } from 'node:events'
import { beforeAll, expect, test, vi } from 'vitest'
import { type Context, inContext } from './context.ts'
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
  const probe = {
    name: 'probe',
    routes: [],
    subscribers: [handler('probe.first'), handler('probe.second'), inRow, long],
  }
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

test('a job that comes twice takes effect once', async () => {
  await emit(1, { n: 'twice' })
  await system.settle()
  await system.owner.query(
    `insert into pgboss.job (name, data) select name, data from pgboss.job where name = 'event' and data->>'eventId' =
       (select id::text from outbox where payload->>'n' = 'twice')`,
  )
  await system.settle()
  expect(await recorded('twice')).toEqual(['probe.first', 'probe.second'])
})

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
