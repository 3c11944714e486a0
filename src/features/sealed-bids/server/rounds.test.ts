import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { HOUR } from '#contract/time.ts'
import { newId } from '#contract/id.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import { verifyReceipt } from '#features/sealing/core/verify-receipt.ts'
import { bidRoom, submitBid } from '../contract.ts'
import { orderTrust } from '../contract-log.ts'
import { checkLog } from './check.ts'
import { archiveParts, closingList, openRound, secretFact } from './public.ts'
import { statesReached } from '#features/procurement/engine/states.ts'
import { beginRound, giveRounds, ownWork } from './testing/rounds.ts'
import { BID_FEATURES, Bidder, seedOrder } from './testing/test-bids.ts'

/* Two rounds of an order: the first with everybody, the second with one supplier, after the order's own deadline. */

let system: TestSystem
let orderId: string
let one: Bidder
let two: Bidder
let first: Receipt
let second: Receipt
let ends: [Date, Date]
let firstId: string
let secondId: string
const companyIds = [COMPANIES.supplier1.id, COMPANIES.supplier2.id]

afterAll(giveRounds())

beforeAll(async () => {
  system = await testSystem({ from: 'people', features: BID_FEATURES })
  const now = system.kernel.clock.now().getTime()
  ends = [new Date(now + HOUR), new Date(now + 3 * HOUR)]
  orderId = await seedOrder(system.owner, { bidEnd: ends[0], companyIds, keyMode: 'timed' })
  firstId = await beginRound(system, orderId, { round: 1, deadline: ends[0], isOpen: true })
  one = await bidder(1)
  two = await bidder(2)
  first = await one.submit(await one.uploadAll('100.00'))
  await two.submit(await two.uploadAll('200.00'))
  await system.advanceTo(ends[0])
  await ownWork(system, (ctx) => openRound(ctx, orderId, 1))
  await system.owner.query(`update purchase_order set state = 'open.ended' where id = $1`, [orderId])
  const { rows } = await system.owner.query<{ id: string }>(
    'select id from trade where order_id = $1 and supplier_company_id = $2',
    [orderId, companyIds[0]],
  )
  secondId = await beginRound(system, orderId, { round: 2, deadline: ends[1], isOpen: true, tradeIds: [rows[0]!.id] })
})

async function bidder(n: 1 | 2): Promise<Bidder> {
  const client = await system.login(`supplier${n}`, { workbench: 'supplier' })
  return new Bidder(client, { companyId: companyIds[n - 1]!, orderId }).takeRoundKey()
}

const room = (of: Bidder, roundId?: string) =>
  of.client.call(bidRoom, { params: { orderId }, query: roundId === undefined ? {} : { roundId } })
const trust = (round: number, client = one.client) => client.call(orderTrust, { params: { orderId }, query: { round } })
const failed = async (receipt: Receipt, round: number) =>
  (await verifyReceipt({ receipt, notice: await trust(round) })).filter(({ ok }) => ok === false).map(({ id }) => id)

