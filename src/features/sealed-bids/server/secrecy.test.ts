import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { TICK } from '#server/public-log.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { BEAT, fillForEvent, fillSilence, firstBeat, leavesAhead, MAX_SILENCE } from './beat.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { BID_FEATURES, Bidder, seedOrder } from './testing/test-bids.ts'

/*
 * Before the opening nobody sees who bids, how many, or what. Two platforms with the same clock, one with bids
 * and one without, must look the same from outside.
 */

let busy: TestSystem
let silent: TestSystem

beforeAll(async () => {
  busy = await testSystem({ from: 'people', features: BID_FEATURES })
  silent = await testSystem({ from: 'people', features: BID_FEATURES })
})

test('the public log grows by the clock and not by the bids', async () => {
  const start = Math.ceil((busy.kernel.clock.now().getTime() + 5000) / TICK) * TICK
  const companies = [COMPANIES.supplier1.id, COMPANIES.supplier2.id]
  const orders = new Map<TestSystem, string>()
  for (const system of [busy, silent]) {
    const orderId = await seedOrder(system.owner, { bidEnd: new Date(start + 20 * TICK), companyIds: companies })
    orders.set(system, orderId)
    await setClock(system, start + 5000)
    await publish(system, orderId)
  }
  const sizes: Record<'busy' | 'silent', number[]> = { busy: [], silent: [] }
  for (let tick = 1; tick <= 4; tick++) {
    for (const n of [1, 2] as const) {
      const orderId = orders.get(busy)!
      const client = await busy.login(`supplier${n}`, { workbench: 'supplier' })
      const bidder = await new Bidder(client, { companyId: companies[n - 1]!, orderId }).prepare()
      const own = await busy.owner.query(
        `select s.id from bid_submission s join trade t on t.id = s.trade_id where t.order_id = $1 and t.supplier_company_id = $2 order by s.log_index desc limit 1`,
        [orderId, companies[n - 1]],
      )
      await bidder.submit(await bidder.uploadAll(`${tick}${n}.00`), own.rows[0]?.id ?? null)
    }
    for (const [name, system] of [
      ['busy', busy],
      ['silent', silent],
    ] as const) {
      await setClock(system, start + tick * TICK + 5000)
      sizes[name].push(parseCheckpoint(await (await fetch(`${system.base}/api/log/checkpoint`)).text()).size)
    }
  }
  expect(sizes.busy).toEqual(sizes.silent)
  expect(sizes.busy.map((size, i) => size - (sizes.busy[i - 1] ?? 0)).slice(1)).toEqual([
    TICK / BEAT,
    TICK / BEAT,
    TICK / BEAT,
  ])
})

test('tiles beyond the published head are not shown', async () => {
  const published = parseCheckpoint(await (await fetch(`${busy.base}/api/log/checkpoint`)).text()).size
  const { rows } = await busy.owner.query<{ size: number }>('select size from bid_log where tenant_id = 1')
  const client = await busy.login('supplier1', { workbench: 'supplier' })
  expect(rows[0]!.size).toBeGreaterThanOrEqual(published)
  const width = published % 256
  const tile = Math.floor(published / 256)
  const path = (w: number) => `/api/log/tile/0/${String(tile).padStart(3, '0')}.p/${w}`
  expect((await fetch(busy.base + path(width))).status).toBe(200)
  await expect(client.fetch('GET', path(width + 1))).rejects.toMatchObject({ status: 404 })
})

test('what the buyer side hears of a bid: nothing', async () => {
  const { rows } = await busy.owner.query<{ topics: string[]; kind: string }>(
    `select kind, topics from outbox where kind like 'bid.%'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row.topics.every((topic) => topic.startsWith('bid:'))).toBe(true)
  const { rows: facts } = await busy.owner.query<{ body: { entity: string; action: string } }>(
    `select body from audit_entry where body->>'action' like 'bid.%'`,
  )
  for (const { body } of facts) expect(body.entity).toBe('bid')
  const trades = await busy.owner.query<{ id: string }>('select id from trade limit 1')
  const buyer = await busy.login('buyer', { workbench: 'purchaser' })
  const stream = await buyer
    .fetch('GET', `/api/live?topics=bid:${trades.rows[0]!.id}`)
    .then((r) => r.status)
    .catch((error: { status: number }) => error.status)
  expect([403, 404]).toContain(stream)
})

test('beats: silence is filled, the beat under way holds one event, a burst runs ahead and is caught up', () => {
  const t0 = firstBeat(1_000_000_007)
  expect(fillSilence(t0, t0 + BEAT - 1)).toEqual({ decoys: 0, filledTo: t0 })
  expect(fillSilence(t0, t0 + 3 * BEAT + 1)).toEqual({ decoys: 3, filledTo: t0 + 3 * BEAT })
  const one = fillForEvent(t0, t0 + 3 * BEAT + 1, 0.9)
  expect(one).toEqual({ decoys: 3, filledTo: t0 + 4 * BEAT })
  expect(leavesAhead(one.filledTo, t0 + 3 * BEAT + 1)).toBe(1)
  expect(fillForEvent(one.filledTo, t0 + 3 * BEAT + 2, 0)).toEqual({ decoys: 0, filledTo: t0 + 5 * BEAT })
  expect(fillForEvent(one.filledTo, t0 + 3 * BEAT + 2, 0.99)).toEqual({ decoys: 2, filledTo: t0 + 7 * BEAT })
  expect(fillSilence(t0, t0 + 10_000 * BEAT)).toEqual({ decoys: MAX_SILENCE, filledTo: t0 + 10_000 * BEAT })
  expect(leavesAhead(t0, t0)).toBe(0)
})

async function setClock(system: TestSystem, at: number): Promise<void> {
  await system.advanceTo(new Date(at))
}

/** Procurement's event of a publication, as its status table emits it. */
async function publish(system: TestSystem, orderId: string): Promise<void> {
  await system.owner.query(`insert into outbox (tenant_id, at, kind, payload) values (1, now(), 'order.status', $1)`, [
    JSON.stringify({ orderId, from: 'publish.draft', to: 'publish.open' }),
  ])
  await system.settle()
}
