import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { bidRoom, submitBid } from '../contract.ts'
import { checkLog } from './check.ts'
import { BID_FEATURES, Bidder, seedOrder } from './testing/test-bids.ts'

/* A full disk is told as one (503), and nothing looks accepted that was not kept. */

let system: TestSystem
let bidder: Bidder
let orderId: string

beforeAll(async () => {
  system = await testSystem({ from: 'people', features: BID_FEATURES })
  const companyId = COMPANIES.supplier1.id
  const bidEnd = new Date(system.kernel.clock.now().getTime() + 3_600_000)
  orderId = await seedOrder(system.owner, { bidEnd, companyIds: [companyId] })
  const client = await system.login('supplier1', { workbench: 'supplier' })
  bidder = await new Bidder(client, { companyId, orderId }).prepare()
})

test('no space for an upload', async () => {
  const { bytes } = await bidder.seal('technical', new Uint8Array(2000))
  const { uploads } = system.kernel.files
  const { adopt } = uploads
  uploads.adopt = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  await expect(bidder.client.upload('sealed-bid', 'x.kbe', bytes)).rejects.toMatchObject({ status: 503 })
  uploads.adopt = adopt
  const { rowCount } = await system.owner.query('select 1 from file_object')
  expect(rowCount).toBe(0)
})

test('no space for the commit, wherever in it: no receipt, no leaf, no bid; and then it works', async () => {
  const bid = await bidder.uploadAll('1.00')
  const size = async () => (await system.owner.query('select size from bid_log where tenant_id = 1')).rows[0]?.size ?? 0
  const before = await size()
  // PostgreSQL's own words for a full disk, raised where each table is written.
  await system.owner.query(`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  for (const table of ['bid_log_tile', 'bid_submission', 'bid_file', 'audit_intake', 'idempotency']) {
    await system.owner.query(
      `create trigger full_disk before insert on ${table} for each row execute function full_disk()`,
    )
    const refused = await bidder.client.refused(submitBid, {
      params: { orderId },
      body: { ...bid, keyId: bidder.keyId, replaces: null },
    })
    expect({ table, ...refused }).toMatchObject({ table, status: 503, code: 10016 })
    await system.owner.query(`drop trigger full_disk on ${table}`)
    const room = await bidder.client.call(bidRoom, { params: { orderId } })
    expect({ table, history: room.history }).toEqual({ table, history: [] })
    expect(room.receipt).toBeNull()
    expect(await size()).toEqual(before)
  }
  const receipt = await bidder.submit(bid)
  expect(receipt.body.action).toBe('bid.submitted')
  expect(await checkLog(system.kernel)).toEqual([])
})
