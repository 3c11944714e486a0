import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { generateKeyPair } from '#features/sealing/core/keys.ts'
import { verifyReceipt } from '#features/sealing/core/verify-receipt.ts'
import { bidRoom, registerBidKey, startRehearsal, submitBid, withdrawBid } from '../contract.ts'
import { orderTrust } from '../contract-log.ts'
import { CompiledQuery } from 'kysely'
import { openRound } from './public.ts'
import { roundPrivateKey } from './round-keys.ts'
import { beginRound, giveRounds, ownWork } from './testing/rounds.ts'
import { BID_FEATURES, Bidder, seedOrder } from './testing/test-bids.ts'

/*
 * Offers sealed to a key of their round, which the service puts to use at the deadline: nobody registers a key, rehearses
 * or comes to decrypt.
 */

let system: TestSystem
const companyIds = [COMPANIES.supplier1.id, COMPANIES.supplier2.id, COMPANIES.supplier3.id]

afterAll(giveRounds())

beforeAll(async () => {
  system = await testSystem({ from: 'people', features: BID_FEATURES })
})

async function order(suite: 'intl' | 'gm' = 'intl'): Promise<{ orderId: string; deadline: Date }> {
  const deadline = new Date(system.kernel.clock.now().getTime() + HOUR)
  const orderId = await seedOrder(system.owner, { bidEnd: deadline, suite, companyIds, keyMode: 'timed' })
  await beginRound(system, orderId, { round: 1, deadline, isOpen: true })
  return { orderId, deadline }
}

async function bidder(orderId: string, n: 1 | 2 | 3, suite: 'intl' | 'gm' = 'intl'): Promise<Bidder> {
  const client = await system.login(`supplier${n}`, { workbench: 'supplier' })
  return new Bidder(client, { companyId: companyIds[n - 1]!, orderId, suite }).takeRoundKey()
}

const open = (orderId: string, round = 1) => ownWork(system, (ctx) => openRound(ctx, orderId, round))

const reasonOf = async (one: Bidder, body: object) => {
  const refused = await one.client.refused(submitBid, {
    params: { orderId: one.orderId },
    body: { keyId: one.keyId, replaces: null, ...body } as never,
  })
  return [refused.code, (refused.details as { reason?: string } | undefined)?.reason ?? refused.message]
}

test.each(['intl', 'gm'] as const)('offers are sealed to the round and opened at its deadline (%s)', async (suite) => {
  const { orderId, deadline } = await order(suite)
  const [one, two] = [await bidder(orderId, 1, suite), await bidder(orderId, 2, suite)]
  const room = await one.client.call(bidRoom, { params: { orderId }, query: {} })
  expect(room.actions.map((action) => action.action)).toEqual(['submit'])
  expect(room.trust.roundKey).toBe(room.roundKey!.fingerprint)
  const receipt = await one.submit(await one.uploadAll('111.00'))
  const first = await two.submit(await two.uploadAll('222.00'))
  const inForce = (await two.client.call(bidRoom, { params: { orderId }, query: {} })).current!.submissionId
  await two.submit(await two.uploadAll('221.00'), inForce)
  expect(first.body.round).toBe(1)

  await system.advanceTo(new Date(deadline.getTime() - MINUTE))
  await expect(open(orderId)).rejects.toMatchObject({ errorName: 'tooEarly' })
  await system.advanceTo(deadline)
  const opened = await open(orderId)
  expect(opened.map(({ bid, outcome }) => [bid.companyId, outcome.ok && outcome.priceSheet])).toEqual([
    [companyIds[0], { total: '111.00' }],
    [companyIds[1], { total: '221.00' }],
  ])
  // A worker that died behind the deadline begins again.
  expect((await open(orderId)).map(({ bid }) => bid.submissionId)).toEqual(opened.map(({ bid }) => bid.submissionId))
  const notice = await system.client().call(orderTrust, { params: { orderId }, query: {} })
  const failed = (await verifyReceipt({ receipt, notice })).filter((check) => check.ok === false)
  expect([notice.roundKey, failed]).toEqual([room.roundKey!.fingerprint, []])
})

