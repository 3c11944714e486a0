import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import type { StateFacts } from '#demo/states/states.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { killableServer, type KillableServer } from '#server/testing/killable.ts'
import * as c from '../contract.ts'
import { hallAs, ticket } from './testing/auction.ts'

/* The only server process is killed in the middle of an auction: what was accepted stands, the rest goes on. */

let server: KillableServer

beforeAll(async () => {
  server = await killableServer({ from: 'running' })
})

afterAll(() => server.stop())

test('killed while an offer was being written: nothing half, the same request again is one offer, and it ends in time', async () => {
  let world = await people()
  const { orderId, endsAt } = server.facts as StateFacts['running']
  const params = { orderId }
  const [first, second] = world.suppliers
  const token = await ticket(first!, orderId)
  await first!.call(c.makeOffer, { params, body: { token, price: '90000' } })

  const other = await ticket(second!, orderId)
  const again = { params, body: { token: other, price: '88000' } }
  const key = '0b0e3f6c-6a0c-4a5c-9d51-000000000001'
  await server.killWhileWriting('auction', () => second!.call(c.makeOffer, again, { key }))
  await server.start()
  world = await people()
  expect(await hallAs(world.buyer, orderId)).toMatchObject({ status: 1, best: '90000.00', offers: [{ seq: 1 }] })

  // Its commit is on the way already: the database finishes what it was sent, whole, and the answer waits for who asks.
  await server.killWhileWriting('auction_offer', () => world.suppliers[1]!.call(c.makeOffer, again, { key }))
  await server.start()
  world = await people()
  const after = await hallAs(world.buyer, orderId)
  expect(after).toMatchObject(
    after.offers.length === 2 ? { best: '88000.00', offers: [{ seq: 1 }, { seq: 2 }] } : { best: '90000.00' },
  )
  const accepted = await world.suppliers[1]!.call(c.makeOffer, again, { key })
  expect(await world.suppliers[1]!.call(c.makeOffer, again, { key })).toEqual(accepted)
  expect(accepted.seq).toBe(2)

  // Down when the end falls due: the next process ends it, as planned.
  await server.kill()
  await moveTo(new Date(new Date(endsAt).getTime() + MINUTE))
  await server.start()
  world = await people()
  await expect.poll(async () => (await server.owner.query('select status from auction')).rows).toEqual([{ status: 3 }])
  const hall = await hallAs(world.buyer, orderId)
  expect(hall.events.at(-1)).toMatchObject({ kind: 'end', at: endsAt })
  expect(hall.ranking.map((r) => r.price)).toEqual(['88000.00', '90000.00'])
})

async function people(): Promise<{ buyer: HttpClient; suppliers: HttpClient[] }> {
  const login = (account: string, workbench: string) => server.login(account, workbench)
  return {
    buyer: await login('buyer', 'purchaser'),
    suppliers: await Promise.all(['supplier1', 'supplier2', 'supplier3'].map((s) => login(s, 'supplier'))),
  }
}

/** Moves the clock of whichever process comes next: none runs now. */
async function moveTo(at: Date): Promise<void> {
  await server.owner.query('update clock_shift set ms = $1', [at.getTime() - Date.now()])
}
