import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { concat } from '#features/sealing/core/bytes.ts'
import { generateKeyPair } from '#features/sealing/core/keys.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { isSignedBy } from '#features/sealing/core/time-stamp/certificate.ts'
import { buildCertificate, buildRevocations, type NameParts } from './build.ts'
import { demandDer, fromPem, onlyPart, partsOf, sequence, TAG, toPem } from './der.ts'
import { NAMES } from './fields.ts'
import { type Anchor, judgeCertificate, type Question } from './judge.ts'
import { makeRequest, readRequest } from './request.ts'
import { privateKeyInfo, publicKeyInfo } from './sign.ts'

const run = promisify(execFile)
const CODE = '91320100MA1ABCDE12'
const FROM = new Date('2026-01-01T00:00:00Z')
const UNTIL = new Date('2028-01-01T00:00:00Z')
const AT = new Date('2026-06-01T00:00:00Z')
const DAY = 86_400_000

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'certificates-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const named = (name: string): NameParts => [
  [NAMES.country, 'CN'],
  [NAMES.organisation, '测试机构'],
  [NAMES.commonName, name],
]
const holder: NameParts = [
  [NAMES.country, 'CN'],
  [NAMES.organisation, '江州测试有限公司'],
  [NAMES.organisationId, `NTRCN-${CODE}`],
  [NAMES.commonName, '江州测试有限公司'],
]

async function written(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, content)
  return path
}

/** A root that certifies a company's key. */
function world(suite: SuiteName) {
  const rootKey = generateKeyPair(suite)
  const key = generateKeyPair(suite)
  const root = buildCertificate({
    serial: '5a01',
    subject: named('根'),
    issuer: named('根'),
    publicKey: rootKey,
    issuerKey: rootKey,
    from: FROM,
    until: new Date('2036-01-01T00:00:00Z'),
    pathLength: 0,
  })
  const leaf = (change: Partial<Parameters<typeof buildCertificate>[0]> = {}) =>
    buildCertificate({
      serial: '5a02',
      subject: holder,
      issuer: named('根'),
      publicKey: key,
      issuerKey: rootKey,
      from: FROM,
      until: UNTIL,
      crlUrl: 'http://ca.example/list.crl',
      ...change,
    })
  const list = (revoked: Parameters<typeof buildRevocations>[0]['revoked'] = [], from = AT, days = 7) =>
    buildRevocations({
      issuer: named('根'),
      issuerKey: rootKey,
      number: 7,
      from,
      until: new Date(from.getTime() + days * DAY),
      revoked,
    })
  const anchor: Anchor = { der: root, name: '测试根', from: FROM, until: UNTIL, crlUrl: '', isDemo: false }
  const ask = (change: Partial<Question> = {}) =>
    judgeCertificate({
      der: leaf(),
      anchors: [anchor],
      at: AT,
      now: AT,
      companyCode: CODE,
      crls: [list()],
      ...change,
    })
  return { rootKey, key, root, leaf, list, anchor, ask }
}

