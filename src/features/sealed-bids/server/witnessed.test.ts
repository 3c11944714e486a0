import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import { COMPANIES } from '#demo/companies.ts'
import { orderRow } from '#features/procurement/server/public.ts'
import { verdictOf } from '#features/sealing/core/check.ts'
import {
  type Checkpoint,
  parseCheckpoint,
  parseNoteKey,
  verifyCheckpoint,
} from '#features/sealing/core/log/checkpoint.ts'
import { cosignaturesOf, parseWitnessKey, witnessedAt } from '#features/sealing/core/log/cosignature.ts'
import { isPartOf } from '#features/sealing/core/verify-log.ts'
import type { LogRecords } from '#features/sealing/core/verify-log-records.ts'
import { verifyDeadlineHead, verifyPlaceInTime, verifyRecordTimes } from '#features/sealing/core/verify-witnessed.ts'
import { checkMarks } from '#server/marks/check.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { logRecord, recordProofs } from '#server/public-log.ts'
import { inContext } from '#server/context.ts'
import * as c from '#features/witnesses/contract.ts'
import { witnesses as feature } from '#features/witnesses/server/routes.ts'
import { writeMarks } from '#server/marks/mark-file.ts'
import { type RunningWitness, runWitness, witnessFolder } from '#witness/testing/run-witness.ts'
import { logCheckpoint, orderTrust } from '../contract-log.ts'
import { recordParts } from './archive-records.ts'
import { freeze } from './freeze.ts'
import { growingLog } from './growing-log.ts'
import { publishHead } from './log.ts'
import { Bidder, seedOrder } from './testing/test-bids.ts'

/* Witnesses are real processes; the log is the product's own. */

let t: TestSystem
let admin: HttpClient
const witnesses: RunningWitness[] = []
const ends: (() => Promise<void>)[] = []
const servers: Server[] = []
const reason = '招标投标监督需要'
let logKey = ''

