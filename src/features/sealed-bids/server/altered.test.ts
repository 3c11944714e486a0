import { beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { bidRoom, receiptJson } from '../contract.ts'
import { orderTrust } from '../contract-log.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import { verifyReceipt } from '#features/sealing/core/verify-receipt.ts'
import { checkLog } from './check.ts'
import { BID_FEATURES, Bidder, seedOrder } from './testing/test-bids.ts'

/* One byte changed by SQL after the deadline: the check at the start names it, and so does the verifier in the hands of a
 * bidder, who has the receipt and what everybody can fetch. */

let system: TestSystem
let client: HttpClient
let params: { orderId: string; submissionId: string }
let kept: Receipt

beforeAll(async () => {
  system = await testSystem({ from: 'people', features: BID_FEATURES })
  const companyId = COMPANIES.supplier1.id
  const bidEnd = new Date(system.kernel.clock.now().getTime() + 3_600_000)
  const orderId = await seedOrder(system.owner, { bidEnd, companyIds: [companyId] })
  client = await system.login('supplier1', { workbench: 'supplier' })
  const bidder = await new Bidder(client, { companyId, orderId }).prepare()
  kept = await bidder.submit(await bidder.uploadAll('1.00'))
  params = { orderId, submissionId: (await client.call(bidRoom, { params: { orderId } })).current!.submissionId }
  await system.owner.query(
    `insert into timer (tenant_id, key, kind, due_at, payload) values (1, $1, 'order.bid-deadline', $2, $3)`,
    [`order:${orderId}:bid-deadline`, bidEnd, JSON.stringify({ orderId })],
  )
  await system.advanceTo(bidEnd)
})

/** Ids of what does not hold, as the verifier finds it with the published notice and tiles. */
async function failures(receipt: Receipt): Promise<string[]> {
  const tiles = {
    async readTile(path: string) {
      const response = await fetch(`${system.base}/api/log/${path}`)
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
    },
  }
  const notice = await system.client().call(orderTrust, { params })
  return (await verifyReceipt({ receipt, notice, tiles })).filter((check) => !check.ok).map((check) => check.id)
}

const download = async () => JSON.parse((await client.file(receiptJson, { params })).content.toString()) as Receipt

test('nothing altered, nothing named', async () => {
  expect(await failures(kept)).toEqual([])
  expect(await failures(await download())).toEqual([])
  expect(await checkLog(system.kernel)).toEqual([])
})

test('a row of the log: its entry, its hash', async () => {
  const index = kept.body.logIndex
  // An entry is `{"commitment":"…","v":1}`, led by its length in two bytes.
  const { rows } = await system.owner.query<{ size: number }>(
    `select length(data) / least(256, (select size from bid_log where tenant_id = 1)) as size from bid_log_tile
     where tenant_id = 1 and level = -1 and idx = $1`,
    [Math.floor(index / 256)],
  )
  // Of hashes the neighbour's: the own one the verifier computes itself.
  const at = { '-1': (index % 256) * rows[0]!.size + 30, '0': ((index ^ 1) % 256) * 32 + 5 }
  for (const [level, what] of [
    ['-1', 'entry'],
    ['0', 'tile'],
  ] as const) {
    const flip = () =>
      system.owner.query(
        `update bid_log_tile set data = set_byte(data, $1, get_byte(data, $1) # 1) where tenant_id = 1 and level = $2 and idx = $3`,
        [at[level], level, Math.floor(index / 256)],
      )
    await flip()
    const [found, named] = [await failures(kept), await checkLog(system.kernel)]
    await flip()
    expect({ what, found }).toEqual({ what, found: expect.arrayContaining(['published-leaf']) })
    expect(named.map((one) => one.what)).toContain(what)
  }
  expect(await failures(kept)).toEqual([])
})

test('a bid: its receipt, its manifest', async () => {
  const change = (column: string, path: string, value: string) =>
    system.owner.query(
      `update bid_submission set ${column} = jsonb_set(${column}, $1, to_jsonb($2::text)) where id = $3`,
      [path, value, params.submissionId],
    )
  const [file] = kept.manifest!.files
  for (const [column, path, was, check] of [
    ['receipt', '{body,at}', kept.body.at, 'signature-ed25519'],
    ['receipt', '{manifest,files,0,cipherHash}', file!.cipherHash, 'manifest'],
  ] as const) {
    const last = was.at(-2)
    await change(column, path, `${was.slice(0, -2)}${last === '0' ? '1' : '0'}${was.at(-1)}`)
    const [found, named] = [await failures(await download()), await checkLog(system.kernel)]
    await change(column, path, was)
    expect({ path, found }).toEqual({ path, found: expect.arrayContaining([check]) })
    expect(named.length).toBeGreaterThan(0)
    for (const one of named) expect(one).toMatchObject({ what: 'submission', id: params.submissionId })
  }
  expect(await failures(await download())).toEqual([])
  expect(await checkLog(system.kernel)).toEqual([])
})
