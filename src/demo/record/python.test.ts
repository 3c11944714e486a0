import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromHex } from '#features/sealing/core/bytes.ts'
import type { Check } from '#features/sealing/core/check.ts'
import { verifyBid } from '#features/sealing/core/verify-bid.ts'
import { verifyReceipt } from '#features/sealing/core/verify-receipt.ts'
import { MACHINE, MANIFEST_PATH } from '#features/sealing/core/record-manifest.ts'
import { verify } from '../../../verify/run.ts'
import { hashNatively } from '../../../verify/native.ts'
import { type Archived, archivedTender } from './archived.ts'
import { type Bendings, bendings, flipped } from './bendings.ts'
import { DISAGREEMENTS, disagreed } from './disagreements.ts'
import { basicVectors, bidVector } from './vectors.ts'
import type { Written } from './zip-writer.ts'

/*
 * The second verifier (verify/python), written from docs/protocol, against the first: the same archive, check by check, and
 * the same archive bent. Needs python3 with `cryptography`; without it the tests are skipped, and say so.
 */

const VERIFIER = join(import.meta.dirname, '../../../verify/python/verify.py')
const VECTORS = join(import.meta.dirname, '../../../docs/protocol/vectors')
const LIBRARY = join(VERIFIER, '../library.py')
const hasPython = spawnSync('python3', [LIBRARY]).status === 0
if (!hasPython)
  console.warn('python3 with the package cryptography lacks, or is too old: the second verifier was not run')

interface Judged {
  verdict: string
  checks: { id: string; ok: boolean | null; title: string; detail: string }[]
}

interface Case {
  what: string
  zip: Buffer
  proof?: object | null
  trust?: object | null
}

const folder = mkdtempSync(join(tmpdir(), 'kaibiao-python-'))
let archived: Archived
let made: Bendings
/** What a record was checked by here is kept: of each case only what it touched is checked again. */
const memo = new Map<string, Promise<Check[]>>()

/** What the second verifier says of each; Python is started once. */
function judge(cases: readonly Case[]): Judged[] {
  const kept = (name: string, value: object | null) => {
    if (value === null) return undefined
    const path = join(folder, name)
    writeFileSync(path, JSON.stringify(value))
    return path
  }
  const list = cases.map(({ zip, proof = archived.proof, trust = archived.trust }, i) => {
    const archive = join(folder, `${i}.zip`)
    writeFileSync(archive, zip)
    return { archive, proof: kept(`${i}.proof.json`, proof), trust: kept(`${i}.trust.json`, trust) }
  })
  const path = kept('list.json', list)!
  const out = execFileSync('python3', [VERIFIER, '--batch', path], { maxBuffer: 1 << 28 })
  return JSON.parse(out.toString()) as Judged[]
}

async function judgeHere({ zip, proof = archived.proof, trust = archived.trust }: Case): Promise<Judged> {
  const file = (name: string, value: object) => ({ path: name, blob: new Blob([JSON.stringify(value)]) })
  const entries = [
    { path: 'archive.zip', blob: new Blob([zip as BlobPart]) },
    ...(proof ? [file('archive.proof.json', proof)] : []),
  ]
  const { verdict, sections } = await verify(entries, { memo, trust: trust ? [file('trust.json', trust)] : [] })
  return { verdict, checks: sections.flatMap(({ checks }) => checks) }
}

