import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beaconKeyOf, signRound } from '#contract/beacon.ts'
import { BEACON_SCHEME } from '#contract/beacon-chain.ts'
import { hashOf } from '#contract/draw.ts'
import { namedHash } from '#contract/draw-steps.ts'
import { drawn } from '#demo/play/drawn.ts'
import * as c from '#features/experts/contract-extraction.ts'
import { importPeople, termsOf } from '#features/experts/server/testing/expert-world.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'

/* While an order takes bids a record gets its leaf when a beat has ended: the steps of a draw are in heads before its round all the same. */

const SECRET = '1d'.repeat(32)
const CHAIN = {
  public_key: beaconKeyOf(SECRET),
  period: 3,
  genesis_time: 1_692_803_367,
  hash: hashOf('relay of the test'),
  schemeID: BEACON_SCHEME,
}

let relay: Server
let t: TestSystem
beforeAll(async () => {
  relay = createServer((request, response) => {
    const round = Number(/\/public\/(\d+)$/.exec(request.url ?? '')?.[1])
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(round ? { round, signature: signRound(SECRET, round) } : CHAIN))
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const { port } = relay.address() as AddressInfo
  t = await testSystem({ from: 'signedUp', env: { BEACON_URL: `http://127.0.0.1:${port}/${CHAIN.hash}` } })
})
afterAll(() => relay.close())

test('a head holds the closing, and one what names the round, before the round is out', async () => {
  const people = [1, 2, 3].map((i) => ({ name: `规划${i}`, mobile: `1391111000${i}`, majors: '城乡规划' }))
  await importPeople({ t }, await t.login('admin', { workbench: 'admin' }), people)
  const buyer = await t.login('buyer', { workbench: 'purchaser' })
  const { extractionId } = await buyer.call(c.createExtraction, { body: termsOf({ t }) })
  const params = { extractionId }
  await buyer.call(c.drawExtraction, { params })
  await drawn(t, extractionId)
  const { frozen, named, dueAt } = (await buyer.call(c.drawProof, { params })).steps!
  expect(frozen).toMatchObject({ lead: 30, beacon: { hash: CHAIN.hash } })
  const { rows } = await t.owner.query<{ at: Date }>(
    `select c.at from log_record r join log_leaf l on l.tenant_id = r.tenant_id and l.record_id = r.id
     join bid_checkpoint c on c.tenant_id = l.tenant_id and c.size > l.idx
     where r.hash = decode($1, 'hex') order by c.size, c.at limit 1`,
    [namedHash(named!)],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.at.getTime()).toBeGreaterThan(Date.parse(named!.at))
  expect(rows[0]!.at.getTime()).toBeLessThan(Date.parse(dueAt!))
})
