import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex, utf8 } from './bytes.ts'
import { answerCanary, checkCanary, makeCanary } from './canary.ts'
import { sealFile, releaseContentKey } from './envelope.ts'
import { exportKeyFile, importKeyFile } from './key-file.ts'
import { fingerprint, generateKeyPair, grouped, keyPairOf, publicKeyOf } from './keys.ts'
import { collect } from './source.ts'
import { SUITES } from './suite.ts'

const ABOUT = { holder: '甲公司', createdAt: '2026-11-21T06:00:00.000Z' }
const PLACE = { tenantId: 't', orderId: 'o', bidderId: 'b' }

describe.each(['intl', 'gm'] as const)('keys of suite %s', (suite) => {
  const pair = generateKeyPair(suite)

  it('are pairs with a fingerprint', () => {
    expect(keyPairOf(suite, pair.privateKey)).toEqual(pair)
    expect(publicKeyOf(pair)).toEqual({ suite, publicKey: pair.publicKey })
    expect(fingerprint(pair)).toMatch(/^[0-9a-f]{64}$/)
    expect(fingerprint(pair)).not.toBe(fingerprint(generateKeyPair(suite)))
    expect(() => keyPairOf(suite, '00'.repeat(32))).toThrow(expect.objectContaining({ reason: 'malformed' }))
    expect(() => publicKeyOf({ suite, publicKey: '04' })).toThrow(expect.objectContaining({ reason: 'malformed' }))
  })

  it('survive a key file, with the right password only and unaltered only', async () => {
    const file = await exportKeyFile(pair, '口令 Pass①', ABOUT)
    const copy: unknown = JSON.parse(JSON.stringify(file))
    expect(await importKeyFile(copy, '口令 Pass1')).toEqual(pair)
    expect(JSON.stringify(file)).not.toContain(pair.privateKey)
    await expect(importKeyFile(copy, '口令 Pass2')).rejects.toMatchObject({ reason: 'wrong-key' })
    await expect(importKeyFile({ ...file, holder: '乙公司' }, '口令 Pass1')).rejects.toMatchObject({
      reason: 'wrong-key',
    })
    const slow = { ...file, kdf: { ...file.kdf, iterations: 1e12 } }
    for (const bad of [slow, { ...file, cipher: 'none' }, { ...file, data: 'x' }, {}, null, 'text']) {
      await expect(importKeyFile(bad, '口令 Pass1')).rejects.toMatchObject({ reason: 'malformed' })
    }
    await expect(importKeyFile({ ...file, suite: 'rsa' }, '')).rejects.toMatchObject({ reason: 'unsupported-suite' })
  })

  it('prove themselves by a canary, without being shown', async () => {
    const { canary, secret } = await makeCanary(pair, PLACE)
    const wire = JSON.parse(JSON.stringify(canary)) as typeof canary
    const answer = await answerCanary(wire, pair.privateKey)
    expect(checkCanary(canary, secret, answer)).toBe(true)
    expect(answer).not.toContain(secret)

    const other = await makeCanary(pair, PLACE)
    expect(checkCanary(other.canary, other.secret, answer)).toBe(false)
    expect(checkCanary(canary, secret, '')).toBe(false)
    const stranger = generateKeyPair(suite)
    await expect(answerCanary(canary, stranger.privateKey)).rejects.toMatchObject({ reason: 'wrong-key' })
    await expect(answerCanary({ ...canary, orderId: 'x' }, pair.privateKey)).rejects.toMatchObject({
      reason: 'tampered',
    })
  })

  it('cannot be tricked by a canary into opening a content key, nor the other way round', async () => {
    const place = { ...PLACE, round: 1, fileId: 'f', role: 'price' as const }
    const sealed = sealFile({ place, name: 'x', source: utf8('bid'), recipient: pair })
    await collect(sealed.stream)
    const { header } = await sealed.result
    const { canary } = await makeCanary(pair, PLACE)
    const trick = { ...canary, sealed: header.contentKeyEnvelope }
    await expect(answerCanary(trick, pair.privateKey)).rejects.toMatchObject({ reason: 'tampered' })
    const back = { ...header, contentKeyEnvelope: canary.sealed }
    await expect(releaseContentKey(back, pair.privateKey, place)).rejects.toMatchObject({ reason: 'tampered' })
  })

  it('unwrap nothing that was altered', async () => {
    const context = new Uint8Array(32).fill(1)
    const secret = new Uint8Array(32).fill(2)
    const wrapped = await SUITES[suite].wrap(pair.publicKey, secret, context)
    expect(await SUITES[suite].unwrap(pair.privateKey, wrapped, context)).toEqual(secret)
    expect(await SUITES[suite].unwrap(pair.privateKey, wrapped, secret)).toBeUndefined()
    for (let i = 0; i < wrapped.data.length; i += 14) {
      const data = wrapped.data.slice(0, i) + (wrapped.data[i] === '0' ? '1' : '0') + wrapped.data.slice(i + 1)
      expect(await SUITES[suite].unwrap(pair.privateKey, { ...wrapped, data }, context)).toBeUndefined()
    }
    expect(await SUITES[suite].unwrap(pair.privateKey, { ...wrapped, alg: 'none' }, context)).toBeUndefined()
  })
})

it('wraps under intl as the README says, so that OpenSSL opens it', async () => {
  const pair = generateKeyPair('intl')
  const context = new Uint8Array(32).fill(7)
  const secret = crypto.getRandomValues(new Uint8Array(32))
  const { ephemeral, data } = await SUITES.intl.wrap(pair.publicKey, secret, context)
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(pair.privateKey, 'hex')
  const shared = ecdh.computeSecret(ephemeral!, 'hex')
  const info = Buffer.concat([utf8('KBE1 wrap'), fromHex(ephemeral!), fromHex(pair.publicKey), context])
  const key = Buffer.from(hkdfSync('sha256', shared, new Uint8Array(0), info, 32))
  const cipher = createDecipheriv('aes-256-gcm', key, Buffer.alloc(12)).setAAD(context)
  const sealed = fromHex(data)
  cipher.setAuthTag(sealed.subarray(-16))
  expect(toHex(Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]))).toBe(toHex(secret))
})

it('groups fingerprints for reading', () => {
  expect(grouped('66c7f0f462ee')).toBe('66c7 f0f4 62ee')
})