test('only the key of the round is taken', async () => {
  const { orderId } = await order()
  const { orderId: otherId } = await order()
  const one = await bidder(orderId, 1)
  const right = { ...one.key }
  const other = await bidder(otherId, 1)

  const ownPair = generateKeyPair('intl')
  const { keyId: ownId } = await one.client.call(registerBidKey, { body: ownPair })
  one.key = ownPair
  const toOwn = await one.uploadAll('1.00')
  expect(await reasonOf(one, toOwn)).toEqual([10023, 'wrong-key'])
  expect(await reasonOf(one, { ...toOwn, keyId: ownId })).toEqual([10023, 'wrong-key'])
  // Of another order's round: the key does not exist here, and the file is not sealed to the one that does.
  one.key = other.key
  const toOther = await one.uploadAll('1.00')
  expect(await reasonOf(one, toOther)).toEqual([10023, 'wrong-key'])
  expect((await reasonOf(one, { ...toOther, keyId: other.keyId }))[0]).toBe(404)
  one.key = right
  // A key of a bidder needs a rehearsal; where there is a round's, there is none to make.
  await one.client.refused(startRehearsal, { params: { orderId }, body: { keyId: ownId } })
  await one.submit(await one.uploadAll('1.00'))
})

test('two commits at once, ten times the same, and a withdrawal', async () => {
  const { orderId } = await order()
  const one = await bidder(orderId, 1)
  const [a, b] = [await one.uploadAll('1.00'), await one.uploadAll('2.00')]
  const both = await Promise.allSettled([one.submit(a), one.submit(b)])
  expect(both.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const two = await bidder(orderId, 2)
  const bid = await two.uploadAll('3.00')
  const input = { params: { orderId }, body: { ...bid, keyId: two.keyId, replaces: null } }
  const receipts = await Promise.all(
    Array.from({ length: 10 }, () => two.client.call(submitBid, input, { key: 'same' })),
  )
  expect(new Set(receipts.map((receipt) => receipt.body.logIndex)).size).toBe(1)
  const { current } = await two.client.call(bidRoom, { params: { orderId }, query: {} })
  await two.client.call(withdrawBid, { params: { orderId }, body: { submissionId: current!.submissionId } })
  const { rows } = await system.owner.query(
    'select kind, round from bid_submission where order_id = $1 order by log_index',
    [orderId],
  )
  expect(rows).toEqual(['submitted', 'submitted', 'withdrawn'].map((kind) => ({ kind, round: 1 })))
})

test('late is late, and a round that was ended early takes nothing', async () => {
  const { orderId, deadline } = await order()
  const one = await bidder(orderId, 1)
  const bid = await one.uploadAll('1.00')
  await beginRound(system, orderId, { round: 1, deadline: system.kernel.clock.now(), isOpen: true })
  expect((await reasonOf(one, bid))[0]).toBe(10021)
  await beginRound(system, orderId, { round: 1, deadline, isOpen: false })
  expect(await reasonOf(one, bid)).toEqual([10002, '当前状态不能投标'])
})

test('an offer that does not open is named with its reason, and the others open', async () => {
  const { orderId, deadline } = await order()
  const [one, two, three] = [await bidder(orderId, 1), await bidder(orderId, 2), await bidder(orderId, 3)]
  await one.submit(await one.uploadAll('1.00'))
  // Its wrapped key is another than the envelope was sealed with.
  await two.submit(await two.uploadAll('2.00', { spoil: otherKey }))
  await three.submit(await three.uploadAll('3.00'))
  await system.advanceTo(deadline)
  const { rows } = await system.owner.query<{ sha256: Buffer }>(
    `select o.sha256 from bid_file f join file_object o on o.id = f.file_id join bid_submission s on s.id = f.submission_id
     join trade t on t.id = s.trade_id where s.order_id = $1 and t.supplier_company_id = $2 limit 1`,
    [orderId, three.companyId],
  )
  const hex = rows[0]!.sha256.toString('hex')
  const path = join(system.config.dataDir, 'files/objects', hex.slice(0, 2), hex.slice(2, 4), hex)
  const bytes = await readFile(path)
  bytes[bytes.length - 9]! ^= 1
  await writeFile(path, bytes, { mode: 0o600 })
  const outcomes = (await open(orderId)).map(({ outcome }) => (outcome.ok ? outcome.priceSheet : outcome))
  expect(outcomes).toEqual([
    { total: '1.00' },
    expect.objectContaining({ ok: false, refusal: 'tampered', fault: 'bidder' }),
    expect.objectContaining({ ok: false, fault: 'service' }),
  ])
})

test('before the deadline nothing that is stored, logged or answered tells a figure or the private key', async () => {
  const { log } = system.kernel
  const lines = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(log, level))
  const { orderId, deadline } = await order()
  const one = await bidder(orderId, 1)
  await one.submit(await one.uploadAll('7654321.89'))
  await system.settle()
  const secrets = ['7654321.89', await ownWork(system, (ctx) => roundPrivateKey(ctx, orderId, 1))]
  const buyer = await system.login('buyer', { workbench: 'purchaser' })
  const answers = [
    await one.client.call(bidRoom, { params: { orderId }, query: {} }),
    await buyer.call(orderTrust, { params: { orderId }, query: {} }),
  ]
  const logged = lines.flatMap(({ mock }) => mock.calls.map((call) => JSON.stringify(call)))
  vi.restoreAllMocks()
  const texts = [JSON.stringify(answers), ...logged, ...(await stored())]
  for (const secret of secrets) expect(texts.filter((text) => text.toLowerCase().includes(secret))).toEqual([])
  // The search does find what is there.
  expect((await stored()).some((text) => text.includes(orderId))).toBe(true)
  await system.advanceTo(deadline)
  expect(JSON.stringify(await open(orderId))).toContain('7654321.89')
})