describe.each(['intl', 'gm'] as const)('%s', (suite) => {
  const w = world(suite)
  const id = suite === 'gm' ? ['-vfyopt', 'distid:1234567812345678'] : []

  test('OpenSSL reads what is issued, and judges the chain alike', async () => {
    const file = (name: string, text: string) => written(`${suite}-${name}`, text)
    const root = await file('root.pem', toPem(w.root))
    const leaf = await file('leaf.pem', toPem(w.leaf()))
    expect((await run('openssl', ['verify', ...id, '-CAfile', root, leaf])).stdout).toContain('OK')
    const { stdout } = await run('openssl', ['x509', '-in', leaf, '-noout', '-text', '-nameopt', 'utf8'])
    expect(stdout).toContain(`organizationIdentifier=NTRCN-${CODE}`)
    expect(stdout).toContain('Digital Signature, Non Repudiation')
    expect(stdout).toContain('URI:http://ca.example/list.crl')
    const request = await file('request.pem', toPem(makeRequest(w.key, '张三'), 'CERTIFICATE REQUEST'))
    await run('openssl', ['req', '-in', request, '-noout', '-verify', ...id])
    const key = await file('key.pem', toPem(privateKeyInfo(w.key), 'PRIVATE KEY'))
    expect((await run('openssl', ['pkey', '-in', key, '-noout', '-check'])).stdout).toContain('valid')
  })

  test('each fault has its name, and nothing but good is good', async () => {
    expect(await w.ask()).toMatchObject({ verdict: 'good', isDemo: false })
    expect((await w.ask()).checks.every(({ isGood }) => isGood)).toBe(true)
    const other = world(suite)
    // Of the same name, by another key.
    expect(await w.ask({ der: other.leaf() })).toMatchObject({ verdict: 'untrusted' })
    expect(await w.ask({ anchors: [{ ...w.anchor, until: AT }] })).toMatchObject({ verdict: 'untrusted' })
    const long = [{ ...w.anchor, from: new Date(0), until: new Date(UNTIL.getTime() + DAY) }]
    const after = new Date(UNTIL.getTime() + 1000)
    expect(await w.ask({ at: after, now: after, anchors: long })).toMatchObject({ verdict: 'expired' })
    expect(await w.ask({ at: new Date(FROM.getTime() - 1), anchors: long })).toMatchObject({ verdict: 'notYetValid' })
    expect(await w.ask({ companyCode: '91320100MA1ABCDE99' })).toMatchObject({ verdict: 'otherCompany' })
    expect(await w.ask({ companyCode: CODE.slice(1) })).toMatchObject({ verdict: 'otherCompany' })
    expect(await w.ask({ usage: 'encryption' })).toMatchObject({ verdict: 'wrongUsage' })
    expect(await w.ask({ crls: [] })).toMatchObject({ verdict: 'unknown' })
    // Old, of another authority, of tomorrow, altered: as if there was none.
    expect(await w.ask({ crls: [w.list([], new Date(AT.getTime() - 8 * DAY))] })).toMatchObject({ verdict: 'unknown' })
    expect(await w.ask({ crls: [other.list()] })).toMatchObject({ verdict: 'unknown' })
    expect(await w.ask({ crls: [w.list([], new Date(AT.getTime() + DAY))] })).toMatchObject({ verdict: 'unknown' })
    const altered = w.list()
    altered[altered.length - 1]! ^= 1
    expect(await w.ask({ crls: [altered] })).toMatchObject({ verdict: 'unknown' })
    const entry = (at: Date) => [{ serial: '5a02', at, reason: 'superseded' as const }]
    expect(await w.ask({ crls: [w.list(entry(AT))] })).toMatchObject({ verdict: 'revoked' })
    // What was signed before stays.
    expect(await w.ask({ crls: [w.list(entry(new Date(AT.getTime() + 1000)))] })).toMatchObject({ verdict: 'good' })
    // The newest list speaks.
    const before = w.list([], new Date(AT.getTime() - DAY))
    expect(await w.ask({ crls: [before, w.list(entry(AT))] })).toMatchObject({ verdict: 'revoked' })
    // A list kept with a signature is good for the time that it was in force.
    const later = new Date('2031-01-01T00:00:00Z')
    expect(await w.ask({ crls: [], keptCrls: [w.list()], now: later })).toMatchObject({ verdict: 'good' })
    expect(await w.ask({ crls: [], keptCrls: [w.list([], AT, -1)], now: later })).toMatchObject({ verdict: 'unknown' })
  })

  test('a certificate that may not issue cannot stand above another', async () => {
    const mine = generateKeyPair(suite)
    const forged = w.leaf({ serial: '5a03', issuer: holder, issuerKey: w.key, publicKey: mine })
    expect(await w.ask({ der: forged, between: [w.leaf()] })).toMatchObject({
      verdict: 'untrusted',
      reason: expect.stringContaining('不得签发'),
    })
    // An authority below a root that may have none below it.
    const sub = w.leaf({ serial: '5a04', subject: named('下级'), publicKey: w.key, pathLength: 0 })
    const under = w.leaf({ serial: '5a05', issuer: named('下级'), issuerKey: w.key, publicKey: mine })
    expect(await w.ask({ der: under, between: [sub] })).toMatchObject({ verdict: 'untrusted' })
  })

  test('a request proves its key', async () => {
    const der = makeRequest(w.key, '张三')
    const { keyInfo, signed, signature, algorithm, publicKey } = readRequest(der)
    expect(publicKey).toBe(w.key.publicKey)
    const proof = { message: signed, signature, algorithm, digest: '' }
    expect(await isSignedBy(keyInfo, proof)).toBe(true)
    const stranger = readRequest(makeRequest(generateKeyPair(suite), '张三'))
    expect(await isSignedBy(stranger.keyInfo, proof)).toBe(false)
    expect(fromPem(new TextEncoder().encode(toPem(der, 'CERTIFICATE REQUEST')), 'CERTIFICATE REQUEST')).toEqual(der)
  })
})