test('a round has its own state, key, deadline and head', async () => {
  const replayed = await one.uploadAll('100.00')
  const [before, now] = [await room(one, firstId), await room(one)]
  expect([before.round, before.current!.logIndex, before.bidEnd]).toEqual([
    1,
    first.body.logIndex,
    ends[0].toISOString(),
  ])
  expect(before.actions.every((action) => action.reason === '投标已截止')).toBe(true)
  expect([now.round, now.current, now.history, now.receipt, now.bidEnd]).toEqual([
    2,
    null,
    [],
    null,
    ends[1].toISOString(),
  ])
  expect(now.roundKey!.fingerprint).not.toBe(before.roundKey!.fingerprint)

  // Sealed for the first round, to its key or to that of the second.
  const input = (bid: object, keyId: string) => ({
    params: { orderId },
    body: { ...bid, keyId, replaces: null } as never,
  })
  const reason = async (bid: object, keyId: string) => {
    const refused = await one.client.refused(submitBid, input(bid, keyId))
    return [refused.code, (refused.details as { reason: string }).reason]
  }
  expect(await reason(replayed, one.keyId)).toEqual([10023, 'replayed'])
  expect(await reason({ ...replayed, manifest: { ...replayed.manifest, round: 2 } }, one.keyId)).toEqual([
    10023,
    'replayed',
  ])
  const { keyId: oldId, key: oldKey } = one
  await one.takeRoundKey()
  const fresh = one.key
  one.key = oldKey
  const toOld = await one.uploadAll('99.00')
  expect(await reason(toOld, one.keyId)).toEqual([10023, 'wrong-key'])
  expect(await reason(toOld, oldId)).toEqual([10023, 'wrong-key'])
  one.key = fresh
  second = await one.submit(await one.uploadAll('99.00'))
  expect(second.body).toMatchObject({ round: 2, deadline: ends[1].toISOString() })
  expect((await room(one)).current!.logIndex).toBe(second.body.logIndex)
  expect((await room(one, firstId)).current!.logIndex).toBe(first.body.logIndex)
})

test('who was not asked learns nothing of it, and a later round is there for nobody', async () => {
  const own = await room(two)
  expect([own.round, own.bidEnd, own.actions.some((action) => !action.reason)]).toEqual([
    1,
    ends[0].toISOString(),
    false,
  ])
  const late = await two.client.refused(submitBid, {
    params: { orderId },
    body: { ...(await two.uploadAll('1.00')), keyId: two.keyId, replaces: own.current!.submissionId },
  })
  expect(late.code).toBe(10021)
  const refused = async (client: HttpClient, query: object) =>
    (await client.refused(bidRoom, { params: { orderId }, query })).status
  expect(await refused(two.client, { roundId: secondId })).toBe(404)
  expect(await refused(one.client, { roundId: newId() })).toBe(404)
  await expect(trust(2, two.client)).rejects.toMatchObject({ status: 404 })
  await expect(trust(2, system.client())).rejects.toMatchObject({ status: 404 })
  await expect(trust(3)).rejects.toMatchObject({ status: 404 })
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  expect((await trust(2, buyer)).roundKey).toBe((await trust(2)).roundKey)
  expect((await trust(1, system.client())).roundKey).toBe(own.roundKey!.fingerprint)
})

test('before its deadline a round is secret, and its heads go on whether somebody bids or not', async () => {
  await expect(ownWork(system, (ctx) => closingList(ctx, orderId, 2))).rejects.toMatchObject({ errorName: 'tooEarly' })
  expect(await secretRounds()).toEqual(['2'])
  const count = async () =>
    Number((await system.owner.query('select count(*) as n from bid_checkpoint where order_id is null')).rows[0].n)
  const before = await count()
  await system.advanceTo(new Date(system.kernel.clock.now().getTime() + HOUR / 2))
  expect(await count()).toBeGreaterThan(before)
  const names = (await ownWork(system, (ctx) => archiveParts(ctx, orderId))).map((part) => part.name)
  expect(names.filter((name) => name.includes(`/${second.body.logIndex}-`))).toEqual([])
})

