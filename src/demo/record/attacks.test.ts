import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ed25519 } from '@noble/curves/ed25519.js'
import { toHex } from '#features/sealing/core/bytes.ts'
import type { OpeningsPage } from '#features/sealing/core/log/openings.ts'
import { MACHINE } from '#features/sealing/core/record-manifest.ts'
import type { ProofFile } from '#features/sealing/core/verify-trust.ts'
import { hashNatively } from '../../../verify/native.ts'
import { verify } from '../../../verify/run.ts'
import { type Archived, archivedTender } from './archived.ts'
import { type Bendings, bendings } from './bendings.ts'
import { type Written, writeZip } from './zip-writer.ts'

/*
 * Attacks by hand on a real archive, where what is generated may not look: structures of the zip that readers differ about, names
 * that look alike, leaves in another order, keys and archives of somebody else. Both verifiers refuse each.
 */

const VERIFIER = join(import.meta.dirname, '../../../verify/python/verify.py')
const hasPython = spawnSync('python3', [join(VERIFIER, '../library.py')]).status === 0
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-attacks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let archived: Archived
let made: Bendings
let members: Written[]

beforeAll(async () => {
  hashNatively()
  archived = await archivedTender()
  made = await bendings(archived)
  ;({ members } = made)
})

interface Attack {
  zip: Buffer
  proof?: ProofFile
  trust?: object
}

/** What both verifiers say, each verdict once; and what the first one found. */
async function judged({
  zip,
  proof = archived.proof,
  trust = archived.trust,
}: Attack): Promise<{ verdicts: string[]; said: string }> {
  const file = (path: string, value: object) => ({ path, blob: new Blob([JSON.stringify(value)]) })
  const entries = [{ path: 'a.zip', blob: new Blob([zip as BlobPart]) }, file('a.proof.json', proof)]
  const { verdict, sections } = await verify(entries, { trust: [file('trust.json', trust)] })
  const verdicts = new Set<string>([verdict])
  if (hasPython) {
    const paths = { archive: zip, proof: JSON.stringify(proof), trust: JSON.stringify(trust) }
    const one = Object.fromEntries(
      Object.entries(paths).map(([name, content]) => {
        writeFileSync(join(folder, name), content)
        return [name, join(folder, name)]
      }),
    )
    writeFileSync(join(folder, 'list.json'), JSON.stringify([one]))
    const out = execFileSync('python3', [VERIFIER, '--batch', join(folder, 'list.json')], { maxBuffer: 1 << 28 })
    verdicts.add((JSON.parse(out.toString()) as { verdict: string }[])[0]!.verdict)
  }
  const failed = sections.flatMap(({ checks }) => checks.filter(({ ok }) => ok === false))
  return { verdicts: [...verdicts], said: failed.map(({ id, title, detail }) => `${id} ${title} ${detail}`).join('\n') }
}

/** The directory taken apart: what stands before it, its records, and its end. */
function directoryOf(zip: Buffer): { before: Buffer; records: Buffer[]; end: Buffer } {
  const end = zip.subarray(zip.length - 22)
  const start = end.readUInt32LE(16)
  const records: Buffer[] = []
  for (let at = start; at < zip.length - 22;) {
    const length = 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    records.push(Buffer.from(zip.subarray(at, at + length)))
    at += length
  }
  return { before: Buffer.from(zip.subarray(0, start)), records, end: Buffer.from(end) }
}

/** A zip of these parts, its end in agreement with them. */
function joined({ before, records, end }: ReturnType<typeof directoryOf>): Buffer {
  const directory = Buffer.concat(records)
  const last = Buffer.from(end)
  last.writeUInt16LE(records.length, 8)
  last.writeUInt16LE(records.length, 10)
  last.writeUInt32LE(directory.length, 12)
  last.writeUInt32LE(before.length, 16)
  return Buffer.concat([before, directory, last])
}

/** The archive with its directory changed. */
function redirected(change: (parts: ReturnType<typeof directoryOf>) => void): Buffer {
  const parts = directoryOf(archived.zip)
  change(parts)
  return joined(parts)
}

const plus = (path: string, content: Buffer = Buffer.from('x')) => [
  ...members.slice(0, -1),
  { path, content },
  members.at(-1)!,
]
const first = () => members[0]!

const refused = (finding: RegExp) => ({ verdicts: ['invalid'], said: expect.stringMatching(finding) as string })