test('OpenSSL finds in a list what was revoked', async () => {
  const w = world('intl')
  const early = new Date(Date.now() - DAY)
  const root = await written('root.pem', toPem(w.root))
  const leaf = await written('leaf.pem', toPem(w.leaf()))
  const verify = async (revoked: Parameters<typeof w.list>[0]) => {
    const list = await written('list.pem', toPem(w.list(revoked, early), 'X509 CRL'))
    return run('openssl', ['verify', '-crl_check', '-CAfile', root, '-CRLfile', list, leaf])
  }
  expect((await verify([])).stdout).toContain('OK')
  const revoked = verify([{ serial: '5a02', at: early, reason: 'keyCompromise' }])
  await expect(revoked).rejects.toMatchObject({ stderr: expect.stringContaining('certificate revoked') })
})

test('OpenSSL verifies a list that was signed by SM2', async () => {
  const w = world('gm')
  const [body, , signature] = partsOf(onlyPart(w.list(), TAG.sequence).body)
  const message = await written('list.tbs', body!.all)
  const proof = await written('list.sig', signature!.body.slice(1))
  const key = await written('issuer.pem', toPem(publicKeyInfo(w.rootKey), 'PUBLIC KEY'))
  // It takes no user id for lists as such: the signature is checked by itself.
  const options = ['-rawin', '-digest', 'sm3', '-pkeyopt', 'distid:1234567812345678']
  const files = ['-in', message, '-sigfile', proof, '-pubin', '-inkey', key]
  expect((await run('openssl', ['pkeyutl', '-verify', ...options, ...files])).stdout).toContain('Successfully')
})

test('what is no certificate is malformed, however it was made', async () => {
  const w = world('intl')
  const judge = async (der: Uint8Array) => (await w.ask({ der })).verdict
  let nested = sequence()
  for (let i = 0; i < 2000; i++) nested = sequence(nested)
  const whole = w.leaf()
  for (const bytes of [
    new Uint8Array(),
    Uint8Array.of(0x30, 0x80, 0, 0),
    Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff),
    nested,
    new Uint8Array(1 << 20).fill(0x30),
    concat(whole, Uint8Array.of(0)),
    whole.subarray(0, -1),
    makeRequest(w.key, '张三'),
    w.list(),
  ])
    expect(await judge(bytes)).toBe('malformed')
  expect(() => demandDer(nested, 1 << 20)).toThrow(RangeError)
  // Every byte counts: of altered ones none is good.
  for (let i = 0; i < whole.length; i += 7) {
    const altered = whole.slice()
    altered[i]! ^= 0x11
    expect(await judge(altered)).not.toBe('good')
  }
})
