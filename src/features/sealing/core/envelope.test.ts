import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concat, equalBytes, fromHex, randomBytes, readU32, toHex, u32, utf8 } from './bytes.ts'
import { canonicalBytes } from './canonical.ts'
import { openWithContentKey, openWithPrivateKey, readHeader, releaseContentKey, sealFile } from './envelope.ts'
import { MAGIC } from './envelope-header.ts'
import type { EnvelopeHeader, Expectation, Place } from './envelope-header.ts'
import { EnvelopeError } from './errors.ts'
import type { Refusal } from './errors.ts'
import { generateKeyPair } from './keys.ts'
import { recordAad, recordHead } from './record.ts'
import { collect } from './source.ts'
import { digest, suiteOf } from './suite.ts'
import type { SuiteName } from './suite-types.ts'

const PLACE: Place = {
  tenantId: 'tenant-1',
  orderId: 'order-1',
  bidderId: 'bidder-1',
  round: 1,
  fileId: 'file-1',
  role: 'technical',
}
const CHUNK = 64
const KEYS = { intl: generateKeyPair('intl'), gm: generateKeyPair('gm') }

describe.each(['intl', 'gm'] as const)('envelope under suite %s', (suite) => {
  const { privateKey } = KEYS[suite]

  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 1000])('gives back a file of %i bytes', async (size) => {
    const plain = randomBytes(size)
    const { bytes, sealed } = await seal(suite, plain)
    const { stream, result } = openWithPrivateKey(bytes, privateKey, { expect: PLACE })
    expect(await collect(stream)).toEqual(plain)
    const opened = await result
    expect(opened).toMatchObject(sealed)
    expect(opened.plainHash).toBe(nodeHash(suite, plain))
    expect(opened.cipherHash).toBe(nodeHash(suite, bytes))
    expect(opened.cipherSize).toBe(bytes.length)

    const contentKey = await releaseContentKey(await readHeader(bytes), privateKey, PLACE)
    expect(await collect(openWithContentKey(bytes, contentKey, { expect: PLACE }).stream)).toEqual(plain)
  })

  it('does not depend on how the bytes arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.array(fc.nat(90), { maxLength: 9 }),
        async (plain, cuts) => {
          const sealed = sealFile({
            place: PLACE,
            name: 'x',
            recipient: KEYS[suite],
            chunkSize: CHUNK,
            source: cut(plain, cuts),
            size: plain.length,
          })
          const bytes = await collect(sealed.stream)
          const opened = openWithPrivateKey(cut(bytes, cuts), privateKey, { expect: PLACE })
          expect(equalBytes(await collect(opened.stream), plain)).toBe(true)
          expect((await opened.result).plainCommit).toBe((await sealed.result).plainCommit)
        },
      ),
      { numRuns: suite === 'gm' ? 15 : 30 },
    )
  })

  it('shows neither content nor its hash, and never twice the same', async () => {
    const plain = utf8('投标总价 12345678.90 元'.repeat(5))
    const [a, b] = [await seal(suite, plain), await seal(suite, plain)]
    expect(a.sealed.plainCommit).not.toBe(b.sealed.plainCommit)
    expect(a.sealed.header.keyCommit).not.toBe(b.sealed.header.keyCommit)
    const text = Buffer.from(a.bytes).toString('latin1')
    for (const secret of [plain.subarray(0, 12), utf8(a.sealed.plainHash), fromHex(a.sealed.plainHash)]) {
      expect(text).not.toContain(Buffer.from(secret).toString('latin1'))
    }
  })

  it('refuses any flipped bit, wherever it is', async () => {
    const { bytes } = await seal(suite, randomBytes(2 * CHUNK + 9))
    const headerEnd = 8 + readU32(bytes, 4)
    const positions = [...Array(14).keys()].map((i) => headerEnd + Math.floor((i * (bytes.length - headerEnd)) / 14))
    for (const at of [...positions, bytes.length - 1]) {
      const altered = bytes.slice()
      altered[at]! ^= 0x10
      // A flipped position in a record head reads as a moved record; both are refusals of altered data.
      expect(['tampered', 'replayed']).toContain(await refusal(altered))
      expect(['tampered', 'replayed']).toContain(await refusal(altered, await keyOf(bytes)))
    }
    for (let at = 0; at < headerEnd; at += 11) {
      const altered = bytes.slice()
      altered[at]! ^= 1
      expect(await refusal(altered)).not.toBe('accepted')
    }
  })

  it('refuses a cut file as truncated, at every kind of place', async () => {
    const { bytes } = await seal(suite, randomBytes(2 * CHUNK))
    const records = split(bytes)
    const boundaries = records.reduce<number[]>((ends, record) => [...ends, (ends.at(-1) ?? 0) + record.length], [])
    for (const end of boundaries.slice(0, -1)) {
      for (const length of [end, end + 3, end + 20]) expect(await refusal(bytes.slice(0, length))).toBe('truncated')
    }
    expect(await refusal(bytes.slice(0, 30))).toBe('truncated')
    expect(await refusal(bytes.slice(0, -1))).toBe('truncated')
  })

  it('refuses moved, repeated, left-out and appended records', async () => {
    const { bytes } = await seal(suite, randomBytes(3 * CHUNK))
    const [header, a, b, c, last] = split(bytes)
    expect(await refusal(concat(header!, b!, a!, c!, last!))).toBe('replayed')
    expect(await refusal(concat(header!, a!, a!, b!, c!, last!))).toBe('replayed')
    expect(await refusal(concat(header!, a!, c!, last!))).toBe('replayed')
    expect(await refusal(concat(header!, a!, b!, last!))).toBe('replayed')
    expect(await refusal(concat(bytes, Uint8Array.of(0)))).toBe('tampered')
    // The same move with the positions rewritten: the authenticated position gives it away.
    const asFirst = concat(u32(0), b!.subarray(4))
    const moved = openWithPrivateKey(concat(header!, asFirst, b!, c!, last!), privateKey, { expect: PLACE })
    await expect(moved.stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({ reason: 'tampered' })
    const early = concat(u32(0x80000001), b!.subarray(4))
    expect(await refusal(concat(header!, a!, early))).toBe('tampered')
  })

  it('refuses records of another file sealed to the same key', async () => {
    const one = split((await seal(suite, randomBytes(CHUNK))).bytes)
    const two = split((await seal(suite, randomBytes(CHUNK))).bytes)
    expect(await refusal(concat(one[0]!, two[1]!, two[2]!))).toBe('tampered')
  })

  it('refuses an envelope of another tenant, order or bidder, renamed or not', async () => {
    const { bytes, sealed } = await seal(suite, utf8('bid'))
    const contentKey = await keyOf(bytes)
    for (const field of ['tenantId', 'orderId', 'bidderId'] as const) {
      const expect_ = { ...PLACE, [field]: 'another' }
      expect(await refusal(bytes, undefined, expect_)).toBe('foreign')
      const renamed = reheader(bytes, { ...sealed.header, [field]: 'another' })
      expect(await refusal(renamed, undefined, expect_)).toBe('tampered')
      expect(await refusal(renamed, contentKey, expect_)).toBe('tampered')
    }
  })

  it('refuses an envelope of another round, file or role as replayed', async () => {
    const { bytes } = await seal(suite, utf8('bid'))
    expect(await refusal(bytes, undefined, { ...PLACE, round: 2 })).toBe('replayed')
    expect(await refusal(bytes, undefined, { ...PLACE, fileId: 'file-2' })).toBe('replayed')
    expect(await refusal(bytes, undefined, { ...PLACE, role: 'price' })).toBe('replayed')
  })

  it('does not let a bidder be made to release the key of another order', async () => {
    const { sealed } = await seal(suite, utf8('still secret'))
    const bait = { ...sealed.header, orderId: 'order-being-opened' }
    await expect(releaseContentKey(bait, privateKey, bait)).rejects.toMatchObject({ reason: 'tampered' })
    await expect(releaseContentKey(sealed.header, privateKey, { ...PLACE, orderId: 'x' })).rejects.toMatchObject({
      reason: 'foreign',
    })
  })

  it('refuses wrong keys', async () => {
    const { bytes } = await seal(suite, utf8('bid'))
    const stranger = generateKeyPair(suite)
    const opened = openWithPrivateKey(bytes, stranger.privateKey, { expect: PLACE })
    expect(await reasonOf(opened.stream)).toBe('wrong-key')
    expect(await refusal(bytes, randomBytes(32))).toBe('wrong-key')
    expect(await refusal(bytes, randomBytes(5))).toBe('wrong-key')
  })

  it('has one content key only: a second one made to fit the records is refused by the commitment', async () => {
    const { bytes, sealed } = await seal(suite, utf8('bid'))
    const swapped = reheader(bytes, { ...sealed.header, keyCommit: toHex(randomBytes(32)) })
    expect(await refusal(swapped, await keyOf(bytes))).toBe('wrong-key')
  })

  it('is refused when the bidder put another hash into the trailer', async () => {
    const { bytes, sealed } = await seal(suite, utf8('bid'))
    const [header, record] = split(bytes)
    const cipher = await suiteOf(suite).recordCipher(await keyOf(bytes), fromHex(sealed.header.noncePrefix))
    const trailer = await cipher.seal(1, recordAad(digest(suite, header!), 1, true), randomBytes(64))
    const forged = concat(header!, record!, recordHead(1, true, trailer.length), trailer)
    expect(await refusal(forged)).toBe('tampered')
  })

  it('cannot seal a source that is not as long as it said', async () => {
    for (const size of [2, 4]) {
      const { stream, result } = sealFile({
        place: PLACE,
        name: 'x',
        recipient: KEYS[suite],
        source: new Uint8Array(3),
        size,
      })
      await expect(collect(stream)).rejects.toThrow(RangeError)
      await expect(result).rejects.toThrow(RangeError)
    }
  })

  it('stops when told, and reports progress', async () => {
    const stop = new AbortController()
    const steps: number[] = []
    const { stream } = sealFile({
      place: PLACE,
      name: 'x',
      recipient: KEYS[suite],
      chunkSize: CHUNK,
      signal: stop.signal,
      source: new Blob([new Uint8Array(5 * CHUNK)]),
      onProgress: (done, total) => {
        steps.push(done / total)
        if (done === 2 * CHUNK) stop.abort()
      },
    })
    await expect(collect(stream)).rejects.toThrow('abort')
    expect(steps).toEqual([0.2, 0.4])
  })

  async function refusal(bytes: Uint8Array, contentKey?: Uint8Array, place: Expectation = PLACE) {
    const options = { expect: place }
    return reasonOf(
      (contentKey ? openWithContentKey(bytes, contentKey, options) : openWithPrivateKey(bytes, privateKey, options))
        .stream,
    )
  }

  async function keyOf(bytes: Uint8Array) {
    return releaseContentKey(await readHeader(bytes), privateKey, PLACE)
  }
})

