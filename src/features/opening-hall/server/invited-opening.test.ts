import { expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { orderTrust } from '#features/sealed-bids/contract-log.ts'
import { findRecords } from '#features/home/contract.ts'
import { publicHall } from '../contract-portal.ts'
import { THREE } from '#demo/play/hall.ts'
import { hallWorld } from './testing/hall.ts'

/* A tender with three invited suppliers, from its draft to the end of its opening; outside nobody sees any of it. */

test('three invited suppliers bid and their bids are opened; the public hall and the log tell strangers nothing', async () => {
  const { world, halls } = await hallWorld([{ bidders: THREE, invited: ['supplier1', 'supplier2', 'supplier3'] }])
  const hall = halls[0]!
  const params = { orderId: hall.orderId }
  const clients = {
    nobody: world.t.client(),
    stranger: await world.as('supplier4'),
    invited: await world.as('supplier1'),
  }
  const seen = async () => {
    const codes: Record<string, unknown[]> = {}
    for (const [name, client] of Object.entries(clients)) {
      const code = (call: Promise<unknown>) =>
        call.then(
          () => 0,
          (error: { status: number }) => error.status,
        )
      codes[name] = [await code(client.call(publicHall, { params })), await code(client.call(orderTrust, { params }))]
    }
    return codes
  }
  const HIDDEN = { nobody: [404, 404], stranger: [404, 404], invited: [0, 0] }
  expect(await seen()).toEqual(HIDDEN)
  const found = async (client: typeof clients.invited) =>
    (await client.call(findRecords, { query: { keyword: '呼吸机' } })).rows.map((row) => row.key)
  expect((await found(clients.stranger)).filter((key) => key.includes(hall.orderId))).toEqual([])
  expect((await found(clients.invited)).filter((key) => key.includes(hall.orderId))).toHaveLength(1)

  await world.t.advanceTo(hall.openAt)
  await world.start(hall)
  await world.throughOpening(hall, hall.seats)
  expect(await seen()).toEqual(HIDDEN)
  const { bidders } = await world.detail('buyer', hall)
  // What proves a result is for everybody who reads it.
  await world.t.owner.query("update purchase_order set state = 'candidates.public' where id = $1", [hall.orderId])
  expect(await seen()).toEqual({ nobody: [404, 0], stranger: [404, 0], invited: [0, 0] })
  expect(bidders.map((row) => row.supplierName).toSorted()).toEqual(
    [COMPANIES.supplier1.name, COMPANIES.supplier2.name, COMPANIES.supplier3.name].toSorted(),
  )
})
