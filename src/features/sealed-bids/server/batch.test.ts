import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { HOUR } from '#contract/time.ts'
import { exchangesOf } from '#server/testing/exchanges.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { bidRoom, inspectBidFile, submitBid } from '../contract.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { leafHash, verifyInclusion } from '#features/sealing/core/log/merkle.ts'
import { fromHex } from '#features/sealing/core/bytes.ts'
import { type Receipt, receiptLeaf } from '#features/sealing/core/receipt.ts'
import { verifyReceipt } from '#features/sealing/core/verify-receipt.ts'
import { checkLog } from './check.ts'
import { BID_FEATURES, Bidder, seedOrder, seedSuppliers } from './testing/test-bids.ts'

/* Commits that come at one instant are logged under one head; each is judged by itself and has its own receipt. */

interface Ready {
  bidder: Bidder
  bid: Awaited<ReturnType<Bidder['uploadAll']>>
}

const BIDDERS = 10
let t: TestSystem
let suppliers: { account: string; companyId: string }[]

beforeAll(async () => {
  t = await testSystem({ from: 'people', features: BID_FEATURES })
  suppliers = await seedSuppliers(t.owner, BIDDERS)
})

/** One order; each bidder with a bid that only has to be committed. */
async function ready(count = BIDDERS): Promise<Ready[]> {
  const bidEnd = new Date(t.kernel.clock.now().getTime() + HOUR)
  const orderId = await seedOrder(t.owner, { bidEnd, companyIds: suppliers.map((s) => s.companyId) })
  return Promise.all(
    suppliers.slice(0, count).map(async ({ account, companyId }) => {
      const client = await t.login(account, { workbench: 'supplier' })
      const bidder = await new Bidder(client, { companyId, orderId }).prepare()
      const bid = await bidder.uploadAll('1.00')
      for (const fileId of bid.fileIds) await client.call(inspectBidFile, { params: { orderId, fileId } })
      return { bidder, bid }
    }),
  )
}

const commit = ({ bidder, bid }: Ready, replaces: string | null = null, key: string = randomUUID()) =>
  bidder.client.call(
    submitBid,
    { params: { orderId: bidder.orderId }, body: { ...bid, keyId: bidder.keyId, replaces } },
    { key },
  )

test('a commit is three exchanges with the database', async () => {
  const [first, ...more] = await ready(4)
  // The first begins the log.
  await commit(first!)
  const counts: number[] = []
  for (const one of more) counts.push(await exchangesOf(() => commit(one)))
  // On a slow machine what is known of a caller may run out meanwhile, and is read again.
  expect(Math.min(...counts)).toBe(3)
})

test('many at once: fewer heads than bids, in the order of arrival, and each proof verifies', async () => {
  const all = await ready()
  const receipts = await Promise.all(all.map((one) => commit(one)))
  const heads = new Set(receipts.map((r) => r.body.checkpoint))
  expect(heads.size).toBeLessThan(BIDDERS / 2)
  const placed = receipts.toSorted((a, b) => a.body.logIndex - b.body.logIndex)
  expect(new Set(placed.map((r) => r.body.logIndex)).size).toBe(BIDDERS)
  expect(placed.map((r) => r.body.at)).toEqual(placed.map((r) => r.body.at).toSorted())
  for (const { body } of receipts) {
    const leaf = { hash: leafHash(receiptLeaf(body).entry), index: body.logIndex }
    expect(verifyInclusion(leaf, parseCheckpoint(body.checkpoint), body.inclusionProof.map(fromHex))).toBe(true)
  }
  const { trust } = await all[0]!.bidder.client.call(bidRoom, { params: { orderId: all[0]!.bidder.orderId } })
  for (const receipt of receipts)
    expect((await verifyReceipt({ receipt, notice: trust })).filter((c) => c.ok === false)).toEqual([])
  expect(await checkLog(t.kernel)).toEqual([])
})