describe('envelope of no known form', () => {
  const open = (bytes: Uint8Array) => reasonOf(openWithContentKey(bytes, new Uint8Array(32), { expect: PLACE }).stream)
  const framed = (json: Uint8Array) => concat(MAGIC, u32(json.length), json)

  it('is refused with the reason', async () => {
    const { sealed } = await seal('intl', utf8('bid'))
    expect(await open(new Uint8Array(0))).toBe('malformed')
    expect(await open(utf8('%PDF-1.7 not an envelope'))).toBe('malformed')
    expect(await open(MAGIC)).toBe('truncated')
    expect(await open(concat(MAGIC, u32(0xffffffff)))).toBe('malformed')
    expect(await open(framed(utf8('null')))).toBe('malformed')
    expect(await open(framed(utf8('{"b":1,"a":1}')))).toBe('malformed')
    expect(await open(framed(canonicalBytes({ ...sealed.header, suite: 'rot13' })))).toBe('unsupported-suite')
    expect(await open(framed(canonicalBytes({ ...sealed.header, suite: 'toString' })))).toBe('unsupported-suite')
    expect(await open(framed(canonicalBytes({ ...sealed.header, extra: 1 })))).toBe('malformed')
    expect(await open(framed(canonicalBytes({ ...sealed.header, chunkSize: 0 })))).toBe('malformed')
    expect(await open(framed(canonicalBytes({ ...sealed.header, plainSize: -1 })))).toBe('malformed')
  })

  it('is not made: bad recipients and names are refused before anything is written', async () => {
    const input = { place: PLACE, name: 'x', source: new Uint8Array(1) }
    const off = { suite: 'intl' as const, publicKey: `04${'11'.repeat(64)}` }
    expect(await reasonOf(sealFile({ ...input, recipient: off }).stream)).toBe('malformed')
    expect(await reasonOf(sealFile({ ...input, name: '', recipient: KEYS.gm }).stream)).toBe('malformed')
  })
})