describe('the zip itself', () => {
  test.each<[string, () => Buffer]>([
    ['a record of the directory twice', () => redirected((p) => p.records.push(p.records[0]!))],
    ['a record of the directory left out', () => redirected((p) => p.records.splice(1, 1))],
    [
      'records in another order',
      () => redirected((p) => p.records.splice(0, p.records.length, ...p.records.toReversed())),
    ],
    [
      'a member that says to be a link',
      () => redirected((p) => p.records[0]!.writeUInt32LE((0o120777 << 16) >>> 0, 38)),
    ],
    ['a member that says to be made by DOS', () => redirected((p) => p.records[0]!.writeUInt16LE(20, 4))],
    [
      'sizes in fields of zip64 that need none',
      () =>
        redirected((p) => {
          const record = p.records[0]!
          const extra = Buffer.alloc(28)
          extra.writeUInt16LE(1, 0)
          extra.writeUInt16LE(24, 2)
          extra.writeBigUInt64LE(BigInt(record.readUInt32LE(24)), 4)
          extra.writeBigUInt64LE(BigInt(record.readUInt32LE(20)), 12)
          extra.writeBigUInt64LE(BigInt(record.readUInt32LE(42)), 20)
          for (const at of [20, 24, 42]) record.writeUInt32LE(0xffffffff, at)
          record.writeUInt16LE(28, 30)
          p.records[0] = Buffer.concat([record, extra])
        }),
    ],
    [
      'a field that nobody reads',
      () =>
        redirected((p) => {
          p.records[0]!.writeUInt16LE(4, 30)
          p.records[0] = Buffer.concat([p.records[0]!, Buffer.from([0x55, 0x54, 0, 0])])
        }),
    ],
    [
      'an end of zip64 before the end',
      () => {
        const { before, records, end } = directoryOf(archived.zip)
        const directory = Buffer.concat(records)
        const end64 = Buffer.alloc(56)
        end64.writeUInt32LE(0x06064b50, 0)
        end64.writeBigUInt64LE(44n, 4)
        end64.writeUInt16LE(0x033f, 12)
        end64.writeUInt16LE(45, 14)
        for (const at of [24, 32]) end64.writeBigUInt64LE(BigInt(records.length), at)
        end64.writeBigUInt64LE(BigInt(directory.length), 40)
        end64.writeBigUInt64LE(BigInt(before.length), 48)
        const locator = Buffer.alloc(20)
        locator.writeUInt32LE(0x07064b50, 0)
        locator.writeBigUInt64LE(BigInt(before.length + directory.length), 8)
        locator.writeUInt32LE(1, 16)
        const last = Buffer.from(end)
        last.writeUInt16LE(0xffff, 8)
        last.writeUInt16LE(0xffff, 10)
        return Buffer.concat([before, directory, end64, locator, last])
      },
    ],
    [
      'a second directory behind the first',
      () => Buffer.concat([archived.zip, joined(directoryOf(archived.zip)).subarray(-22)]),
    ],
    [
      'a whole other zip behind',
      () => Buffer.concat([archived.zip, writeZip(plus('x.txt'), '2026-12-01T00:00:00.000Z')]),
    ],
    ['a whole other zip before', () => Buffer.concat([writeZip([first()], '2026-12-01T00:00:00.000Z'), archived.zip])],
    [
      'a member packed, with the same content',
      () => {
        const content = first().content
        const packed = deflateRawSync(content)
        const parts = directoryOf(archived.zip)
        const header = 30 + Buffer.byteLength(first().path)
        const local = Buffer.from(parts.before.subarray(0, header))
        local.writeUInt16LE(8, 8)
        const descriptor = Buffer.alloc(16)
        descriptor.writeUInt32LE(0x08074b50, 0)
        descriptor.writeUInt32LE(crc32(content), 4)
        descriptor.writeUInt32LE(packed.length, 8)
        descriptor.writeUInt32LE(content.length, 12)
        const shift = packed.length - content.length
        const [one, ...others] = parts.records
        one!.writeUInt16LE(8, 10)
        one!.writeUInt32LE(packed.length, 20)
        for (const record of others) record.writeUInt32LE(record.readUInt32LE(42) + shift, 42)
        const rest = parts.before.subarray(header + content.length + 16)
        return joined({
          ...parts,
          before: Buffer.concat([local, packed, descriptor, rest]),
          records: [one!, ...others],
        })
      },
    ],
  ])('%s', async (_, make) => {
    expect(await judged({ zip: make() })).toMatchObject({ verdicts: ['invalid'] })
  })
})

