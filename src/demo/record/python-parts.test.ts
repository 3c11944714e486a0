import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fromHex, utf8 } from '#features/sealing/core/bytes.ts'
import type { Check } from '#features/sealing/core/check.ts'
import { splitNote } from '#features/sealing/core/log/note.ts'
import { verifyBid } from '#features/sealing/core/verify-bid.ts'
import { verifyBonds } from '#features/sealing/core/verify-bonds.ts'
import { verifyJoint } from '#features/sealing/core/verify-joint.ts'
import { verifyRecordTimes } from '#features/sealing/core/verify-witnessed.ts'
import { verifyReceipt } from '#features/sealing/core/verify-receipt.ts'
import { altered, numbers, type Place } from './altering.ts'
import { MACHINE } from '#features/sealing/core/record-manifest.ts'
import { agreeChecks } from '../../../verify/agree.ts'
import { gather } from '../../../verify/gather.ts'
import { agreementVector } from './agreement-vector.ts'
import { bondVector } from './bond-vectors.ts'
import { jointVector } from './joint-vectors.ts'
import { stampOf, timesVector, type witnessedVector } from './witness-vectors.ts'

/* Bonds, the joint key, witnesses and time-stamps in both verifiers: the vectors hold in both, and what is altered in those that are kept is named alike. */

const PYTHON = join(import.meta.dirname, '../../../verify/python')
const KEPT = join(import.meta.dirname, '../../../docs/protocol/vectors')
const hasPython = spawnSync('python3', [join(PYTHON, 'library.py')]).status === 0
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-parts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the second verifier finds in each. */
function checked(vectors: readonly object[]): Check[][] {
  const paths = vectors.map((vector, i) => {
    const path = join(folder, `${i}.json`)
    writeFileSync(path, JSON.stringify(vector))
    return path
  })
  const out = execFileSync('python3', [join(PYTHON, 'vectors.py'), ...paths], { maxBuffer: 1 << 28 })
  return JSON.parse(out.toString()) as Check[][]
}

const kept = <T>(name: string): T => JSON.parse(readFileSync(join(KEPT, `${name}.json`), 'utf8')) as T
const outcomes = (checks: readonly Check[]) => Object.fromEntries(checks.map(({ id, ok }) => [id, ok]))
const failed = (checks: readonly Check[]) => checks.filter(({ ok }) => ok !== true)

/** How the joint opening was found, and how many files of both bids opened. */
const judged = (checks: readonly Check[]) => ({
  joint: outcomes(checks.filter(({ id }) => id.startsWith('joint-'))),
  opened: checks.filter(({ id, ok }) => id.startsWith('file-') && ok).length,
  priced: checks.filter(({ id, ok }) => id.startsWith('price-') && ok).length,
})

/** The checks that ask who saw the head of the deadline. */
const HEAD = [
  'deadline-checkpoint',
  'deadline-witnesses',
  'deadline-witnessed-at',
  'deadline-time-stamp',
  'place-in-time',
]
const isOfHead = ({ id }: Check) => HEAD.includes(id)

type Witnessed = Awaited<ReturnType<typeof witnessedVector>>

function receiptHere({ receipt, manifest, notice, heads, tiles }: Witnessed) {
  const known = tiles as Record<string, string>
  const readTile = (path: string) => Promise.resolve(known[path] === undefined ? undefined : fromHex(known[path]))
  return verifyReceipt({ receipt: { ...receipt, manifest }, notice, heads, tiles: { readTile } })
}

type Joint = Awaited<ReturnType<typeof jointVector>>

async function jointHere({ opening, notice, bids }: Joint): Promise<Check[]> {
  const { checks, secrets } = await verifyJoint(opening, { fingerprint: notice.jointKey })
  for (const { manifest, manifestHash, release, sealed, plain } of bids)
    checks.push(
      ...(await verifyBid({
        manifest,
        manifestHash,
        release,
        joint: secrets,
        sealed: (fileId) => fromHex((sealed as Record<string, string>)[fileId]!),
        plain: (fileId) => fromHex((plain as Record<string, string>)[fileId]!),
      })),
    )
  return checks
}

type Agreement = ReturnType<typeof agreementVector>