beforeAll(async () => {
  t = await testSystem({ from: 'people' })
  admin = await t.login('admin', { workbench: 'admin' })
  ;({ logKey } = await admin.call(c.witnessList, {}))
  for (const name of ['a.example/witness', 'b.example/witness']) {
    const place = await witnessFolder()
    ends.push(place.remove)
    witnesses.push(await runWitness(place.folder, { name, logs: [logKey] }))
  }
})
afterAll(async () => {
  await Promise.all(witnesses.map((witness) => witness.end()))
  for (const end of ends) await end()
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

type Row = OutputOf<typeof c.witnessList>['witnesses'][number]
const list = () => admin.call(c.witnessList, {})
const row = async (witnessId: string) => (await list()).witnesses.find((one) => one.witnessId === witnessId)!
const until = (witnessId: string, expected: Partial<Row>) =>
  vi.waitFor(async () => expect(await row(witnessId)).toMatchObject(expected), PATIENT)
const add = (witness: { base: string; key: string }, title = '某见证方') =>
  admin.call(c.addWitness, { body: { title, key: witness.key, url: witness.base, reason } })
const newest = async () => (await fetch(`${t.base}/api${logCheckpoint.path}`)).text()
const publish = async () => {
  await inContext(t.kernel, { tenantId: 1, actor: null }, (ctx) => publishHead(ctx, true))
}

test('strangers and people without the right learn and change nothing', async () => {
  const body = { title: '某见证方', key: witnesses[0]!.key, url: witnesses[0]!.base, reason }
  for (const client of [t.client(), await t.login('supplier1', { workbench: 'supplier' })]) {
    expect((await client.refused(c.witnessList, {})).status).toBeGreaterThanOrEqual(401)
    expect((await client.refused(c.addWitness, { body })).status).toBeGreaterThanOrEqual(401)
    expect((await client.refused(c.setThreshold, { body: { threshold: 1, reason } })).status).toBeGreaterThanOrEqual(
      401,
    )
  }
  expect((await list()).witnesses).toEqual([])
})

test('what is no witness is refused in words', async () => {
  const good = { title: '某见证方', key: witnesses[0]!.key, url: witnesses[0]!.base, reason }
  for (const bad of [
    { key: logKey },
    { key: 'x' },
    { key: `${good.key}x` },
    { url: 'ftp://example.org' },
    { url: 'http://user:secret@example.org' },
    { url: 'javascript:alert(1)' },
    { url: 'http://example.org/?x=1' },
    { title: ' ' },
    { reason: '' },
  ])
    expect(await admin.refused(c.addWitness, { body: { ...good, ...bad } })).toMatchObject({ status: 400 })
  expect(await admin.refused(c.setThreshold, { body: { threshold: 2, reason } })).toMatchObject({ status: 400 })
})

test('two of two witnesses cosign what is published; notices name them, and the log says so', async () => {
  await publish()
  const ids = [await add(witnesses[0]!, '省招标投标协会'), await add(witnesses[1]!, '某大学')].map(
    (one) => one.witnessId,
  )
  expect(
    await admin.refused(c.addWitness, {
      body: { title: '又一个', key: witnesses[0]!.key, url: 'http://x.example', reason },
    }),
  ).toMatchObject({ status: 409 })
  await admin.call(c.setThreshold, { body: { threshold: 2, reason } })
  for (const id of ids) await until(id, { state: 'cosigning', behind: 0 })
  const note = await newest()
  expect(verifyCheckpoint(note, parseNoteKey(logKey)).size).toBe((await list()).head!.size)
  expect(
    cosignaturesOf(
      note,
      witnesses.map(({ key }) => parseWitnessKey(key)),
    ),
  ).toHaveLength(2)
  expect(await t.client().call(c.logWitnesses, {})).toMatchObject({ threshold: 2, witnesses: [{}, {}] })
  const policies = await t.owner.query<{ id: string }>('select id from witness_policy order by at, id')
  const proofs = await inContext(t.kernel, { tenantId: 1, actor: null }, (ctx) =>
    recordProofs().proofs(ctx, { subject: policies.rows.at(-1)!.id, type: 'witness-list' }),
  )
  expect(JSON.parse(proofs[0]!.text!)).toMatchObject({ threshold: 2, witnesses: [{ key: witnesses[0]!.key }, {}] })
})

test('a bid, its deadline, and what outsiders saw of both', async () => {
  const companyId = COMPANIES.supplier1.id
  const bidEnd = new Date(t.kernel.clock.now().getTime() + 60 * 60_000)
  const orderId = await seedOrder(t.owner, { bidEnd, companyIds: [companyId] })
  const supplier = await t.login('supplier1', { workbench: 'supplier' })
  const bidder = await new Bidder(supplier, { companyId, orderId }).prepare()
  const receipt = await bidder.submit(await bidder.uploadAll('1.00'))
  expect(receipt.body.heads).toBe(`/api/log/heads?at=${receipt.body.at}`)
  // Witnesses tell whole seconds by clocks of their own: what they cosign within this one would lie before the receipt.
  await expect.poll(() => Date.now(), { interval: 100 }).toBeGreaterThan(Date.parse(receipt.body.at) + 1_000)
  // The beat of its leaf ends by the platform's clock.
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 30_000))
  await publish()
  await vi.waitFor(async () => {
    const { after } = await t.client().call(c.cosignedHeads, { query: { at: receipt.body.at } })
    expect(after && witnessedAt(after.note, (await trustOf(orderId)).witnesses!)).toBeTruthy()
  }, PATIENT)
  await t.advanceTo(bidEnd)
  await inContext(t.kernel, { tenantId: 1, actor: null }, (ctx) => freeze(ctx, orderId, 1))
  await vi.waitFor(async () => {
    const trust = await trustOf(orderId)
    expect(trust.timeStamp && witnessedAt(trust.checkpoint!, trust.witnesses!)).toBeTruthy()
  }, PATIENT)
  const notice = await trustOf(orderId)
  const checks = await verifyDeadlineHead(notice)
  // The test's clock was moved, the witnesses' was not: they say so.
  expect(checks.map(({ id, ok }) => [id, ok])).toEqual([
    ['deadline-witnesses', true],
    ['deadline-witnessed-at', false],
    ['deadline-time-stamp', true],
  ])
  const around = await t.client().call(c.cosignedHeads, { query: { at: receipt.body.at } })
  const heads = [around.before, around.after].flatMap((head) => head?.note ?? [])
  expect(await verifyPlaceInTime(receipt.body, { notice, heads })).toMatchObject([{ id: 'place-in-time', ok: true }])
  // An index that a head from before the receipt had already: the receipt's time is a lie.
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const lied = { ...receipt.body, at: later }
  expect(await verifyPlaceInTime(lied, { notice, heads })).toMatchObject([{ ok: false }])
  // One signature less than the notice asks for.
  const short = {
    ...notice,
    checkpoint: notice
      .checkpoint!.split('\n')
      .filter((line) => !line.startsWith('— b.example'))
      .join('\n'),
  }
  expect(verdictOf(await verifyDeadlineHead(short))).toBe('invalid')
  // What the log proves of the order goes into its archive with the cosigned heads around the times of its records.
  const naming = await drawn(orderId)
  const parts = await inContext(t.kernel, { tenantId: 1, actor: null }, async (ctx) =>
    recordParts(ctx, await orderRow(ctx, orderId)),
  )
  const proven = parts['log/records.json'] as LogRecords
  expect(proven.records.some(({ record, leaf }) => record.type === 'closing-list' && leaf !== null)).toBe(true)
  expect(proven.heads!.every((note) => witnessedAt(note, notice.witnesses!) !== null)).toBe(true)
  expect(proven.heads!.length).toBeGreaterThan(0)
  expect((await verifyRecordTimes(proven.records, { notice, heads: proven.heads! })).map(({ id }) => id)).toEqual([
    'record-times',
  ])
  // The head that names the round of a draw is tied to the newest one.
  const newest = parseCheckpoint(proven.records[0]!.head!.checkpoint)
  expect(naming.size).toBeLessThan(newest.size)
  const { growth } = proven
  expect(isPartOf(naming, newest, { growth, lack: '' })).toBe(true)
  expect(isPartOf({ ...naming, root: newest.root }, newest, { growth, lack: '' })).toBe(false)
})

