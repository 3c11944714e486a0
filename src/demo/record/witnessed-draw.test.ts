import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { HOUR, MINUTE } from '#contract/time.ts'
import { sourceOf } from '#contract/draw-calls.ts'
import { namedHash, roundFor, seedOf, steppedProblems } from '#contract/draw-steps.ts'
import { draw } from '#contract/draw.ts'
import * as extractions from '#features/experts/contract-extraction.ts'
import { importPeople, termsOf } from '#features/experts/server/testing/expert-world.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { drawScoreParams } from '#features/opening-hall/contract-compare.ts'
import { archiveOrder, archiveProof, downloadArchive } from '#features/procurement/contract/order.ts'
import { trustFile } from '#features/sealed-bids/contract-log.ts'
import type { TrustFile } from '#features/sealing/core/trust-file.ts'
import { parseCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { cosignaturesOf, parseWitnessKey } from '#features/sealing/core/log/cosignature.ts'
import type { LogRecords } from '#features/sealing/core/verify-log-records.ts'
import { MACHINE } from '#features/sealing/core/record-manifest.ts'
import * as witnesses from '#features/witnesses/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { type RunningWitness, runWitness, witnessFolder } from '#witness/testing/run-witness.ts'
import { hashNatively } from '../../../verify/native.ts'
import { verify } from '../../../verify/run.ts'
import { unzip } from '../../../verify/zip.ts'
import { Cast } from '../cast.ts'
import { demoKey } from '../keys.ts'
import * as buyer from '../play/buyer.ts'
import { drawn } from '../play/drawn.ts'
import { openAndDecrypt } from '../play/opening.ts'
import { lawfulSchedule, SETTINGS } from '../play/plan.ts'
import * as tender from '../states/tender.ts'

/*
 * A tender whose notice asks for two of three witnesses, programs that run, one of which is down before anything is published:
 * its price parameter is drawn in the hall, and its archive is judged by both verifiers with trust from elsewhere. Then another
 * witness goes down, and too few are left.
 */

const VERIFIER = join(import.meta.dirname, '../../../verify/python/verify.py')
const hasPython = spawnSync('python3', [join(VERIFIER, '../library.py')]).status === 0
const PRICE = { ...SETTINGS.price!, draw: { percentage: ['95', '96', '97'], floatRate: [] } }
const NAMES = ['省招标投标协会', '某大学', '某公证处']

const folder = mkdtempSync(join(tmpdir(), 'kaibiao-witnessed-draw-'))
const shift = join(folder, 'shift')
let t: TestSystem
let owner: HttpClient
let orderId: string
const running: RunningWitness[] = []
const ends: (() => Promise<void>)[] = []
let zip: Buffer
let proof: object
let trust: TrustFile

afterAll(async () => {
  await Promise.all(running.map((one) => one.end()))
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true })
})

/** Waits until as many witnesses have cosigned the newest head. */
async function cosigned(by: number): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await t.owner.query<{ n: number }>(
      `select count(*)::int as n from cosignature where tenant_id = 1
       and size = (select max(size) from bid_checkpoint where tenant_id = 1)`,
    )
    if (rows[0]!.n < by) throw new Error(`cosigned by ${rows[0]!.n}`)
  }, PATIENT)
}

/** Lets the time pass in which the log takes in what was recorded, and its heads are cosigned. */
async function logged(): Promise<void> {
  for (let isWaiting = true; isWaiting;) {
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 6 * MINUTE))
    await cosigned(2)
    const { rowCount } = await t.owner.query(
      `select from log_record r left join log_leaf l on l.tenant_id = r.tenant_id and l.record_id = r.id
       where l.idx is null or l.idx >= (select max(size) from bid_checkpoint where tenant_id = 1)`,
    )
    isWaiting = rowCount! > 0
  }
}

/** On to an instant as time passes: what was done is logged and cosigned before the clock goes far. */
async function moveTo(at: Date | string): Promise<void> {
  if (new Date(at).getTime() - t.kernel.clock.now().getTime() > HOUR) await logged()
  await t.advanceTo(at)
}