test('a key of a round cannot be changed by the application, and opens in its place alone', async () => {
  const { orderId, deadline } = await order()
  const { orderId: otherId } = await order()
  for (const [column, value] of [
    ['sealed_private', `'\\x00'`],
    ['public_key', `''`],
    ['order_id', 'order_id'],
  ])
    await expect(
      system.kernel.db.executeQuery(CompiledQuery.raw(`update bid_key set ${column} = ${value}`)),
    ).rejects.toThrow('permission denied')
  const swap = () =>
    system.owner.query(
      `update bid_key k set sealed_private = o.sealed_private from bid_key o
       where k.order_id = $1 and o.order_id = $2`,
      [orderId, otherId],
    )
  await system.advanceTo(deadline)
  const { rows } = await system.owner.query('select sealed_private from bid_key where order_id = $1', [orderId])
  await swap()
  await expect(open(orderId)).rejects.toMatchObject({ errorName: 'tampered' })
  await system.owner.query('update bid_key set sealed_private = $2 where order_id = $1', [
    orderId,
    rows[0].sealed_private,
  ])
  expect(await open(orderId)).toEqual([])
})

/** The sealed file with one digit of its wrapped content key changed. */
function otherKey(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  const altered = text.replace(/("contentKeyEnvelope":{[^}]*"data":")(.)/, (_, before: string, digit: string) =>
    before.concat(digit === '0' ? '1' : '0'),
  )
  return Buffer.from(altered, 'latin1')
}

/** Every row of every table, as text; bytes in hex. */
async function stored(): Promise<string[]> {
  const { rows: tables } = await system.owner.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const all = await Promise.all(
    tables.map(({ name }) => system.owner.query<{ row: string }>(`select t::text as row from ${name} t`)),
  )
  return all.flatMap(({ rows }) => rows.map(({ row }) => row))
}
