import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANIES } from '#demo/companies.ts'
import { bidRoom } from '../contract.ts'
import { growingLog } from './growing-log.ts'
import { newestHead, publishHead } from './log.ts'
import { signBytes } from './public.ts'
import { Bidder, seedOrder } from './testing/test-bids.ts'
import { verifyAudit } from '#features/audit-trail/contract.ts'
import { inContext } from '#server/context.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { checkMarks, clockFault, driftFault } from '#server/marks/check.ts'
import { MarkKeeper } from '#server/marks/keeper.ts'
import { furthest, type Marks, readMarks, writeMarks } from '#server/marks/mark-file.ts'

/* A database that is older than what was acknowledged is noticed, and stays silent until an operator accepts it. */

let t: TestSystem
let databaseId: string
let bidder: Bidder
const witnessDir = mkdtempSync(join(tmpdir(), 'kaibiao-witness-'))
afterAll(() => rmSync(witnessDir, { recursive: true, force: true }))

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  const { rows } = await t.owner.query<{ id: string }>('select id from database_identity')
  databaseId = rows[0]!.id
  const companyId = COMPANIES.supplier1.id
  const bidEnd = new Date(t.kernel.clock.now().getTime() + 12 * 3_600_000)
  const orderId = await seedOrder(t.owner, { bidEnd, companyIds: [companyId] })
  bidder = await new Bidder(await t.login('supplier1', { workbench: 'supplier' }), { companyId, orderId }).prepare()
})

const places = () => ({ dataDir: t.config.dataDir, witnessDir: '' })
const look = () => checkMarks(t.kernel, { databaseId, records: [growingLog] })
const onTenant = <T>(work: Parameters<typeof inContext<null, T>>[2]) =>
  inContext(t.kernel, { tenantId: 1, actor: null }, work)

const current = async () =>
  (await bidder.client.call(bidRoom, { params: { orderId: bidder.orderId } })).current!.submissionId

function accept(...args: string[]): Promise<{ code: number; text: string }> {
  const env = { ...process.env, DATABASE_URL: t.ownerUrl, KAIBIAO_DATA: t.config.dataDir, KAIBIAO_MODE: 'test' }
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/server/tools/restore-accept.ts', ...args], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), text: out + err }),
    )
  })
}

test('a receipt is handed out only after its place in the log is noted outside the database', async () => {
  await bidder.submit(await bidder.uploadAll('1.00'))
  const { rows } = await t.owner.query<{ size: number; root: Buffer }>(
    'select size::int, root from bid_log where tenant_id = 1',
  )
  expect(readMarks(places(), databaseId)!.heads).toContainEqual({
    tenantId: 1,
    kind: 'log',
    size: rows[0]!.size,
    hash: rows[0]!.root.toString('hex'),
  })
  expect(readdirSync(t.config.dataDir).filter((name) => name.endsWith('.new'))).toEqual([])
})