beforeAll(async () => {
  hashNatively()
  writeFileSync(shift, '0')
  // That a witness cannot be reached is no news here.
  t = await testSystem({ from: 'people', env: { LOG_LEVEL: 'fatal' } })
  // The witnesses' clocks go with the platform's, ahead of it by a moment.
  const clock = t.movableClock!
  const advance = clock.advance.bind(clock)
  let moved = 0
  clock.advance = (ms) => {
    writeFileSync(shift, String((moved += ms)))
    return advance(ms)
  }
  const admin = await t.login('admin', { workbench: 'admin' })
  const { logKey } = await admin.call(witnesses.witnessList, {})
  const reason = '招标投标监督需要'
  for (const [i, title] of NAMES.entries()) {
    const place = await witnessFolder()
    ends.push(place.remove)
    const one = await runWitness(place.folder, { name: `w${i}.example/witness`, logs: [logKey], shift })
    running.push(one)
    await admin.call(witnesses.addWitness, { body: { title, key: one.key, url: one.base, reason } })
  }
  await admin.call(witnesses.setThreshold, { body: { threshold: 2, reason } })
  await running[2]!.end('SIGKILL')

  const cast = new Cast(t.base)
  const now = () => t.kernel.clock.now()
  owner = await cast.as('buyer')
  const plan = { ...tender.TENDER, settings: { ...tender.TENDER.settings, price: PRICE } }
  const schedule = lawfulSchedule(now())
  const projectId = await buyer.createProject(owner, plan)
  orderId = await buyer.draftOrder(owner, projectId, { plan, schedule, now: now() })
  await buyer.publish(owner, orderId)
  const on = <Before>(facts: Before) => ({ cast, now, moveTo, settle: t.settle, facts })
  let facts = await tender.signUp(on({ suite: plan.suite, projectId, orderId, schedule }))
  facts = await tender.submit(on(facts))
  await moveTo(schedule.bidEnd!)
  await cosigned(2)

  const bidders = await Promise.all(
    tender.BIDDERS.map(async (account) => ({
      client: await cast.as(account),
      tradeId: facts.trades[account],
      key: demoKey(account, plan.suite),
    })),
  )
  const params = { projectId: orderId }
  await openAndDecrypt(owner, orderId, { bidders, settle: t.settle })
  await owner.call(hall.openMarks, { params })
  for (const { bidderId } of await owner.call(hall.markList, { params }))
    await owner.call(hall.readOut, { params: { ...params, bidderId } })
  for (const { client, tradeId } of bidders)
    await client.call(hall.confirmMarks, { params: { ...params, bidderId: tradeId }, body: { agree: true } })
  await owner.call(drawScoreParams, { params })
  await drawn(t, orderId)
  await owner.call(hall.endOpening, { params })
  await t.settle()
  for (const step of [tender.beginReview, tender.score, tender.conclude]) await step(on(facts))
  await moveTo(await buyer.publishCandidates(owner, orderId))
  await moveTo(new Date(now().getTime() + MINUTE))
  await buyer.award(owner, orderId)
  await logged()
  await owner.call(archiveOrder, { params: { orderId } })
  await logged()
  zip = (await owner.file(downloadArchive, { params: { orderId } })).content
  proof = JSON.parse((await owner.file(archiveProof, { params: { orderId } })).content.toString()) as object
  const told = JSON.parse((await t.client().file(trustFile, {})).content.toString()) as TrustFile
  // As whoever knows the witnesses has it: their keys, and no heads of the operator's.
  trust = { ...told, heads: [] }
})

interface Judged {
  verdict: string
  checks: { id: string; ok: boolean | null; detail: string }[]
}

/** What both verifiers say. */
async function judged(by: TrustFile): Promise<Judged[]> {
  const file = (path: string, value: object) => ({ path, blob: new Blob([JSON.stringify(value)]) })
  const entries = [{ path: 'a.zip', blob: new Blob([zip as BlobPart]) }, file('a.proof.json', proof)]
  const { verdict, sections } = await verify(entries, { trust: [file('trust.json', by)] })
  const both: Judged[] = [{ verdict, checks: sections.flatMap(({ checks }) => checks) }]
  if (!hasPython) return both
  const paths = Object.entries({ archive: zip, proof: JSON.stringify(proof), trust: JSON.stringify(by) })
  const list = Object.fromEntries(paths.map(([name]) => [name, join(folder, name)]))
  for (const [name, content] of paths) writeFileSync(join(folder, name), content)
  writeFileSync(join(folder, 'list.json'), JSON.stringify([list]))
  const out = execFileSync('python3', [VERIFIER, '--batch', join(folder, 'list.json')], { maxBuffer: 1 << 28 })
  return [...both, ...(JSON.parse(out.toString()) as Judged[])]
}

const drawOf = async () => (await owner.call(hall.hallDetail, { params: { id: orderId } })).draw!

