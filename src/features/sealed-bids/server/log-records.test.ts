import { afterAll, beforeAll, expect, test } from 'vitest'
import { inContext } from '#server/context.ts'
import { logRecord, recordProof, recordProofs, type RecordType, TICK } from '#server/public-log.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { fromHex } from '#features/sealing/core/bytes.ts'
import { leafEntry } from '#features/sealing/core/log/leaf.ts'
import { leafHash, verifyInclusion } from '#features/sealing/core/log/merkle.ts'
import { canonicalHash, recordRef } from '#features/sealing/core/log/record-leaf.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { canonicalJson } from '#features/sealing/core/canonical.ts'
import { checkTenantLog } from './check.ts'
import { LONGEST_WAIT } from './check-records.ts'
import { firstHeadOf, proofsOf } from './log-records.ts'
import { BID_FEATURES, seedOrder } from './testing/test-bids.ts'

/*
 * Records of a procedure in the public log: written with their change, leaves at the next beats, without a trace in how the
 * log grows while an order takes bids.
 */

let t: TestSystem
let takeBack: () => void

beforeAll(async () => {
  takeBack = recordProofs.give({ proofs: proofsOf, firstHead: firstHeadOf, growth: async () => [] })
  t = await testSystem({ from: 'people', features: BID_FEATURES })
})

afterAll(() => takeBack())

test('a record becomes a leaf that whoever has its salt can check, and tells others nothing', async () => {
  const text = canonicalJson({ title: '采购公告', v: 1 })
  await log(t, 'notice', 'order-1', text)
  expect(await proof('notice', 'order-1')).toMatchObject({ leaf: null, head: null, text })
  await tick(t)
  const { record, salt, leaf, head } = (await proof('notice', 'order-1'))!
  expect(record).toMatchObject({ type: 'notice', subject: 'order-1', hash: canonicalHash({ title: '采购公告', v: 1 }) })
  expect(leaf!.data).toEqual({ type: 'record', tenantId: '1', ref: recordRef(record, salt) })
  expect(recordRef({ ...record, subject: 'order-2' }, salt)).not.toBe(leaf!.data.ref)
  const entry = leafEntry(leaf!.data, leaf!.blinding)
  const place = { hash: leafHash(entry), index: leaf!.index }
  expect(verifyInclusion(place, parseCheckpoint(head!.checkpoint), head!.inclusionProof.map(fromHex))).toBe(true)
  expect(await checkTenantLog(t.kernel, 1)).toEqual([])
})

test('what is rolled back is not logged', async () => {
  const undone = inContext(t.kernel, { tenantId: 1, actor: null }, async (ctx) => {
    logRecord(ctx, { type: 'award', subject: 'undone', text: '{}' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await proof('award', 'undone')).toBeUndefined()
  await expect(log(t, 'award', 'x', { hash: 'abc' })).rejects.toThrow(RangeError)
})

test('an altered, a removed and a withheld record are named', async () => {
  await log(t, 'award', 'order-2', '{"winner":"a"}')
  await tick(t)
  const { leaf } = (await proof('award', 'order-2'))!
  const find = () => checkTenantLog(t.kernel, 1)
  expect(await find()).toEqual([])
  await t.owner.query(`update log_record set at = at - interval '1 day' where subject = 'order-2'`)
  expect(await find()).toMatchObject([
    { what: 'log-record', message: expect.stringContaining('award order-2') as string },
  ])
  await t.owner.query(`update log_record set at = at + interval '1 day' where subject = 'order-2'`)
  const { rows } = await t.owner.query<Record<string, unknown>>(
    `delete from log_leaf where record_id = (select id from log_record where subject = 'order-2') returning *`,
  )
  expect(await find()).toMatchObject([{ what: 'submission', id: String(leaf!.index) }])
  await t.owner.query('insert into log_leaf select * from json_populate_recordset(null::log_leaf, $1)', [
    JSON.stringify(rows.map((row) => ({ ...row, blinding: `\\x${(row.blinding as Buffer).toString('hex')}` }))),
  ])
  expect(await find()).toEqual([])
  await log(t, 'award', 'order-3', '{"winner":"b"}')
  await t.owner.query('delete from log_pending')
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + LONGEST_WAIT + 2 * TICK))
  await log(t, 'notice', 'order-4', '{}')
  await tick(t)
  expect(await find()).toMatchObject([
    { what: 'log-record', message: expect.stringContaining('award order-3') as string },
  ])
})

test('records do not show in how the log grows', async () => {
  const [busy, silent] = await Promise.all([
    testSystem({ from: 'people', features: BID_FEATURES }),
    testSystem({ from: 'people', features: BID_FEATURES }),
  ])
  const start = Math.ceil((busy.kernel.clock.now().getTime() + 5000) / TICK) * TICK
  for (const system of [busy, silent]) {
    const orderId = await seedOrder(system.owner, { bidEnd: new Date(start + 20 * TICK), companyIds: [] })
    await system.advanceTo(new Date(start + 5000))
    await system.owner.query(
      `insert into outbox (tenant_id, at, kind, payload) values (1, now(), 'order.status', $1)`,
      [JSON.stringify({ orderId, from: 'publish.draft', to: 'publish.open' })],
    )
    await system.settle()
  }
  const sizes: Record<'busy' | 'silent', number[]> = { busy: [], silent: [] }
  for (let n = 1; n <= 4; n++) {
    // More than the beats of a tick, then none: they wait for their beats.
    for (let i = 0; i < (n === 1 ? 70 : 0); i++) await log(busy, 'sign-up', `trade-${i}`, `{"n":${i}}`)
    for (const [name, system] of Object.entries({ busy, silent })) {
      await system.advanceTo(new Date(start + n * TICK + 5000))
      sizes[name as 'busy'].push(parseCheckpoint(await (await fetch(`${system.base}/api/log/checkpoint`)).text()).size)
    }
  }
  expect(sizes.busy).toEqual(sizes.silent)
  const { rows } = await busy.owner.query<{ waiting: number; placed: number }>(
    'select (select count(*)::int from log_pending) as waiting, (select count(*)::int from log_leaf) as placed',
  )
  // With the keys that sign for the tenant.
  expect(rows).toEqual([{ waiting: 0, placed: 70 + 3 }])
  const keys = await busy.owner.query<{ text: string }>(
    `select text from log_record where type = 'key' and subject = 'service'`,
  )
  const { rows: signing } = await busy.owner.query<{ key: string }>('select public_key as key from service_key')
  const logged = keys.rows.map(({ text }) => (JSON.parse(text) as { publicKey: string }).publicKey)
  expect(logged.toSorted()).toEqual(signing.map(({ key }) => key).toSorted())
  expect(await checkTenantLog(busy.kernel, 1)).toEqual([])
})

function log(system: TestSystem, type: RecordType, subject: string, what: string | { hash: string }): Promise<void> {
  const content = typeof what === 'string' ? { text: what } : what
  return inContext(system.kernel, { tenantId: 1, actor: null }, async (ctx) =>
    logRecord(ctx, { type, subject, ...content }),
  )
}

function proof(type: RecordType, subject: string) {
  return inContext(t.kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) => recordProof(ctx, { type, subject }))
}

async function tick(system: TestSystem): Promise<void> {
  await system.advanceTo(new Date(system.kernel.clock.now().getTime() + TICK + 1000))
}