describe('marks', () => {
  const head = (size: number, hash: string) => ({ tenantId: 1, kind: 'log', size, hash })
  const at = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString()

  test('never go back, whichever note is older', () => {
    const [old, young]: [Marks, Marks] = [
      { at: at(1), heads: [head(3, 'a')] },
      { at: at(2), heads: [head(5, 'b'), { ...head(1, 'c'), tenantId: 2 }] },
    ]
    for (const marks of [furthest(old, young), furthest(young, old)]) {
      expect(marks.at).toBe(at(2))
      expect(marks.heads.toSorted((a, b) => a.tenantId - b.tenantId)).toEqual(young.heads)
    }
  })

  test('lie in a second folder too, and either is enough', async () => {
    const both = { dataDir: join(witnessDir, 'data'), witnessDir: join(witnessDir, 'other disk') }
    const marks = { at: at(1), heads: [head(3, 'a')] }
    await writeMarks(both, 'x', marks)
    rmSync(both.dataDir, { recursive: true })
    expect(readMarks(both, 'x')).toEqual(marks)
    await writeMarks(both, 'x', marks)
    const file = join(both.dataDir, 'acknowledged-x.json')
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 20))
    expect(() => readMarks(both, 'x')).toThrow('标记文件损坏')
  })

  test('many receipts at once share a note, and each is covered by one that began after it', async () => {
    let reads = 0
    const db = new Proxy(t.kernel.db, {
      get(target, name) {
        if (name === 'getExecutor') reads++
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const keeper = new MarkKeeper({ ...t.kernel, db }, databaseId)
    await Promise.all(Array.from({ length: 50 }, () => keeper.note()))
    await keeper.stop()
    expect(reads).toBeLessThanOrEqual(4)
  })
})

test('a clock set back is said, one within its slack is not', async () => {
  expect(await look()).toEqual([])
  const marks = readMarks(places(), databaseId)!
  const later = new Date(t.kernel.clock.now().getTime() + 60_000)
  await writeMarks(places(), databaseId, { ...marks, at: later.toISOString() })
  expect(await look()).toEqual([expect.stringContaining('系统时钟可能被调慢')])
  await writeMarks(places(), databaseId, marks)
  // Without any note, the records themselves tell.
  const now = t.kernel.clock.now()
  expect(clockFault(now, { noted: null, newest: new Date(now.getTime() + 60_000) })).toContain('系统时钟')
  expect(clockFault(now, { noted: null, newest: new Date(now.getTime() + 1_000) })).toBeNull()
})

test('a machine whose clock is not the database’s is told by how much', () => {
  for (const database of [9_000, 10_000, 10_150, 11_200]) expect(driftFault(database, [10_000, 10_300])).toBeNull()
  expect(driftFault(7_000, [10_000, 10_300])).toContain('本机时钟比数据库服务器快 3 秒')
  expect(driftFault(14_300, [10_000, 10_300])).toContain('本机时钟比数据库服务器慢 4 秒')
})

describe('a database restored from an older copy', () => {
  let before: number
  beforeAll(async () => {
    await t.settle()
    await t.kernel.acknowledge()
    before = readMarks(places(), databaseId)!.heads.find((head) => head.kind === 'log')!.size
    // The tables of the log as they are now; then the log grows, is acknowledged, and the copy comes back.
    for (const table of ['bid_log', 'bid_log_tile', 'bid_checkpoint'])
      await t.owner.query(`create table copy_${table} as select * from ${table}`)
    await t.movableClock!.advance(120_000)
    await onTenant((ctx) => publishHead(ctx, true))
    // What the jump made due writes to the log as well, and would do so behind the copy.
    await t.settle()
    await t.kernel.acknowledge()
    for (const table of ['bid_log', 'bid_log_tile', 'bid_checkpoint'])
      await t.owner.query(`delete from ${table}; insert into ${table} select * from copy_${table}`)
  })

  test('is noticed at the start, once, and its tenant is put on hold', async () => {
    const said = await look()
    expect(said).toEqual([expect.stringMatching(/租户 1 的数据库早于已确认的记录：投标日志已确认 \d+ 条，现仅 \d+ 条/)])
    expect(await look()).toEqual(said)
    const { rows } = await t.owner.query('select kind, found_size::int as found from record_hold')
    expect(rows).toEqual([{ kind: 'log', found: before }])
  })

  test('gives no receipt, no signature and no head, and says so in Chinese', async () => {
    const refused = { status: 503, message: expect.stringContaining('暂停受理投标和出具回执') }
    await expect(bidder.submit(await bidder.uploadAll('2.00'), await current())).rejects.toMatchObject(refused)
    await expect(onTenant((ctx) => signBytes(ctx, 'test', new Uint8Array(1)))).rejects.toMatchObject(refused)
    const head = await onTenant((ctx) => newestHead(ctx))
    await t.movableClock!.advance(120_000)
    await onTenant((ctx) => publishHead(ctx, true))
    expect(await onTenant((ctx) => newestHead(ctx))).toEqual(head)
    // What others read goes on.
    expect(await current()).toBeTruthy()
    const admin = await t.login('admin', { workbench: 'admin' })
    expect(await admin.call(verifyAudit, {})).toMatchObject({ intact: true, isOnHold: true })
  })

  test('the role of the application cannot lift the hold itself', async () => {
    await expect(
      onTenant(({ tx }) => tx.updateTable('record_hold').set({ reason: 'x' }).execute()),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test('goes on once an operator accepted it with a reason, which stays on record', async () => {
    expect(await accept()).toMatchObject({ code: 1, text: expect.stringContaining('请说明原因') })
    const outcome = await accept('--reason', '磁盘损坏，从昨夜备份恢复', '--by', '王运维')
    expect(outcome).toMatchObject({ code: 0, text: expect.stringContaining('已确认并记入审计日志') })
    await bidder.submit(await bidder.uploadAll('3.00'), await current())
    await t.settle()
    const { rows } = await t.owner.query<{ body: { summary: string; userName: string } }>(
      `select body from audit_record where body->>'action' in ('record.hold', 'record.accept') order by seq`,
    )
    expect(rows.map(({ body }) => [body.summary, body.userName])).toEqual([
      ['数据库早于已确认的记录，暂停受理投标和出具回执', '系统'],
      ['运维人员确认数据库由较早的备份恢复：磁盘损坏，从昨夜备份恢复', '王运维'],
    ])
    expect(await look()).toEqual([])
    expect(await accept('--reason', '再来一次，没有什么可确认')).toMatchObject({ code: 0 })
  })

  test('the audit chain counts as well: one cut off at its end, together with its head', async () => {
    await t.kernel.acknowledge()
    await t.owner.query(`alter table audit_record disable trigger user;
      delete from audit_record where tenant_id = 1 and seq > 1;
      update audit_head set seq = 1, hash = (select hash from audit_record where tenant_id = 1 and seq = 1) where tenant_id = 1;
      alter table audit_record enable trigger user`)
    expect(await look()).toEqual([expect.stringContaining('审计记录')])
  })
})