test('receipts of both rounds hold against their own notice, and what is altered is named', async () => {
  await system.advanceTo(ends[1])
  const opened = await ownWork(system, (ctx) => openRound(ctx, orderId, 2))
  expect(await secretRounds()).toEqual([])
  expect(opened.map(({ bid, outcome }) => [bid.round, outcome.ok && outcome.priceSheet])).toEqual([
    [2, { total: '99.00' }],
  ])
  expect((await ownWork(system, (ctx) => closingList(ctx, orderId))).map(({ round }) => round)).toEqual([1, 1])
  expect([await failed(first, 1), await failed(second, 2), await failed(second, 1)]).toEqual([
    [],
    [],
    ['notice', 'on-time'],
  ])
  expect(await checkLog(system.kernel)).toEqual([])

  const { rows } = await system.owner.query<{ id: string }>(
    'select id from bid_submission where round = 2 and order_id = $1',
    [orderId],
  )
  const [submission, key] = [rows[0]!.id, (await room(one)).roundKey!.keyId]
  const cases = [
    ['submission', submission, 'update bid_submission set round = $2 where id = $1', 1, 2],
    ['submission', submission, 'update bid_submission set deadline = deadline + $2 where id = $1', '1 s', '-1 s'],
    ['bid-key', key, 'update bid_key set round = $2 where id = $1', 9, 2],
    [
      'bid-key',
      key,
      'update bid_key set sealed_private = set_byte(sealed_private, 20, get_byte(sealed_private, 20) # $2) where id = $1',
      1,
      1,
    ],
    ['bid-key', key, 'update bid_key set fingerprint = reverse(fingerprint) where id = $1 and $2 = 1', 1, 1],
  ] as const
  for (const [what, id, statement, change, undo] of cases) {
    await system.owner.query(statement, [id, change])
    const found = await checkLog(system.kernel, { files: false })
    await system.owner.query(statement, [id, undo])
    expect({ statement, found: found[0] }).toEqual({ statement, found: expect.objectContaining({ what, id }) })
  }
  expect(await checkLog(system.kernel, { files: false })).toEqual([])
})

test('the archive proves both rounds offline, and names the round that was altered', async () => {
  // Before the result is published nobody outside learns of further rounds, and leaves of the log wait for that.
  const [publicised] = statesReached('publicised', 'over')
  await system.owner.query('update purchase_order set state = $1 where id = $2', [publicised, orderId])
  const parts = await ownWork(system, async (ctx) => {
    const all = await archiveParts(ctx, orderId)
    return Promise.all(
      all.map(async ({ name, content }) => ({
        name,
        content: typeof content === 'function' ? await buffer(await content()) : content,
      })),
    )
  })
  expect(parts.map((part) => part.name)).toEqual(
    expect.arrayContaining(['notice-trust.json', 'notice-trust-2.json', 'log/checkpoint', 'log/checkpoint-2']),
  )
  const whole = await verified(parts)
  // Loose files without a signed manifest and without trust are never more than free of findings.
  expect(whole).toContain('未发现问题')
  expect(whole).not.toContain('✗')
  expect(whole.match(/✓ 报价单：price.bin/g)).toHaveLength(3)
  const released = parts.find(({ name }) => name.endsWith(`/${second.body.logIndex}-submitted/release.json`))!
  const text = released.content
    .toString()
    .replace(/"contentKey": "(.)/, (_, digit) => `"contentKey": "${digit === '0' ? '1' : '0'}`)
  const altered = await verified(
    parts.map((part) => (part === released ? { ...part, content: Buffer.from(text) } : part)),
  )
  expect(altered).toMatch(/验证不通过/)
})

/** Rounds of the recorded submissions that lists of records still leave out. */
async function secretRounds(): Promise<string[]> {
  await system.settle()
  const rows = await ownWork(system, (ctx) =>
    ctx.tx
      .selectFrom('audit_entry')
      .select(sql<string>`body->'data'->>'round'`.as('round'))
      .where('tenantId', '=', ctx.tenantId)
      .where(sql<boolean>`body->>'action' = 'bid.submitted'`)
      .where(secretFact(ctx))
      .execute(),
  )
  return rows.map(({ round }) => round)
}

async function verified(parts: readonly { name: string; content: Buffer }[]): Promise<string> {
  const folder = await mkdtemp(join(system.config.dataDir, 'archive-'))
  for (const { name, content } of parts) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  const cli = join(import.meta.dirname, '../../../../verify/cli.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, '--archive', folder], (_error, out) => resolve(out))
  })
}
