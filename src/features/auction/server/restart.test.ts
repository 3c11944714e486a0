import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import type { TenderWorld } from '#features/procurement/server/testing/tender.ts'
import { killableServer, type KillableServer } from '#server/testing/killable.ts'
import * as c from '../contract.ts'
import { hallAs, prepare, ticket } from './testing/auction.ts'

/* The only server process is killed in the middle of an auction: what was accepted stands, the rest goes on. */

let server: KillableServer
let shift = 0

beforeAll(async () => {
  server = await killableServer()
}, 120_000)

afterAll(() => server.stop())

test('killed while an offer was being written: nothing half, the same request again is one offer, and it ends in time', async () => {
  let world = await people()
  const made = await prepare(world)
  await moveTo(made.startsAt)
  const { orderId } = made
  const [first, second] = world.suppliers
  const token = await ticket(first!, orderId)
  await first!.call(c.makeOffer, { params: made, body: { token, price: '890000' } })

  const other = await ticket(second!, orderId)
  const again = { params: made, body: { token: other, price: '880000' } }
  const key = '0b0e3f6c-6a0c-4a5c-9d51-000000000001'
  await server.killWhileWriting('auction', () => second!.call(c.makeOffer, again, { key }))
  await server.start()
  world = await people()
  expect(await hallAs(world.buyer, orderId)).toMatchObject({ status: 1, lowest: '890000.00', offers: [{ seq: 1 }] })

  // Its commit is on the way already: the database finishes what it was sent, whole, and the answer waits for who asks.
  await server.killWhileWriting('auction_offer', () => world.suppliers[1]!.call(c.makeOffer, again, { key }))
  await server.start()
  world = await people()
  const after = await hallAs(world.buyer, orderId)
  expect(after).toMatchObject(
    after.offers.length === 2 ? { lowest: '880000.00', offers: [{ seq: 1 }, { seq: 2 }] } : { lowest: '890000.00' },
  )
  const accepted = await world.suppliers[1]!.call(c.makeOffer, again, { key })
  expect(await world.suppliers[1]!.call(c.makeOffer, again, { key })).toEqual(accepted)
  expect(accepted.seq).toBe(2)

  // Down when the end falls due: the next process ends it, as planned.
  await server.kill()
  await moveTo(new Date(made.endsAt.getTime() + MINUTE))
  await server.start()
  world = await people()
  await expect
    .poll(async () => (await server.owner.query('select status from auction')).rows, { timeout: 20_000 })
    .toEqual([{ status: 3 }])
  const hall = await hallAs(world.buyer, orderId)
  expect(hall.events.at(-1)).toMatchObject({ kind: 'end', at: made.endsAt.toISOString() })
  expect(hall.ranking.map((r) => r.price)).toEqual(['880000.00', '890000.00'])
}, 120_000)

async function people(): Promise<TenderWorld> {
  const login = (account: string, workbench: string) => server.login(account, workbench)
  return {
    // Only the clock is asked of it here.
    t: { kernel: { clock: { now: () => new Date(Date.now() + shift) } } } as TenderWorld['t'],
    buyer: await login('buyer', 'purchaser'),
    suppliers: await Promise.all(['supplier1', 'supplier2', 'supplier3'].map((s) => login(s, 'supplier'))),
  }
}

async function moveTo(at: Date): Promise<void> {
  shift += Math.max(0, at.getTime() - Date.now() - shift)
  await server.owner.query('update clock_shift set ms = $1', [shift])
  await server.owner.query(`select pg_notify('kb_clock', '')`)
  await new Promise((resolve) => setTimeout(resolve, 200))
}