/** Logs the closing of a draw, and what names its round by the first head that holds it, which is given. */
async function drawn(orderId: string): Promise<Checkpoint> {
  const log = async (hash: string) => {
    const step = { type: 'draw', subject: orderId, hash } as const
    await inContext(t.kernel, { tenantId: 1, actor: null }, async (ctx) => logRecord(ctx, step))
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 6 * 60_000))
    return inContext(t.kernel, { tenantId: 1, actor: null }, (ctx) => recordProofs().firstHead(ctx, step))
  }
  const head = await log('5e'.repeat(32))
  await log('7a'.repeat(32))
  return parseCheckpoint(head!.checkpoint)
}

const trustOf = (orderId: string) => t.client().call(orderTrust, { params: { orderId }, query: { round: 1 } })

test('a witness that is down is asked again and catches up; nobody waited for it', async () => {
  const [first] = (await list()).witnesses
  const { folder } = witnesses[0]!
  const port = Number(new URL(witnesses[0]!.base).port)
  await witnesses[0]!.end('SIGKILL')
  await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 60_000))
  await publish()
  await until(first!.witnessId, { state: 'unreachable', failureText: 'ECONNREFUSED' })
  expect((await list()).head!.cosignedBy).toBeLessThan(2)
  witnesses[0] = await runWitness(folder, { name: 'a.example/witness', port })
  await admin.call(c.askWitness, { params: { witnessId: first!.witnessId } })
  await until(first!.witnessId, { state: 'cosigning', behind: 0, failingSince: null })
})

