import { beforeAll, describe, expect, it } from 'vitest'
import { fromUtf8, randomBytes, toHex, utf8 } from '../bytes.ts'
import {
  openWithContentKey,
  openWithPrivateKey,
  releaseByCode,
  releaseContentKey,
  sealFile,
  unmaskContentKey,
} from '../envelope.ts'
import type { EnvelopeHeader, Place } from '../envelope-header.ts'
import { EnvelopeError } from '../errors.ts'
import { generateKeyPair } from '../keys.ts'
import { newRecoveryCode, readRecoveryCode } from '../recovery.ts'
import { collect } from '../source.ts'
import type { KeyPair } from '../suite-types.ts'
import { G, multiply, randomScalar } from './group.ts'
import type { JointPublic } from './joint-key.ts'
import { jointTeam } from './test-team.ts'
import { combine, encapsulate, openPartially } from './threshold.ts'

const PLACE: Place = {
  tenantId: '1',
  orderId: 'order-1',
  bidderId: 'bidder-1',
  round: 1,
  fileId: 'f-price',
  role: 'price',
}

let key: JointPublic
let shares: string[]

beforeAll(() => {
  const team = jointTeam(2, 3, { tenantId: PLACE.tenantId, orderId: PLACE.orderId })
  key = team.key
  shares = team.shares
})

async function sealed(pair: KeyPair, extra: { joint?: boolean; code?: string } = {}, place = PLACE) {
  const { part, shared } = encapsulate(key, place)
  const { stream, result } = sealFile({
    place,
    name: '报价单',
    source: utf8('总价 100 万元'),
    recipient: { suite: pair.suite, publicKey: pair.publicKey },
    ...(extra.joint === false ? {} : { joint: { key, part, shared } }),
    ...(extra.code ? { recoveryCode: extra.code } : {}),
  })
  const bytes = await collect(stream)
  const { header } = await result
  return { bytes, header, part }
}

function officersOpen(header: EnvelopeHeader, by: readonly number[]) {
  const answers = by.map((i) => openPartially(key, [header.joint!], { index: i, share: shares[i - 1]! }))
  return combine(key, answers)[0]!
}

async function text(bytes: Uint8Array, contentKey: Uint8Array, expected = PLACE) {
  const { stream, result } = openWithContentKey(bytes, contentKey, { expect: expected })
  const plain = fromUtf8(await collect(stream))
  await result
  return plain
}

describe.each(['intl', 'gm'] as const)('a file sealed to a bidder and to officers (%s)', (suite) => {
  const pair = generateKeyPair(suite)

  it('opens with the bidder’s release and any officers that reach the threshold', async () => {
    const { bytes, header } = await sealed(pair)
    const released = await releaseContentKey(header, pair.privateKey, PLACE)
    for (const by of [
      [1, 2],
      [3, 1],
    ]) {
      const contentKey = unmaskContentKey(header, released, { key, shared: officersOpen(header, by) })
      expect(await text(bytes, contentKey)).toBe('总价 100 万元')
    }
  })

  it('opens neither for the bidder’s release alone nor for the officers alone', async () => {
    const { bytes, header } = await sealed(pair)
    const released = await releaseContentKey(header, pair.privateKey, PLACE)
    await expect(text(bytes, released)).rejects.toMatchObject({ reason: 'wrong-key' })
    const shared = officersOpen(header, [1, 2])
    expect(() => unmaskContentKey(header, randomBytes(32), { key, shared })).toThrow(EnvelopeError)
    const guessed = multiply(G, randomScalar())
    expect(() => unmaskContentKey(header, released, { key, shared: guessed })).toThrow(EnvelopeError)
    const own = openWithPrivateKey(bytes, pair.privateKey, { expect: PLACE })
    own.result.catch(() => undefined)
    await expect(collect(own.stream)).rejects.toMatchObject({ reason: 'wrong-key' })
  })

  it('opens by the recovery code when the key is lost, in both modes, and by no other', async () => {
    const code = readRecoveryCode(newRecoveryCode())!
    const { bytes, header } = await sealed(pair, { code })
    const released = releaseByCode(header, code, PLACE)
    expect(toHex(released)).toBe(toHex(await releaseContentKey(header, pair.privateKey, PLACE)))
    const contentKey = unmaskContentKey(header, released, { key, shared: officersOpen(header, [2, 3]) })
    expect(await text(bytes, contentKey)).toBe('总价 100 万元')
    const plain = await sealed(pair, { joint: false, code })
    expect(await text(plain.bytes, releaseByCode(plain.header, code, PLACE))).toBe('总价 100 万元')
    const other = readRecoveryCode(newRecoveryCode())!
    expect(() => releaseByCode(header, other, PLACE)).toThrow(EnvelopeError)
    expect(() => releaseByCode({ ...header, recovery: plain.header.recovery! }, code, PLACE)).toThrow(EnvelopeError)
    const none = await sealed(pair)
    expect(() => releaseByCode(none.header, code, PLACE)).toThrow(EnvelopeError)
  })

  it('is bound to its part: another part, none, or another place is refused', async () => {
    const { header } = await sealed(pair)
    const other = await sealed(pair)
    const swapped = { ...header, joint: other.part }
    await expect(releaseContentKey(swapped, pair.privateKey, PLACE)).rejects.toMatchObject({ reason: 'tampered' })
    const { joint: _, ...without } = header
    await expect(releaseContentKey(without, pair.privateKey, PLACE)).rejects.toMatchObject({ reason: 'tampered' })
    const elsewhere = { ...PLACE, orderId: 'order-2' }
    await expect(releaseContentKey(header, pair.privateKey, elsewhere)).rejects.toMatchObject({ reason: 'foreign' })
    const odd = { ...header, joint: { ...header.joint!, extra: 'x' } }
    await expect(releaseContentKey(odd, pair.privateKey, PLACE)).rejects.toMatchObject({ reason: 'malformed' })
  })
})

describe('a recovery code', () => {
  it('is read as typed, and every slip is noticed', () => {
    const code = newRecoveryCode()
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/)
    const read = readRecoveryCode(code)!
    expect(readRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(read)
    expect(readRecoveryCode(read.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(read)
    expect(readRecoveryCode(read.slice(1))).toBeUndefined()
    for (let i = 0; i < 30; i++) {
      const slip = read[i] === 'A' ? 'B' : 'A'
      expect(readRecoveryCode(read.slice(0, i) + slip + read.slice(i + 1)), `place ${i}`).toBeUndefined()
    }
  })
})