it('streams 64 MiB through both directions, never more than a few records ahead', async () => {
  const size = 64 << 20
  const piece = randomBytes(1 << 16)
  let pulled = 0
  async function* source() {
    for (; pulled < size; pulled += piece.length) yield piece
  }
  const sealed = sealFile({ place: PLACE, name: 'big', source: source(), size, recipient: KEYS.intl })
  let ahead = 0
  let length = 0
  for await (const part of openWithPrivateKey(sealed.stream, KEYS.intl.privateKey, { expect: PLACE }).stream) {
    length += part.length
    ahead = Math.max(ahead, pulled - length)
  }
  expect(length).toBe(size)
  expect(ahead).toBeLessThanOrEqual(2 << 20)
})

async function seal(suite: SuiteName, plain: Uint8Array) {
  const { stream, result } = sealFile({
    place: PLACE,
    name: '技术文件.pdf',
    source: plain,
    recipient: KEYS[suite],
    chunkSize: CHUNK,
  })
  return { bytes: await collect(stream), sealed: await result }
}

async function reasonOf(stream: AsyncIterable<Uint8Array>): Promise<Refusal | 'accepted'> {
  try {
    await collect(stream)
    return 'accepted'
  } catch (cause) {
    if (cause instanceof EnvelopeError) return cause.reason
    throw cause
  }
}

/** Header and records. */
function split(bytes: Uint8Array): Uint8Array[] {
  const parts = [bytes.slice(0, 8 + readU32(bytes, 4))]
  for (let at = parts[0]!.length; at < bytes.length; at += parts.at(-1)!.length) {
    parts.push(bytes.slice(at, at + 8 + readU32(bytes, at + 4)))
  }
  return parts
}

function reheader(bytes: Uint8Array, header: EnvelopeHeader): Uint8Array {
  const json = canonicalBytes(header)
  return concat(MAGIC, u32(json.length), json, ...split(bytes).slice(1))
}

async function* cut(bytes: Uint8Array, sizes: number[]) {
  let at = 0
  for (const size of sizes) {
    yield bytes.subarray(at, at + size)
    at += size
  }
  yield bytes.subarray(at)
}

function nodeHash(suite: SuiteName, bytes: Uint8Array): string {
  return createHash(suite === 'gm' ? 'sm3' : 'sha256')
    .update(bytes)
    .digest('hex')
}