test('one that is refused leaves the others alone, and what is recorded of it stays', async () => {
  const [late] = await ready(1)
  await t.owner.query('update purchase_order set bid_end = now() where id = $1', [late!.bidder.orderId])
  const all = await ready()
  const outcomes = await behindOne(all, [
    () => commit(all[1]!),
    () => commit(all[2]!, randomUUID()),
    () => commit(late!),
    () => commit({ ...all[3]!, bid: { ...all[3]!.bid, fileIds: all[3]!.bid.fileIds.slice(1) } }),
    () => commit(all[4]!),
  ])
  expect(outcomes.map(codeOf)).toEqual([0, 0, 10003, 10021, 10023, 0])
  expect(headsOf(outcomes)).toBe(2)
  const { rows } = await t.owner.query(`select 1 from audit_entry where body->>'action' = 'bid.late'`)
  expect(rows).toHaveLength(1)
  expect(await checkLog(t.kernel)).toEqual([])
})

test('one that the database refuses goes down alone: the others are done again without it', async () => {
  const all = await ready()
  const bad = all[2]!
  await t.owner.query(`create function refuse_one() returns trigger language plpgsql as
    $$ begin if new.created_by::text = tg_argv[0] then raise exception 'no'; end if; return new; end $$`)
  const { rows } = await t.owner.query<{ id: string }>('select id from app_user where account = $1', [
    suppliers[2]!.account,
  ])
  await t.owner.query(`create trigger refuse_one before insert on bid_submission
    for each row execute function refuse_one('${rows[0]!.id}')`)
  const outcomes = await behindOne(all, [() => commit(all[1]!), () => commit(bad), () => commit(all[3]!)])
  await t.owner.query('drop trigger refuse_one on bid_submission')
  expect(outcomes.map((one) => (one instanceof Error ? (one as { status?: number }).status : 200))).toEqual([
    200, 200, 500, 200,
  ])
  expect((await commit(bad)).body.bidderId).toBe(bad.bidder.companyId)
  expect(await checkLog(t.kernel)).toEqual([])
})

test('the same request twice in a batch is one bid, and two of one company are not both taken', async () => {
  const all = await ready()
  const key = randomUUID()
  const outcomes = await behindOne(all, [
    () => commit(all[1]!, null, key),
    () => commit(all[1]!, null, key),
    () => commit(all[2]!),
    () => commit(all[2]!),
  ])
  expect(outcomes[2]).toEqual(outcomes[1])
  expect(outcomes.map((one) => one instanceof Error)).toEqual([false, false, false, false, true])
  const { rows } = await t.owner.query('select 1 from bid_submission where order_id = $1', [all[0]!.bidder.orderId])
  expect(rows).toHaveLength(3)
})

test('who holds one order up holds up nobody else, and the instant of a bid is that of its arrival', async () => {
  const [held, ...others] = await ready(3)
  const [free] = await ready(1)
  const block = await t.owner.connect()
  try {
    await block.query('begin')
    await block.query('select 1 from purchase_order where id = $1 for update', [held!.bidder.orderId])
    const waiting = Promise.all([held!, ...others].map((one) => commit(one)))
    // Sent behind them, it is through before them.
    expect((await commit(free!)).body.orderId).toBe(free!.bidder.orderId)
    await sleep(300)
    const released = t.kernel.clock.now()
    await block.query('rollback')
    for (const { body } of await waiting) expect(Date.parse(body.at)).toBeLessThan(released.getTime())
  } finally {
    block.release()
  }
})

/** Commits the first bid, which is held up until the others have arrived: they are the next batch. */
async function behindOne(
  all: readonly Ready[],
  others: readonly (() => Promise<Receipt>)[],
): Promise<(Receipt | Error)[]> {
  const block = await t.owner.connect()
  try {
    await block.query('begin; select 1 from bid_log for update')
    const under: Promise<Receipt | Error>[] = []
    for (const request of [() => commit(all[0]!), ...others]) {
      under.push(request().catch((error: unknown) => error as Error))
      await sleep(100)
    }
    await block.query('rollback')
    return await Promise.all(under)
  } finally {
    block.release()
  }
}

function codeOf(outcome: Receipt | Error): number {
  return outcome instanceof Error ? (outcome as unknown as { body: { code: number } }).body.code : 0
}

function headsOf(outcomes: readonly (Receipt | Error)[]): number {
  return new Set(outcomes.flatMap((one) => (one instanceof Error ? [] : [one.body.checkpoint]))).size
}