beforeAll(async () => {
  if (!hasPython) return
  hashNatively()
  archived = await archivedTender()
  made = await bendings(archived)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Findings by check: how often each was made, and how it came out. Checks that only one of the two makes are left out. */
function tally({ checks }: Judged, ids: ReadonlySet<string>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { id, ok } of checks) {
    if (!ids.has(id)) continue
    const key = `${id} ${String(ok)}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

type Place = (string | number)[]

/** Where each value within a value of JSON stands. */
function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [at, ...entries.flatMap(([key, inner]) => placesIn(inner, [...at, key]))]
}

/** The value of JSON with another one at this place. */
function withValue(value: unknown, [key, ...rest]: Place, put: unknown): unknown {
  if (key === undefined) return put
  const copy: Record<string | number, unknown> = Array.isArray(value)
    ? (Object.assign([], value) as never)
    : { ...(value as object) }
  copy[key] = withValue(copy[key], rest, put)
  return copy
}

type Vector = Awaited<ReturnType<typeof bidVector>>

/** What the second verifier says of vectors. */
function checked(vectors: readonly object[]): Judged['checks'][] {
  const paths = vectors.map((vector, i) => {
    const path = join(folder, `vector-${i}.json`)
    writeFileSync(path, JSON.stringify(vector))
    return path
  })
  const out = execFileSync('python3', [join(VERIFIER, '../vectors.py'), ...paths], { maxBuffer: 1 << 28 })
  return JSON.parse(out.toString()) as Judged['checks'][]
}

const failed = (checks: Judged['checks']) => checks.filter(({ ok }) => ok !== true)
const vectorFile = (name: string): unknown => JSON.parse(readFileSync(join(VECTORS, `${name}.json`), 'utf8'))

/** The names of checks in a text of docs/protocol; `*` stands for anything. */
const patternsIn = (text: string) =>
  [...text.matchAll(/`([a-z0-9*-]+)`/g)].map(([, name]) => new RegExp(`^${name!.replaceAll('*', '.*')}$`))

/** With the notice file of the record as it was kept, and as somebody kept it who saw another one. */
function pinnedCases(): Case[] {
  const path = `${MACHINE}/notice-trust.json`
  const notice = JSON.parse(made.members.find((one) => one.path === path)!.content.toString()) as { checkpoint: string }
  const with_ = (change: object): Case => ({
    what: `pinned ${JSON.stringify(change)}`,
    zip: archived.zip,
    trust: { ...archived.trust, notices: [{ ...notice, ...change }] },
  })
  const other = archived.proof.head.checkpoint
  return [{}, { deadline: '2026-12-01T00:00:00.000Z' }, { checkpoint: other }, { jointKey: 'ab'.repeat(32) }].map(with_)
}

/** Of the second verifier alone: how it groups what the first says in other lines. */
const OWN = new Set(['zip', 'bids'])

describe.skipIf(!hasPython)('two verifiers', () => {
  test('say the same of every check that both make, with trust and proof or without', async () => {
    const { zip } = archived
    const cases: Case[] = [
      { what: 'whole', zip },
      { what: 'no trust', zip, trust: null },
      { what: 'no proof', zip, proof: null },
      { what: 'no witness', zip, trust: { ...archived.trust, witnesses: null } },
      ...pinnedCases(),
      { what: 'another key', zip, trust: { ...archived.trust, serviceKeys: { ed25519: ['ab'.repeat(32)], sm2: [] } } },
    ]
    const theirs = judge(cases)
    for (const [i, one] of cases.entries()) {
      const ours = await judgeHere(one)
      const ids = new Set(theirs[i]!.checks.map(({ id }) => id).filter((id) => !OWN.has(id)))
      expect({ what: one.what, ...tally(theirs[i]!, ids) }).toEqual({ what: one.what, ...tally(ours, ids) })
      expect({ what: one.what, verdict: theirs[i]!.verdict }).toEqual({ what: one.what, verdict: ours.verdict })
    }
    const pinned = ['valid', 'invalid', 'invalid', 'invalid']
    const verdicts = ['valid', 'consistent', 'consistent', 'consistent', ...pinned, 'invalid']
    expect(theirs.map(({ verdict }) => verdict)).toEqual(verdicts)
    expect(theirs[0]!.checks.length).toBeGreaterThan(100)
  })

  test('make the same checks, but for those that docs/protocol says the second one leaves out', async () => {
    const rows = readFileSync(join(VECTORS, '../checks.md'), 'utf8').split('\n')
    const cells = rows.filter((row) => row.startsWith('| V-')).map((row) => row.split('|').map((cell) => cell.trim()))
    const named = (wanted: boolean) =>
      cells.filter(([, , , both]) => (both === 'P') === wanted).flatMap(([, , names]) => patternsIn(names!))
    const ours = new Set((await judgeHere({ what: 'whole', zip: archived.zip })).checks.map(({ id }) => id))
    const theirs = new Set(judge([{ what: 'whole', zip: archived.zip }])[0]!.checks.map(({ id }) => id))
    const missing = [...ours].filter((id) => !theirs.has(id))
    expect(missing.filter((id) => !named(false).some((name) => name.test(id)))).toEqual([])
    expect([...ours].filter((id) => named(true).some((name) => name.test(id)) && missing.includes(id))).toEqual([])
  })

  test('say the same of an archive in the suite gm', async () => {
    const { zip, proof, trust } = await archivedTender('concludedInGm')
    const one = { what: 'gm', zip, proof, trust }
    const [theirs] = judge([one])
    const ours = await judgeHere(one)
    const ids = new Set(theirs!.checks.map(({ id }) => id).filter((id) => !OWN.has(id)))
    expect(tally(theirs!, ids)).toEqual(tally(ours, ids))
    expect(tally(theirs!, ids)).toMatchObject({ 'archive-signature-sm2 true': 1, 'signature-sm2 true': 4 })
    expect([theirs!.verdict, ours.verdict]).toEqual(['valid', 'valid'])
  })

  test('see alike that the head was cosigned before the archive is said to be made', async () => {
    const early = Math.floor(Date.parse(archived.proof.record.at) / 1000) - 3600
    const one = { what: 'early', zip: archived.zip, proof: archived.cosigned(archived.proof, early) }
    for (const { checks } of [judge([one])[0]!, await judgeHere(one)])
      expect(checks.filter(({ ok }) => ok !== true).map(({ id }) => id)).toEqual(['trust-witness'])
  })

  test('accept none of what whoever has the file makes of it', () => {
    const { members, offsets, rewritten } = made
    const cases = members.flatMap(({ path, content }, at): Case[] => {
      const bent = flipped(content, content.length >> 1)
      const way = at % 4
      if (way === 0) return [{ what: `a byte of ${path}`, zip: rewritten(members.with(at, { path, content: bent })) }]
      if (way === 1) return [{ what: `${path} left out`, zip: rewritten(members.toSpliced(at, 1)) }]
      if (way === 2)
        return [{ what: `${path} renamed`, zip: rewritten(members.with(at, { path: `${path}~`, content })) }]
      return [{ what: `a byte before ${path}`, zip: flipped(archived.zip, offsets[at]! - 1) }]
    })
    const more: Case[] = [
      { what: 'bytes behind', zip: rewritten(members, { trailing: Buffer.from('x') }) },
      { what: 'bytes before', zip: rewritten(members, { leading: Buffer.from('x') }) },
      { what: 'a comment', zip: rewritten(members, { comment: 'x' }) },
      { what: 'the end cut off', zip: archived.zip.subarray(0, -1) },
      { what: 'a member nobody listed', zip: rewritten([{ path: 'x.txt', content: Buffer.from('x') }, ...members]) },
      { what: 'a member twice', zip: rewritten(members.toSpliced(1, 0, members[1]!)) },
    ]
    const all = [...cases, ...more]
    expect(all.length).toBeGreaterThan(40)
    expect(judge(all).map(({ verdict }, i) => [all[i]!.what, verdict])).toEqual(
      all.map(({ what }) => [what, 'invalid']),
    )
  })

  test('name values of another shape, wherever they stand', () => {
    const { members, rewritten } = made
    const cases = members.flatMap(({ path, content }, at): Case[] => {
      if (!path.startsWith('机器可读/') || !path.endsWith('.json')) return []
      const places = placesIn(JSON.parse(content.toString()))
      const place = places[Math.floor((places.length * (at % 10)) / 10)]!
      const value = [null, {}, 'x', [], 1.5, true][at % 6]
      const text = JSON.stringify(withValue(JSON.parse(content.toString()), place, value)) + ' '
      const bent = rewritten(members.with(at, { path, content: Buffer.from(text) }))
      return [{ what: `${path} ${place.join('.')} ${JSON.stringify(value)}`, zip: bent }]
    })
    expect(cases.length).toBeGreaterThan(15)
    expect(judge(cases).map(({ verdict }, i) => [cases[i]!.what, verdict])).toEqual(
      cases.map(({ what }) => [what, 'invalid']),
    )
  })

  test('accept none of what the operator makes who signs and logs anew', async () => {
    const { members, rewritten, resealed, forgedProof } = made
    const chosen = members.flatMap(({ path }, at) => (at % 5 === 0 && path !== MANIFEST_PATH ? [at] : []))
    const cases: Case[] = []
    for (const at of chosen) {
      const all = await resealed(members.toSpliced(at, 1))
      cases.push({ what: members[at]!.path, zip: rewritten(all), proof: forgedProof(all) })
    }
    const found = judge(cases)
    for (const [i, { checks, verdict }] of found.entries()) {
      expect({ what: cases[i]!.what, verdict }).toEqual({ what: cases[i]!.what, verdict: 'invalid' })
      expect(checks.filter(({ ok }) => ok === false).map(({ id }) => id)).toContain('trust-witness')
    }
  })

  test('name alike what is altered inside one member and signed anew', async () => {
    const { members, rewritten, resealed } = made
    const edited = (path: string, by: (text: string) => string): Written[] => {
      const at = members.findIndex((member) => member.path === path)
      const text = members[at]!.content.toString()
      expect(by(text)).not.toBe(text)
      return members.with(at, { path, content: Buffer.from(by(text)) })
    }
    const review = (by: (text: string) => string) => edited('机器可读/review/bundle.json', by)
    const bonds = (by: (text: string) => string) => edited('机器可读/order/bonds.json', by)
    const unchained = JSON.stringify({ seq: 1, body: '{}', prev_hash: null, hash: null })
    const altered: [string, Written[], string][] = [
      ['a mark', review((text) => text.replace(/("marks":\s*\[\s*\[\s*)"[^"]+"/, '$1"x"')), 'review-replay'],
      ['a rank', review((text) => text.replace(/"rank": 1\b/, '"rank": 2')), 'review-replay'],
      ['a price', review((text) => text.replace(/"price": "(\d)/, '"price": "9$1')), 'review-replay'],
      [
        'a digest',
        review((text) => text.replace(/"order": "[0-9a-f]{64}"/, `"order": "${'ab'.repeat(32)}"`)),
        'review-replay',
      ],
      ['another order', review((text) => text.replace(/"code": "/, '"code": "X')), 'review-there'],
      ...DISAGREEMENTS.map((one): [string, Written[], string] => [one.what, disagreed(members, one), one.check]),
      ['a fact of a bond', bonds((text) => text.replace('"facts": []', `"facts": [${unchained}]`)), 'bond-facts'],
    ]
    const cases: Case[] = []
    for (const [what, all] of altered)
      cases.push({ what, zip: rewritten(await resealed(all)), proof: null, trust: null })
    const theirs = judge(cases)
    for (const [i, one] of cases.entries()) {
      const ours = await judgeHere(one)
      const named = ({ checks }: Judged) =>
        [...new Set(checks.filter(({ ok }) => ok === false).map(({ id }) => id))]
          .filter((id) => !OWN.has(id))
          .toSorted()
      expect([one.what, named(theirs[i]!)]).toEqual([one.what, named(ours)])
      expect([one.what, named(ours)]).toEqual([one.what, expect.arrayContaining([altered[i]![2]])])
    }
  })
})

test.skipIf(!hasPython)('every check of an archive has its number in docs/protocol', async () => {
  const text = readFileSync(join(VECTORS, '../checks.md'), 'utf8')
  const names = patternsIn(text)
  const { checks } = await judgeHere({ what: 'whole', zip: archived.zip })
  expect(checks.map(({ id }) => id).filter((id) => !names.some((name) => name.test(id)))).toEqual([])
  const [theirs] = judge([{ what: 'whole', zip: archived.zip }])
  const made = theirs!.checks.map(({ id }) => id).filter((id) => !OWN.has(id))
  expect(made.filter((id) => !names.some((name) => name.test(id)))).toEqual([])
})

describe('test vectors', () => {
  test('are what the code gives: values of fixed keys to the byte, a bid in each suite by every check', async () => {
    const withoutSm2 = (basics: Awaited<ReturnType<typeof basicVectors>>) => ({
      ...basics,
      signatures: basics.signatures.map((one) => (one.signature.alg === 'SM2' ? one.signature.publicKey : one)),
    })
    const kept = vectorFile('basics') as Awaited<ReturnType<typeof basicVectors>>
    expect(withoutSm2(kept)).toEqual(withoutSm2(await basicVectors()))
    for (const suite of ['intl', 'gm'] as const) {
      const { receipt, manifest, notice, release, sealed, plain, tiles } = vectorFile(`bid-${suite}`) as Vector
      const store = { readTile: (path: string) => Promise.resolve(path in tiles ? fromHex(tiles[path]!) : undefined) }
      const bytes = (files: Record<string, string>) => (fileId: string) => fromHex(files[fileId]!)
      const checks = [
        ...(await verifyReceipt({ receipt: { ...receipt, manifest }, notice, tiles: store })),
        ...(await verifyBid({
          manifest,
          manifestHash: receipt.body.manifestHash,
          release,
          sealed: bytes(sealed),
          plain: bytes(plain),
        })),
      ]
      expect(failed(checks)).toEqual([])
      expect(checks.length).toBeGreaterThan(18)
    }
  })
})

/** The Python of the system too, where it is another one: its package may be years older. */
const PYTHONS = ['python3', '/usr/bin/python3'].filter((one) => spawnSync(one, [LIBRARY]).status === 0)

test.skipIf(!hasPython)('the second verifier says in plain words that its library is too old, or lacks', () => {
  const run = (version: string | null) => {
    const fake = mkdtempSync(join(folder, 'library-'))
    const hazmat = join(fake, 'cryptography/hazmat')
    mkdirSync(join(hazmat, 'primitives'), { recursive: true })
    for (const at of [hazmat, join(hazmat, 'primitives')]) writeFileSync(join(at, '__init__.py'), 'hashes = None\n')
    const text = version ? `__version__ = '${version}'\n` : 'raise ImportError("none")\n'
    writeFileSync(join(fake, 'cryptography/__init__.py'), text)
    const env = { ...process.env, PYTHONPATH: fake }
    return spawnSync('python3', [VERIFIER, 'x.zip'], { env, encoding: 'utf8' })
  }
  expect(run('37.0.4')).toMatchObject({ status: 64, stderr: expect.stringContaining('too old: 37.0.4') })
  expect(run(null)).toMatchObject({ status: 64, stderr: expect.stringContaining('needs the Python package') })
})

describe.skipIf(!hasPython)('test vectors, in Python', () => {
  test.each(PYTHONS)('hold in %s', (python) => {
    const names = readdirSync(VECTORS).map((name) => join(VECTORS, name))
    const out = execFileSync(python, [join(VERIFIER, '../vectors.py'), ...names], { maxBuffer: 1 << 28 })
    expect((JSON.parse(out.toString()) as Judged['checks'][]).flatMap(failed)).toEqual([])
  })

  test('hold, those that are kept and fresh ones, in both suites', async () => {
    const kept = ['basics', 'bid-intl', 'bid-gm'].map((name) => vectorFile(name) as object)
    const fresh = [await basicVectors(), await bidVector('intl'), await bidVector('gm')]
    const found = checked([...kept, ...fresh])
    for (const checks of found) {
      expect(failed(checks)).toEqual([])
      expect(checks.length).toBeGreaterThan(18)
    }
  })

  test('of an auction do not hold once an offer, a time, a price or the ranking is another', () => {
    const basics = vectorFile('basics') as Awaited<ReturnType<typeof basicVectors>>
    const [one] = basics.auctions
    const { auction } = one!
    const offer = (change: object) => ({
      offers: auction.offers.with(1, { ...auction.offers[1]!, body: { ...auction.offers[1]!.body, ...change } }),
    })
    const altered: Record<string, object> = {
      'a price': offer({ price: '981.00' }),
      'an offer left out': { offers: auction.offers.toSpliced(1, 1) },
      'an offer at the end left out': { offers: auction.offers.slice(0, -1) },
      'an earlier end': { endedAt: auction.plannedEnd },
      'no pause': { events: auction.events.slice(0, 1) },
      'another step': { step: '15.00' },
      'another ranking': { ranking: auction.ranking.toReversed() },
      'a stranger': { bidders: auction.bidders.slice(1) },
    }
    const found = checked(
      Object.values(altered).map((change) => ({
        ...basics,
        auctions: [{ ...one, auction: { ...auction, ...change } }],
      })),
    )
    const names = Object.keys(altered)
    expect(found.map((checks, i) => [names[i], checks.some(({ ok }) => ok === false)])).toEqual(
      names.map((name) => [name, true]),
    )
  })

  test.each(['intl', 'gm'] as const)(
    'of a bid in the suite %s do not hold once anything in them is altered',
    (suite) => {
      const whole = vectorFile(`bid-${suite}`) as Vector
      const turn = (hex: string, at: number) => {
        const place = Math.floor(hex.length * at)
        return `${hex.slice(0, place)}${hex[place] === '0' ? '1' : '0'}${hex.slice(place + 1)}`
      }
      const [first] = Object.keys(whole.sealed)
      const altered: Record<string, Partial<Vector>> = {
        'sealed bytes': { sealed: { ...whole.sealed, [first!]: turn(whole.sealed[first!]!, 0.9) } },
        'an envelope’s header': { sealed: { ...whole.sealed, [first!]: turn(whole.sealed[first!]!, 0.1) } },
        'plain bytes': { plain: { ...whole.plain, [first!]: turn(whole.plain[first!]!, 0.5) } },
        'a key': {
          release: {
            ...whole.release,
            keys: whole.release.keys.map((key) => ({ ...key, contentKey: turn(key.contentKey, 0.3) })),
          },
        },
        'a receipt’s time': {
          receipt: { ...whole.receipt, body: { ...whole.receipt.body, at: '2026-12-01T05:00:00.000Z' } },
        },
        'a signature': {
          receipt: {
            ...whole.receipt,
            signatures: whole.receipt.signatures.map((one) => ({ ...one, signature: turn(one.signature, 0.6) })),
          },
        },
        'a manifest': { manifest: { ...whole.manifest, priceSheetHash: 'ab'.repeat(32) } },
        'the log': {
          tiles: Object.fromEntries(Object.entries(whole.tiles).map(([path, hex]) => [path, turn(hex, 0.01)])),
        },
        'a deadline': { notice: { ...whole.notice, deadline: '2026-11-30T00:00:00.000Z' } },
      }
      const found = checked(Object.values(altered).map((change) => ({ ...whole, ...change })))
      const names = Object.keys(altered)
      expect(found.map((checks, i) => [names[i], checks.some(({ ok }) => ok === false)])).toEqual(
        names.map((name) => [name, true]),
      )
    },
  )
})
