import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { inContext } from '#server/context.ts'
import { TICK_TIMER } from '#server/public-log.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { bidRoom, withdrawBid } from '../contract.ts'
import { checkLog } from './check.ts'
import type { Alteration } from './finding.ts'
import { newestHead, publishHead } from './log.ts'
import { BID_FEATURES, Bidder, seedOrder } from './testing/test-bids.ts'

/* Whoever has the database and the disk can alter things; the check names what was altered. */

let system: TestSystem
let submissionId: string

beforeAll(async () => {
  system = await testSystem({ from: 'people', features: BID_FEATURES })
  const companyIds = [COMPANIES.supplier1.id, COMPANIES.supplier2.id]
  const bidEnd = new Date(system.kernel.clock.now().getTime() + 12 * 3_600_000)
  const orderId = await seedOrder(system.owner, { bidEnd, companyIds })
  for (const n of [1, 2] as const) {
    const client = await system.login(`supplier${n}`, { workbench: 'supplier' })
    const bidder = await new Bidder(client, { companyId: companyIds[n - 1]!, orderId }).prepare()
    const bid = await bidder.uploadAll(`${n}.00`)
    await bidder.submit(bid)
    // Long enough a silence that a second level of tiles exists.
    await system.advanceTo(new Date(system.kernel.clock.now().getTime() + 2_000_000))
    const own = (await client.call(bidRoom, { params: { orderId } })).current!.submissionId
    if (n === 1) {
      await client.call(withdrawBid, { params: { orderId }, body: { submissionId: own } })
      await bidder.submit(bid)
    }
  }
  const { rows } = await system.owner.query<{ id: string }>(
    `select id from bid_submission where kind = 'submitted' order by log_index desc limit 1`,
  )
  submissionId = rows[0]!.id
  // The log grows no more by itself: what stands on an alteration would stay wrong when that is undone.
  const { rows: ticks } = await system.owner.query(
    'update timer set fired_at = due_at where key = $1 and fired_at is null returning key',
    [TICK_TIMER.key],
  )
  if (ticks.length === 0) throw new Error('no timer of the log was found')
  await system.settle()
})

test('an untouched platform holds', async () => {
  const { rows } = await system.owner.query<{ size: number }>('select size from bid_log where tenant_id = 1')
  expect(rows[0]!.size).toBeGreaterThan(256)
  expect(await checkLog(system.kernel)).toEqual([])
})

test('a log that grows while it is checked holds', async () => {
  const { kernel, owner } = system
  const waits = (relation: string) => async () => {
    const { rows } = await owner.query(`select from pg_locks where not granted and relation = $1::regclass`, [relation])
    // Whoever else asks for the newest head waits too.
    expect(rows).not.toHaveLength(0)
  }
  // The head is published between what the check reads first and what it reads last.
  await system.movableClock!.advance(60_000)
  await owner.query('grant update on bid_checkpoint to kaibiao_app')
  const check = await inContext(kernel, { tenantId: 1, actor: null }, async (ctx) => {
    const before = await newestHead(ctx)
    await publishHead(ctx, true)
    expect((await newestHead(ctx))!.size).toBeGreaterThan(before!.size)
    await sql`lock table bid_checkpoint in access exclusive mode`.execute(ctx.tx)
    const running = checkLog(kernel, { files: false })
    await vi.waitFor(waits('bid_checkpoint'), PATIENT)
    return { running }
  })
  await owner.query('revoke update on bid_checkpoint from kaibiao_app')
  expect(await check.running).toEqual([])
})

/** Alters by SQL as the database's owner, checks, and undoes it. */
async function altered(change: string, undo: string, values: unknown[] = []): Promise<Alteration[]> {
  await system.owner.query(change, values)
  try {
    return await checkLog(system.kernel)
  } finally {
    await system.owner.query(undo, values)
    expect(await checkLog(system.kernel)).toEqual([])
  }
}

const flip = (at: number) => `set_byte(data, ${at}, get_byte(data, ${at}) # 1)`

test('a byte of an entry', async () => {
  const change = `update bid_log_tile set data = ${flip(20)} where tenant_id = 1 and level = -1 and idx = 0`
  const found = await altered(change, change)
  expect(found[0]).toMatchObject({ tenantId: 1, what: 'entry', id: '0' })
})

test('a byte of a leaf hash, and of a hash above', async () => {
  const leaf = `update bid_log_tile set data = ${flip(32)} where tenant_id = 1 and level = 0 and idx = 0`
  expect((await altered(leaf, leaf))[0]).toMatchObject({ what: 'tile', id: 'tile/0/000' })
  const above = `update bid_log_tile set data = ${flip(3)} where tenant_id = 1 and level = 1 and idx = 0`
  expect((await altered(above, above))[0]).toMatchObject({ what: 'tile', id: expect.stringMatching(/^tile\/1\/000/) })
})

