import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { utf8 } from '#features/sealing/core/bytes.ts'
import { makeRequest, readAnswer } from '#features/sealing/core/time-stamp/request.ts'
import { verifyTimeStamp } from '#features/sealing/core/time-stamp/verify.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { makeLocalAuthority, stampLocally } from './local-authority.ts'
import { timeStamp } from './time-stamp.ts'

/* OpenSSL is the other implementation: it checks our tokens, and as an authority makes those that we check. */

const folder = mkdtempSync(join(tmpdir(), 'kaibiao-tsa-'))
const at = (name: string) => join(folder, name)
const DATA = utf8('kaibiao.log/1\n300\nhash\n')
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'])
    return true
  } catch {
    return false
  }
})()

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const now = new Date()
const authority = makeLocalAuthority('本地时间戳（非第三方）', now)
const request = await makeRequest({ data: DATA })
const token = new Uint8Array(stampLocally(request.der, authority, now))

test('our own token holds, for its content, its nonce and its certificate alone', async () => {
  const stamp = await verifyTimeStamp(token, { data: DATA, nonce: request.nonce })
  expect(stamp).toMatchObject({
    authority: '本地时间戳（非第三方）',
    chain: [createHash('sha256').update(authority.certificate).digest('hex')],
  })
  expect(Math.abs(stamp.at.getTime() - now.getTime())).toBeLessThan(1000)
  await expect(verifyTimeStamp(token, { data: utf8('other') })).rejects.toThrow('不是这份内容的')
  await expect(verifyTimeStamp(token, { data: DATA, nonce: new Uint8Array(randomBytes(16)) })).rejects.toThrow(
    '随机数不符',
  )
})

test('no altered byte passes, of every eleventh', async () => {
  for (let i = 0; i < token.length; i += 11) {
    const altered = token.slice()
    altered[i]! ^= 1 << (i % 8)
    const held = await verifyTimeStamp(altered, { data: DATA, nonce: request.nonce }).then(
      // What is no part of the signature may differ in its spelling and not in what it says.
      (stamp) => stamp.at.getTime() === Math.floor(now.getTime() / 1000) * 1000 || stamp.at.getTime() === now.getTime(),
      () => 'refused',
    )
    expect([i, held]).not.toEqual([i, false])
  }
})

test.runIf(hasOpenssl)('openssl ts -verify accepts our token and refuses it for other content', () => {
  writeFileSync(at('data'), DATA)
  writeFileSync(at('other'), 'other')
  writeFileSync(at('token.der'), token)
  const pem = authority.certificate.toString('base64').replace(/.{64}/g, '$&\n')
  writeFileSync(at('local.pem'), `-----BEGIN CERTIFICATE-----\n${pem}\n-----END CERTIFICATE-----\n`)
  const verify = (data: string) =>
    openssl('ts', '-verify', '-data', data, '-in', 'token.der', '-token_in', '-CAfile', 'local.pem', '-partial_chain')
  expect(String(verify('data'))).toContain('Verification: OK')
  expect(() => verify('other')).toThrow('message imprint mismatch')
})

describeAuthority()

function describeAuthority() {
  if (!hasOpenssl) return
  let t: TestSystem
  let server: Server
  /** Alters the answer before it leaves. */
  let spoil = (answer: Buffer): Buffer => answer

  beforeAll(async () => {
    t = await testSystem({ from: 'people' })
    writeFileSync(at('tsa.cnf'), CONFIG)
    writeFileSync(at('serial'), '01\n')
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '30',
      '-subj',
      '/CN=Test Root',
    )
    for (const kind of ['tsa', 'web']) {
      openssl(
        'req',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        `${kind}.key`,
        '-out',
        `${kind}.csr`,
        '-subj',
        `/CN=Test ${kind}`,
      )
      openssl(
        'x509',
        '-req',
        '-in',
        `${kind}.csr`,
        '-CA',
        'ca.pem',
        '-CAkey',
        'ca.key',
        '-CAcreateserial',
        '-out',
        `${kind}.pem`,
        '-days',
        '30',
        '-extfile',
        'tsa.cnf',
        '-extensions',
        kind,
      )
    }
    server = createServer((incoming, response) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        writeFileSync(at('query.tsq'), Buffer.concat(chunks))
        openssl(
          'ts',
          '-reply',
          '-config',
          'tsa.cnf',
          '-section',
          'tsa1',
          '-queryfile',
          'query.tsq',
          '-out',
          'answer.tsr',
        )
        response.setHeader('content-type', 'application/timestamp-reply').end(spoil(readFileSync(at('answer.tsr'))))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    vi.stubEnv('TSA_URL', `http://127.0.0.1:${(server.address() as { port: number }).port}/tsa`)
    vi.stubEnv('TSA_CA', at('ca.pem'))
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    server.close()
  })
  afterEach(() => void (spoil = (answer) => answer))

  test('a real authority: its token is checked, and leads up to the root that was configured', async () => {
    const stamp = await timeStamp(t.kernel, { tenantId: 1, what: { data: DATA } })
    expect(stamp).toMatchObject({ authority: 'Test tsa', isLocal: false })
    expect(Math.abs(stamp.at.getTime() - Date.now())).toBeLessThan(60_000)
    const held = await verifyTimeStamp(new Uint8Array(stamp.token), { data: DATA })
    expect(held.chain.length).toBeGreaterThanOrEqual(1)
  })

  test('an answer to another request, a refusal, garbage and an authority of another root are refused', async () => {
    const ask = () => timeStamp(t.kernel, { tenantId: 1, what: { data: DATA } })
    await ask()
    const old = readFileSync(at('answer.tsr'))
    expect(readAnswer(old).length).toBeGreaterThan(100)
    spoil = () => old
    await expect(ask()).rejects.toThrow('随机数不符')
    spoil = () => Buffer.from('no time')
    await expect(ask()).rejects.toThrow(/\S/)
    // PKIStatusInfo: rejection.
    spoil = () => Buffer.from('30053003020102', 'hex')
    await expect(ask()).rejects.toThrow('拒绝了请求')
    spoil = (answer) => answer
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'x.key',
      '-out',
      'x.pem',
      '-days',
      '30',
      '-subj',
      '/CN=Other Root',
    )
    vi.stubEnv('TSA_CA', at('x.pem'))
    await expect(ask()).rejects.toThrow('不是所配置的机构签发的')
    vi.stubEnv('TSA_CA', at('ca.pem'))
  })
}

const CONFIG = `
[tsa]
extendedKeyUsage = critical,timeStamping
[web]
extendedKeyUsage = serverAuth
[tsa1]
serial = ${at('serial')}
crypto_device = builtin
signer_cert = ${at('tsa.pem')}
certs = ${at('ca.pem')}
signer_key = ${at('tsa.key')}
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ordering = no
tsa_name = no
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`
