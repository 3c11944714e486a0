import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { inContext } from './context.ts'
import type { HttpClient } from './testing/http-client.ts'
import { testSystem, type TestSystem } from './testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await testSystem({ from: 'people' })
})

interface Frame {
  id: string
  event: string
  data: { kind?: string; topics?: string[]; payload?: unknown }
}

/** Reads a live stream: `next` waits for a frame that is not the greeting, `ended` for its end. */
async function listen(client: HttpClient, topics: string, lastEventId?: string) {
  const response = await client.fetch('GET', `/api/live?topics=${topics}`, undefined, {
    headers: lastEventId ? { 'last-event-id': lastEventId } : {},
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Frame | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const lines = text.slice(0, end).split('\n')
        text = text.slice(end + 2)
        const field = (name: string) => lines.find((l) => l.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
        if (field('data') && field('event') !== 'hello')
          return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) as Frame['data'] }
        continue
      }
      const { value, done } = await reader.read()
      if (done) return null
      text += value
    }
  }
  return { next, close: () => reader.cancel() }
}

const emit = (tenantId: number, topics: string[], n: number) =>
  inContext(system.kernel, { tenantId, actor: null }, async (ctx) =>
    ctx.emit({ kind: 'probe', payload: { n }, topics }),
  )

const mine = `user:${PEOPLE.buyer.id}`

test('own topics only; a stranger’s, an unknown one and none at all are refused', async () => {
  const buyer = await system.login('buyer')
  for (const topics of [
    `user:${PEOPLE.agent.id}`,
    `company:${COMPANIES.agency.id}`,
    'nonsense:1',
    `${mine},user:${PEOPLE.agent.id}`,
  ])
    await expect(buyer.fetch('GET', `/api/live?topics=${topics}`)).rejects.toMatchObject({ status: 404 })
  await expect(buyer.fetch('GET', '/api/live?topics=')).rejects.toMatchObject({ status: 400 })
  await expect(system.client().fetch('GET', `/api/live?topics=${mine}`)).rejects.toMatchObject({ status: 404 })
})

test('a listener hears its topics soon after the commit, and not who else hears', async () => {
  const buyer = await system.login('buyer')
  const stream = await listen(buyer, `${mine},company:${COMPANIES.hospital.id}`)
  await emit(1, [`user:${PEOPLE.agent.id}`], 1)
  await emit(3, [mine], 2)
  await emit(1, [mine, `user:${PEOPLE.agent.id}`], 3)
  const frame = (await stream.next())!
  expect(frame.data).toMatchObject({ kind: 'probe', payload: { n: 3 }, topics: [mine] })
  await stream.close()
})

const WITHIN = { timeout: 60_000 }

test('an interrupted stream resumes where it broke off; too far behind, it is told to load anew', async () => {
  const buyer = await system.login('buyer')
  const stream = await listen(buyer, mine)
  await emit(1, [mine], 10)
  const { id } = (await stream.next())!
  await stream.close()
  for (const n of [11, 12]) await emit(1, [mine], n)
  await system.settle()
  const again = await listen(buyer, mine, id)
  expect([(await again.next())!.data.payload, (await again.next())!.data.payload]).toEqual([{ n: 11 }, { n: 12 }])
  await again.close()
  await inContext(system.kernel, { tenantId: 3, actor: null }, async (ctx) => {
    for (let n = 0; n < 600; n++) ctx.emit({ kind: 'other', payload: {}, topics: ['x:1'] })
  })
  await system.settle()
  await expect
    .poll(async () => {
      const late = await listen(buyer, mine, id)
      const frame = await Promise.race([late.next(), new Promise<null>((r) => setTimeout(() => r(null), 200))])
      await late.close()
      return frame?.event
    }, WITHIN)
    .toBe('resync')
})

test('streams of a person end when the person changes; others go on', async () => {
  const [buyer, agent] = [await system.login('buyer'), await system.login('agent')]
  const [his, hers] = [await listen(buyer, mine), await listen(agent, `user:${PEOPLE.agent.id}`)]
  await system.kernel.actorChanged(PEOPLE.buyer.id)
  expect((await his.next())?.event).toBe('bye')
  expect(await his.next()).toBeNull()
  await emit(1, [`user:${PEOPLE.agent.id}`], 20)
  expect((await hers.next())?.data.payload).toEqual({ n: 20 })
  await hers.close()
})

test('while the database is away it is asked for once a second, not ever more often; back, everything goes on', async () => {
  const buyer = await system.login('buyer')
  const stream = await listen(buyer, mine)
  const name = new URL(system.ownerUrl).pathname.slice(1)
  const elsewhere = new URL(system.ownerUrl)
  elsewhere.pathname = '/postgres'
  const admin = new pg.Client({ connectionString: elsewhere.href })
  await admin.connect()
  const connect = vi.spyOn(pg.Client.prototype, 'connect')
  const live = () =>
    connect.mock.contexts.filter((client) => {
      const { connectionParameters } = client as { connectionParameters: { application_name?: string } }
      return connectionParameters.application_name === 'kaibiao-live'
    }).length
  try {
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await sleep(4000)
    // Doubled with each failure, there would be more than twenty by now.
    expect(live()).toBeGreaterThan(1)
    expect(live()).toBeLessThan(8)
  } finally {
    connect.mockRestore()
    await admin.query(`alter database ${name} allow_connections true`)
    await admin.end()
  }
  await expect
    .poll(
      () =>
        emit(1, [mine], 99)
          .then(() => true)
          .catch(() => false),
      WITHIN,
    )
    .toBe(true)
  expect((await stream.next())!.data).toMatchObject({ payload: { n: 99 } })
  await system.settle()
  await stream.close()
})