test('the root, and a published head', async () => {
  const root = `update bid_log set root = set_byte(root, 0, get_byte(root, 0) # 1) where tenant_id = 1`
  expect(await altered(root, root)).toEqual([expect.objectContaining({ what: 'log', id: 'root' })])
  const { rows } = await system.owner.query<{ id: string; note: string }>(
    `select id, note from bid_checkpoint where size > 0 order by at limit 1`,
  )
  const [size = ''] = /\n\d+\n/.exec(rows[0]!.note) ?? []
  const found = await altered(
    `update bid_checkpoint set note = replace(note, $2, $3) where id = $1`,
    `update bid_checkpoint set note = replace(note, $3, $2) where id = $1`,
    [rows[0]!.id, size, `\n${Number(size) + 1}\n`],
  )
  expect(found).toEqual([expect.objectContaining({ what: 'checkpoint', id: rows[0]!.id })])
})

test('a submission: its time, its manifest, its receipt', async () => {
  const shift = (sign: string) => `update bid_submission set at = at ${sign} interval '1 second' where id = $1`
  const time = await altered(shift('-'), shift('+'), [submissionId])
  expect(time).toEqual([expect.objectContaining({ what: 'submission', id: submissionId })])
  const path = `'{files,0,name}'`
  const manifest = (name: string) =>
    `update bid_submission set manifest = jsonb_set(manifest, ${path}, ${name}) where id = $1`
  const { rows } = await system.owner.query(
    `select manifest#>>'{files,0,name}' as name from bid_submission where id = $1`,
    [submissionId],
  )
  const renamed = await altered(manifest(`'"x"'`), manifest(`'"${rows[0].name}"'`), [submissionId])
  expect(renamed[0]).toMatchObject({ what: 'submission', id: submissionId })
  const receipt = (from: string, to: string) =>
    `update bid_submission set receipt = replace(receipt::text, '${from}', '${to}')::jsonb where id = $1`
  const name = COMPANIES.supplier2.name
  const forged = await altered(receipt(name, '某某公司'), receipt('某某公司', name), [submissionId])
  expect(forged).toEqual([expect.objectContaining({ what: 'submission', id: submissionId })])
})

test('a submission taken out of the records is missed by the log', async () => {
  const { rows } = await system.owner.query<{ log_index: number }>(
    'select log_index from bid_submission where id = $1',
    [submissionId],
  )
  await system.owner.query('create table kept_submission as select * from bid_submission where id = $1', [submissionId])
  await system.owner.query('create table kept_file as select * from bid_file where submission_id = $1', [submissionId])
  await system.owner.query('delete from bid_file where submission_id = $1', [submissionId])
  await system.owner.query('delete from bid_submission where id = $1', [submissionId])
  const found = await checkLog(system.kernel)
  await system.owner.query('insert into bid_submission select * from kept_submission')
  await system.owner.query('insert into bid_file select * from kept_file')
  expect(found).toEqual([expect.objectContaining({ what: 'submission', id: String(rows[0]!.log_index) })])
  expect(await checkLog(system.kernel)).toEqual([])
})

test('a byte of a sealed file, a missing one, and its record', async () => {
  const { rows } = await system.owner.query<{ sha256: Buffer; position: number }>(
    `select o.sha256, f.position from bid_file f join file_object o on o.id = f.file_id where f.submission_id = $1 order by f.position limit 1`,
    [submissionId],
  )
  const hex = rows[0]!.sha256.toString('hex')
  const path = join(system.config.dataDir, 'files/objects', hex.slice(0, 2), hex.slice(2, 4), hex)
  const bytes = await readFile(path)
  const broken = Buffer.from(bytes)
  broken[broken.length - 9]! ^= 1
  await chmod(path, 0o600)
  await writeFile(path, broken)
  const found = await checkLog(system.kernel)
  await writeFile(path, bytes)
  expect(found).toEqual([
    { tenantId: 1, what: 'stored-file', id: `${submissionId}/${rows[0]!.position}`, message: expect.any(String) },
  ])
  const rename = (from: string, to: string) =>
    `update bid_file set role = '${to}' where submission_id = $1 and role = '${from}'`
  const relabelled = await altered(rename('technical', 'x'), rename('x', 'technical'), [submissionId])
  expect(relabelled).toEqual([expect.objectContaining({ what: 'bid-file' })])
})

test('the application itself may not alter or remove what was written', async () => {
  for (const statement of [
    `update bid_submission set at = at`,
    `delete from bid_submission`,
    `update bid_file set role = role`,
    `delete from bid_file`,
    `delete from bid_checkpoint`,
    `update bid_checkpoint set size = size`,
    `delete from bid_log_tile`,
    `delete from bid_key`,
  ]) {
    const { rows } = await system.owner.query<{ allowed: boolean }>(
      `select has_table_privilege('kaibiao_app', $1, $2) as allowed`,
      [/(bid_\w+)/.exec(statement)![1], statement.split(' ')[0]],
    )
    expect({ statement, ...rows[0] }).toEqual({ statement, allowed: false })
  }
})