test('closed, named by a head, drawn from the round: the result follows from its parts', async () => {
  const { parts, closed, named, result, stage, ...rest } = await drawOf()
  expect(stage).toBe('drawn')
  const source = sourceOf({ ...rest, closed, named })!
  expect(steppedProblems({ parts, source, result })).toEqual([])
  expect(draw(seedOf(source), parts)).toEqual(result)
  // The closing lies in the log below the head that names the round, and what names it above: two witnesses cosigned that.
  const files = await unzip(new Blob([zip as BlobPart]))
  const read = (path: string) => files.find((one) => one.path === `${MACHINE}/${path}`)!.blob.text()
  const { records, heads = [] } = JSON.parse(await read('log/records.json')) as LogRecords
  const naming = records.find(({ record }) => record.hash === namedHash(named!))!
  expect(naming.leaf!.index).toBeGreaterThanOrEqual(parseCheckpoint(named!.head).size)
  const keys = running.map(({ key }) => parseWitnessKey(key))
  const seen = heads.filter((note) => parseCheckpoint(note).size > naming.leaf!.index)
  expect(seen.length).toBeGreaterThan(0)
  for (const note of seen) expect(cosignaturesOf(note, keys)).toHaveLength(2)
})

test('with one of three down, two are enough: both verifiers call the archive valid', async () => {
  for (const { verdict, checks } of await judged(trust)) {
    expect(checks.filter(({ ok }) => ok !== true)).toEqual([])
    expect(verdict).toBe('valid')
    const ids = checks.map(({ id }) => id).filter((id) => id.startsWith('draw-'))
    expect(ids.toSorted()).toEqual(['draw-growth-1', 'draw-head-1', 'draw-logged-1', 'draw-witnessed-1'])
  }
})

test('whoever asks for all three, or for others, is not told that it is valid', async () => {
  const { witnesses: policy } = trust
  const asked = [{ ...policy!, threshold: 3 }]
  for (const one of asked)
    for (const { verdict, checks } of await judged({ ...trust, witnesses: one })) {
      expect(verdict).not.toBe('valid')
      expect(checks.filter(({ ok }) => ok !== true).map(({ id }) => id)).toContain('trust-witness')
    }
})

describe('with two of three down', () => {
  let params: { extractionId: string }
  const extraction = async () => (await owner.call(extractions.drawProof, { params })).steps!

  beforeAll(async () => {
    await running[1]!.end('SIGKILL')
    const people = [1, 2, 3].map((i) => ({ name: `规划${i}`, mobile: `1391111000${i}`, majors: '城乡规划' }))
    await importPeople({ t }, await t.login('admin', { workbench: 'admin' }), people)
    params = await owner.call(extractions.createExtraction, { body: termsOf({ t }) })
    await owner.call(extractions.drawExtraction, { params })
    await drawn(t, params.extractionId)
  })

  test('the draw takes the round that was named and nothing else, and says that witnesses lack', async () => {
    const { frozen, closed, named, signature, witnessed } = await extraction()
    expect(frozen!.beacon).not.toBeNull()
    expect(named!.round).toBe(roundFor(frozen!.beacon!, frozen!.lead, named!.at))
    expect([closed!.round, signature]).toEqual([undefined, expect.any(String)])
    expect(witnessed).toMatchObject({ threshold: 2, of: 3, isInTime: false })
    expect(witnessed!.seenBy.length).toBeLessThan(2)
  })

  test('who comes back later is told as late, and makes nothing of it witnessed in time', async () => {
    await t.advanceTo(new Date(t.kernel.clock.now().getTime() + 6 * MINUTE))
    const { folder: kept, base } = running[1]!
    running[1] = await runWitness(kept, { name: 'w1.example/witness', port: Number(new URL(base).port), shift })
    const admin = await t.login('admin', { workbench: 'admin' })
    const { witnesses: rows } = await admin.call(witnesses.witnessList, {})
    await admin.call(witnesses.askWitness, {
      params: { witnessId: rows.find(({ title }) => title === NAMES[1])!.witnessId },
    })
    await vi.waitFor(async () => {
      const { witnessed } = await extraction()
      expect(witnessed!.seenBy.map(({ title }) => title).toSorted()).toEqual(NAMES.slice(0, 2).toSorted())
      expect(witnessed!.isInTime).toBe(false)
    }, PATIENT)
  })

  test('the draw of before was witnessed in time, and says by whom', async () => {
    const { witnessed } = await drawOf()
    expect(witnessed).toMatchObject({ threshold: 2, of: 3 })
    expect(witnessed!.seenBy.map(({ title }) => title).toSorted()).toEqual(NAMES.slice(0, 2).toSorted())
  })
})