async function agreementHere({ body, files, quotes }: Agreement): Promise<Check[]> {
  const entries = Object.entries(files).map(([path, value]) => ({ path, blob: new Blob([JSON.stringify(value)]) }))
  const found = await gather(entries, { isRecord: true })
  const whole = entries.map(({ path, blob }) => ({ path: `${MACHINE}/${path}`, blob }))
  const contents = { container: { name: '', entries: whole, zip: null }, body, found, beside: {} }
  return agreeChecks(contents as never, () => Promise.resolve(quotes))
}

test('vectors hold here: bonds to the byte, the joint key by every check', async () => {
  expect(kept('bonds')).toEqual(bondVector())
  expect(failed(await verifyBonds(bondVector().bonds))).toEqual([])
  expect(kept('agreement')).toEqual(agreementVector())
  expect(failed(await agreementHere(agreementVector()))).toEqual([])
  for (const vector of [kept<Joint>('joint'), await jointVector()]) {
    const checks = await jointHere(vector)
    expect(failed(checks)).toEqual([])
    expect(checks.filter(({ id }) => id.startsWith('file-'))).toHaveLength(6)
  }
})

/** Times of log records that fit the cosigned heads around them, and ones that do not. */
async function timed() {
  const whole = await timesVector()
  const [first, second] = whole.records
  const late = (one: typeof first, seconds: number) => ({
    ...one!,
    record: { ...one!.record, at: new Date(Date.parse(one!.record.at) + seconds * 1000).toISOString() },
  })
  const cases = [
    { what: 'as it was', ok: true, value: whole },
    { what: 'in the log before its time', ok: false, value: { ...whole, records: [first, late(second, 3600)] } },
    { what: 'made up hours afterwards', ok: false, value: { ...whole, records: [late(first, -7200), second] } },
    { what: 'in no cosigned head', ok: null, value: { ...whole, heads: whole.heads.slice(0, 2) } },
    {
      what: 'too few witnesses',
      ok: null,
      value: { ...whole, heads: whole.heads.map((note) => note.split('— witness')[0]!) },
    },
    { what: 'before the first head', ok: true, value: { ...whole, records: [late(first, -600)] } },
    {
      what: 'no such time',
      ok: false,
      value: { ...whole, records: [{ ...first!, record: { ...first!.record, at: 'x' } }] },
    },
  ]
  return cases
}

test('the time of a log record fits the cosigned heads around it', async () => {
  for (const { what, ok, value } of await timed())
    expect({ what, checks: outcomes(await verifyRecordTimes(value.records as never, value as never)) }).toEqual({
      what,
      checks: { 'record-times': ok },
    })
  const { notice, ...rest } = await timesVector()
  const nobody = { ...notice, witnesses: undefined }
  expect(await verifyRecordTimes(rest.records as never, { ...rest, notice: nobody })).toEqual([])
})