describe('names and what lies in members, signed anew by the operator and logged in its own log', () => {
  const resigned = async (all: Written[]) => {
    const whole = await made.resealed(all)
    return judged({ zip: made.rewritten(whole), proof: made.forgedProof(whole) })
  }
  const renamed = (path: string) => members.with(0, { path, content: first().content })

  test.each<[string, () => Written[], RegExp]>([
    [
      'a zip of forged notices within',
      () => plus(`${MACHINE}/notices/more.zip`, writeZip([first()], '2026-12-01T00:00:00.000Z')),
      /不属于任何/,
    ],
    ['a name in decomposed letters', () => renamed(`${'é'.normalize('NFD')}.pdf`), /规范/],
    ['a name that turns its reading', () => renamed('a\u202efdp.exe'), /控制字符/],
    ['a name that begins at its own folder', () => renamed('./a.pdf'), /越出/],
    ['a folder', () => plus('10 其他/', Buffer.alloc(0)), /越出|清单|zip/],
    ['a tile in another place', () => plus(`${MACHINE}/order/tile/0/000`), /不属于任何/],
  ])('%s', async (_, make, finding) => {
    expect(await resigned(make())).toEqual(refused(finding))
  })

  test('leaves of the log opened in another order', async () => {
    const at = members.findIndex(({ path }) => path.startsWith(`${MACHINE}/log/openings/`))
    const page = JSON.parse(members[at]!.content.toString()) as OpeningsPage
    const known = page.openings.findIndex((one) => one !== null)
    const [one, other] = [page.openings[known]!, page.openings[known + 1]!]
    page.openings[known] = other
    page.openings[known + 1] = one
    const content = Buffer.from(JSON.stringify(page))
    expect(await resigned(members.with(at, { path: members[at]!.path, content }))).toEqual(
      refused(/completeness-root .*被替换/),
    )
  })

  test('another service key, in the notice file as in the signature', async () => {
    const { secretKey, publicKey } = ed25519.keygen()
    const forged = await bendings({
      ...archived,
      keys: { ...archived.keys, ed25519: { privateKey: toHex(secretKey), publicKey: toHex(publicKey) } },
    })
    const old = archived.keys.ed25519.publicKey
    const all = members.map((one) =>
      one.path.endsWith('notice-trust.json')
        ? { path: one.path, content: Buffer.from(one.content.toString().replaceAll(old, toHex(publicKey))) }
        : one,
    )
    const whole = await forged.resealed(all)
    const { verdicts, said } = await judged({ zip: forged.rewritten(whole), proof: forged.forgedProof(whole) })
    expect(verdicts).toEqual(['invalid'])
    expect(said).toMatch(/trust-signer/)
    expect(said).toMatch(/trust-keys/)
  })

  test('another tenant’s name on it', async () => {
    const whole = await made.resealed(members, { tenantId: '2' })
    expect(await judged({ zip: made.rewritten(whole), proof: made.forgedProof(whole) })).toEqual(refused(/^own /m))
  })
})

describe('archives and trust of others', () => {
  test('a genuine earlier archive of this order is not the one of the newest proof, nor the newest that of an earlier proof', async () => {
    const earlier = await made.resealed(members, { archivedAt: '2026-12-01T00:00:00.000Z' })
    const zip = writeZip(earlier, '2026-12-01T00:00:00.000Z')
    expect(await judged({ zip })).toEqual(refused(/trust-leaf/))
    expect(await judged({ zip: archived.zip, proof: made.forgedProof(earlier) })).toEqual(refused(/trust-leaf/))
  })

  test('what a bidder kept, and the file of a regulator beside that of the operator', async () => {
    const file = (path: string, value: object) => ({ path, blob: new Blob([JSON.stringify(value)]) })
    const trusted = async (...trust: object[]) => {
      const entries = [
        { path: 'a.zip', blob: new Blob([archived.zip as BlobPart]) },
        file('a.proof.json', archived.proof),
      ]
      const report = await verify(entries, { trust: trust.map((one, i) => file(`${i}.json`, one)) })
      const failed = report.sections.flatMap(({ checks }) => checks.filter(({ ok }) => ok === false))
      return { verdict: report.verdict, failed: failed.map(({ id }) => id) }
    }
    // The notice file of the deadline alone: what it does not tell of is left open, and nothing is called false.
    const kept = members.find(({ path }) => path === `${MACHINE}/notice-trust.json`)!
    const notice = JSON.parse(kept.content.toString()) as { deadline: string }
    expect(await trusted(notice)).toEqual({ verdict: 'consistent', failed: [] })
    expect(await trusted({ ...notice, deadline: '2026-12-01T00:00:00.000Z' })).toMatchObject({ failed: ['trust-keys'] })
    // The witnesses are those of whoever names any, in whatever order the files come.
    const operator = { ...archived.trust, witnesses: null }
    expect(await trusted(operator)).toEqual({ verdict: 'consistent', failed: [] })
    expect(await trusted(operator, archived.trust)).toEqual({ verdict: 'valid', failed: [] })
  })

  test('an archive of another platform, whole and with its own proof', async () => {
    const other = await archivedTender('concludedInGm')
    expect(await judged({ zip: other.zip, proof: other.proof })).toEqual(refused(/trust-(head|keys|signer|leaf)/))
  })
})
