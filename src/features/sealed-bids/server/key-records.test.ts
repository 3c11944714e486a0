import { afterAll, beforeAll, expect, test } from 'vitest'
import { inContext } from '#server/context.ts'
import { logMissing, startLateRecords } from '#server/late-records.ts'
import { recordProof, recordProofs, TICK } from '#server/public-log.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { newId } from '#contract/id.ts'
import { COMPANIES } from '#demo/companies.ts'
import { PEOPLE } from '#demo/people.ts'
import { unloggedKeys } from './key-records.ts'
import { firstHeadOf, proofsOf } from './log-records.ts'
import { BID_FEATURES, seedOrder } from './testing/test-bids.ts'

/* Keys from before keys were logged: rows without a record. */

let t: TestSystem
let takeBack: () => void
let orderId: string

beforeAll(async () => {
  takeBack = recordProofs.give({ proofs: proofsOf, firstHead: firstHeadOf, growth: async () => [] })
  t = await testSystem({ from: 'people', features: BID_FEATURES })
  orderId = await seedOrder(t.owner, { bidEnd: new Date(Date.now() + 86_400_000), companyIds: [] })
})
afterAll(() => takeBack())

const print = (digit: string) => digit.repeat(64)

async function olderKeys(digit: string): Promise<void> {
  await t.owner.query(
    `insert into service_key (tenant_id, use, public_key, sealed_private, created_at, retired_at)
     values (1, 'ed25519', $1, '\\x00', '2024-01-01', '2025-01-01')`,
    [print(digit)],
  )
  await t.owner.query(
    `insert into bid_key (tenant_id, id, company_id, suite, public_key, fingerprint, created_by, created_at)
     values (1, $1, $2, 'intl', 'x', $3, $4, '2024-01-01')`,
    [newId(), COMPANIES.supplier1.id, print(digit), PEOPLE.supplier1.id],
  )
}

async function logged(text: string): Promise<number> {
  const { rows } = await t.owner.query<{ n: number }>(
    `select count(*)::int as n from log_record where type = 'key' and position($1 in text) > 0`,
    [text],
  )
  return rows[0]!.n
}

test('are logged by a start, once, however many nodes start', async () => {
  await olderKeys('a')
  await t.owner.query(
    `insert into bid_key (tenant_id, id, order_id, round, suite, public_key, fingerprint, sealed_private, created_at)
     values (1, $1, $2, 7, 'intl', 'x', $3, '\\x00', '2024-01-01')`,
    [newId(), orderId, print('b')],
  )
  const ends = Array.from({ length: 16 }, () => startLateRecords(t.kernel, 'keys', unloggedKeys))
  await Promise.all(ends.map((end) => end()))
  await startLateRecords(t.kernel, 'keys', unloggedKeys)()
  // The service's own and the bidder's; that of the round.
  expect([await logged(print('a')), await logged(print('b'))]).toEqual([2, 1])
  // The order takes bids: the log begins with one tick, and takes in what waited at the next.
  for (let n = 0; n < 2; n++) await t.advanceTo(new Date(t.kernel.clock.now().getTime() + TICK + 1000))
  const proof = await inContext(t.kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) =>
    recordProof(ctx, { type: 'key', subject: orderId }),
  )
  expect(JSON.parse(proof!.text!)).toEqual({
    type: 'kaibiao.key/1',
    tenantId: '1',
    use: 'round',
    orderId,
    round: 7,
    suite: 'intl',
    fingerprint: print('b'),
  })
  expect(proof!.leaf).not.toBeNull()
  expect(proof!.head).not.toBeNull()
})

test('wait where many wait already, so that nothing new waits behind them', async () => {
  await t.owner.query('delete from log_pending')
  await t.owner.query(
    `insert into service_key (tenant_id, use, public_key, sealed_private, created_at, retired_at)
     select 1, 'sm2', lpad(n::text, 64, '0'), '\\x00', '2024-01-01', '2025-01-01' from generate_series(1, 130) n`,
  )
  const some = () => logMissing(t.kernel, 'keys', unloggedKeys)
  expect([await some(), await some()]).toEqual([false, false])
  expect(await logged('0'.repeat(61))).toBe(100)
  await t.owner.query('delete from log_pending')
  expect([await some(), await some()]).toEqual([true, true])
  expect(await logged('0'.repeat(61))).toBe(130)
})