describe.skipIf(!hasPython)('in Python', () => {
  test('the time of a log record fits the cosigned heads around it', async () => {
    const cases = await timed()
    const theirs = checked(cases.map(({ value }) => value)).map(outcomes)
    for (const [i, { what, ok }] of cases.entries())
      expect({ what, checks: theirs[i] }).toEqual({ what, checks: { 'record-times': ok } })
  })

  test('they hold as well, kept and fresh', async () => {
    const found = checked([bondVector(), kept('joint'), await jointVector(), kept('bid-witnessed'), kept('agreement')])
    for (const checks of found) expect(failed(checks)).toEqual([])
    expect(found[1]!.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['joint-key', 'joint-published', 'joint-parts', 'joint-officers', 'point', 'no-point']),
    )
  })

  test('bonds altered anywhere are judged alike, check by check', async () => {
    const next = numbers(20_261_127)
    const cases = Array.from({ length: 300 }, () => altered(bondVector(), next, ([first]) => first === 'bonds'))
    const theirs = checked(cases.map(({ value }) => value)).map(outcomes)
    for (const [i, { what, value }] of cases.entries())
      expect({ what, ...theirs[i] }).toEqual({ what, ...outcomes(await verifyBonds(value.bonds)) })
    expect(theirs.filter((one) => Object.values(one).includes(false)).length).toBeGreaterThan(150)
  })

  test('a file that says otherwise than another is judged alike, check by check', async () => {
    const next = numbers(20_261_130)
    // What files are, tells where they are looked for: of another type they are none of these.
    const among = ([first, , third, ...rest]: Place) =>
      first === 'quotes' || (first === 'files' && third !== 'type' && rest.at(-1) !== 'text' && rest.at(-1) !== 'body')
    const cases = Array.from({ length: 400 }, () => altered(agreementVector(), next, among))
    const theirs = checked(cases.map(({ value }) => value)).map(outcomes)
    for (const [i, { what, value }] of cases.entries())
      expect({ what, ...theirs[i] }).toEqual({ what, ...outcomes(await agreementHere(value)) })
    expect(theirs.filter((one) => Object.values(one).includes(false)).length).toBeGreaterThan(100)
  })

  test('a joint opening altered anywhere is judged alike, check by check, and so are its bids', async () => {
    const next = numbers(20_261_128)
    const whole = kept<Joint>('joint')
    const among = ([first, ...rest]: Place) =>
      first === 'opening' ||
      (first === 'notice' && rest[0] === 'jointKey') ||
      (first === 'bids' && rest[1] === 'release')
    const cases = Array.from({ length: 60 }, () => altered(whole, next, among))
    const theirs = checked(cases.map(({ value }) => value))
    for (const [i, { what, value }] of cases.entries()) {
      expect({ what, ...judged(theirs[i]!) }).toEqual({ what, ...judged(await jointHere(value)) })
    }
    expect(theirs.filter((checks) => failed(checks).length > 0).length).toBeGreaterThan(40)
  })

  test('witnesses and time-stamps altered anywhere are judged alike', async () => {
    const next = numbers(20_261_129)
    const whole = kept<Witnessed>('bid-witnessed')
    const among = ([first, second]: Place) =>
      first === 'heads' || (first === 'notice' && ['witnesses', 'timeStamp', 'checkpoint'].includes(String(second)))
    const { notice } = whole
    const token = Buffer.from(notice.timeStamp.token, 'base64')
    const certificate = Buffer.from(notice.timeStamp.issuers[0]!, 'base64')
    const digest = createHash('sha256').update(splitNote(notice.checkpoint).body).digest()
    // What is signed, or signs. Lengths around it are nobody's word, and one verifier takes more of them than the other.
    const parts = [digest, certificate, token.subarray(-32)].map((part) => [token.indexOf(part), part.length] as const)
    expect(parts.map(([at]) => at > 0)).toEqual([true, true, true])
    const cases = Array.from({ length: 150 }, (_, i) => {
      if (i % 3 > 0) return altered(whole, next, among)
      const [from, length] = parts[(i / 3) % parts.length]!
      const bent = Buffer.from(token)
      bent[from + Math.floor(next() * length)]! ^= 1 << Math.floor(next() * 8)
      const timeStamp = { ...notice.timeStamp, token: bent.toString('base64') }
      return { what: `token ${timeStamp.token}`, value: { ...whole, notice: { ...notice, timeStamp } } }
    })
    for (const seconds of [-200, -110, 700, 800]) {
      const timeStamp = await stampOf(utf8(splitNote(whole.notice.checkpoint).body), seconds)
      cases.push({ what: `stamped at ${seconds}`, value: { ...whole, notice: { ...whole.notice, timeStamp } } })
    }
    const foreign = (await stampOf(utf8('x'), 0)).issuers
    const timeStamp = { ...whole.notice.timeStamp, issuers: foreign }
    cases.push({ what: 'another authority', value: { ...whole, notice: { ...whole.notice, timeStamp } } })
    for (const threshold of [1, 2, 3]) {
      const policy = { ...whole.notice.witnesses, threshold }
      cases.push({ what: `${threshold} of 3`, value: { ...whole, notice: { ...whole.notice, witnesses: policy } } })
    }
    const theirs = checked([whole, ...cases.map(({ value }) => value)]).map((checks) =>
      outcomes(checks.filter(isOfHead)),
    )
    expect(theirs[0]).toEqual(Object.fromEntries(HEAD.map((id) => [id, true])))
    for (const [i, { what, value }] of cases.entries()) {
      const ours = outcomes((await receiptHere(value)).filter(isOfHead))
      expect({ what, ...theirs[i + 1] }).toEqual({ what, ...ours })
    }
    const bent = theirs.slice(1).filter((_, i) => cases[i]!.what.startsWith('token'))
    expect(new Set(bent.map((one) => one['deadline-time-stamp']))).toEqual(new Set([false]))
    expect(theirs.filter((one) => Object.values(one).includes(false)).length).toBeGreaterThan(80)
  })
})