test('witnesses that lie are found out: wrong keys, wrong sizes, garbage, redirects, no end', async () => {
  let told = 0
  const answers: Record<string, (body: string) => { status: number; text: string; type?: string }> = {
    应答中没有该见证公钥的有效签名: () => ({ status: 200, text: '— c.example/witness AAAAAAAAAAAA\n' }),
    应答不是见证签名: () => ({ status: 200, text: 'signed' }),
    对方反复给出不同的日志规模: () => ({
      status: 409,
      text: `${1 + (++told % 2)}\n`,
      type: 'text/x.tlog.size',
    }),
    同一规模的日志头与对方已见证的不同: (body) => ({
      status: 409,
      text: `${/^old (\d+)/.exec(body)![1]}\n`,
      type: 'text/x.tlog.size',
    }),
    对方尚未登记本平台的日志公钥: () => ({ status: 404, text: '' }),
    日志与对方已见证的历史不一致: () => ({ status: 422, text: '' }),
  }
  const place = await witnessFolder()
  const other = await runWitness(place.folder, { name: 'c.example/witness' })
  await other.end()
  await place.remove()
  let answer = Object.values(answers)[0]!
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const { status, text, type = 'text/plain' } = answer(body)
      response.writeHead(status, { 'content-type': type, location: 'http://127.0.0.1:1/' }).end(text)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const { witnessId } = await add({ base, key: other.key }, '说谎的见证方')
  for (const [text, lie] of Object.entries(answers)) {
    answer = lie
    await admin.call(c.askWitness, { params: { witnessId } })
    await until(witnessId, { state: 'refused', failureText: text })
  }
  answer = () => ({ status: 200, text: 'x'.repeat(1 << 20) })
  await admin.call(c.askWitness, { params: { witnessId } })
  await until(witnessId, { state: 'unreachable', failureText: '应答过长' })
  answer = () => ({ status: 302, text: '' })
  await admin.call(c.askWitness, { params: { witnessId } })
  await until(witnessId, { state: 'unreachable' })
  expect(await t.owner.query('select from cosignature where witness_id = $1', [witnessId])).toMatchObject({
    rowCount: 0,
  })
  await admin.call(c.retireWitness, { params: { witnessId }, body: { reason } })
  expect(await admin.refused(c.retireWitness, { params: { witnessId }, body: { reason } })).toMatchObject({
    status: 409,
  })
  await t.owner.query(`delete from leased_work where kind = 'witnesses.cosign'`)
})

test('nobody is retired below the threshold; it is lowered first, with a reason', async () => {
  const [first] = (await list()).witnesses
  const retire = { params: { witnessId: first!.witnessId }, body: { reason } }
  expect(await admin.refused(c.retireWitness, retire)).toMatchObject({ status: 409 })
})

test('a database that is older than what witnesses cosigned is noticed at the start', async () => {
  const { rows } = await t.owner.query<{ id: string }>('select id from database_identity')
  const look = () =>
    checkMarks(t.kernel, { databaseId: rows[0]!.id, records: [growingLog], outside: [feature.acknowledged!] })
  expect(await look()).toEqual([])
  // As after a restore: the log ends where it stood at an earlier head, marks in the data folder and all.
  const { rows: heads } = await t.owner.query<{ size: number; note: string }>(
    'select size::int, note from bid_checkpoint where tenant_id = 1 order by size',
  )
  const [old, ...rest] = heads
  expect(rest.length).toBeGreaterThan(0)
  await t.owner.query('alter table bid_checkpoint disable trigger user')
  await t.owner.query('delete from bid_checkpoint where tenant_id = 1 and size > $1', [old!.size])
  const root = Buffer.from(old!.note.split('\n')[2]!, 'base64')
  await t.owner.query('update bid_log set size = $1, root = $2 where tenant_id = 1', [old!.size, root])
  await writeMarks(t.config, rows[0]!.id, { at: new Date(0).toISOString(), heads: [] })
  const said = await look()
  expect(said.some((text) => text.includes('投标日志已确认'))).toBe(true)
})
