import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DAY } from '#contract/time.ts'
import { COMPANIES } from '#demo/companies.ts'
import { fromState } from '#demo/states/from-state.ts'
import { generateKeyPair } from '#features/sealing/core/keys.ts'
import { inContext } from '#server/context.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { PATIENT } from '#server/testing/patience.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { buildCertificate, buildRevocations, type NameParts } from '../core/build.ts'
import { fromPem, toPem } from '../core/der.ts'
import { NAMES } from '../core/fields.ts'
import { readRequest } from '../core/request.ts'
import * as admin from '../contract/admin.ts'
import { checkCertificate, revocationList } from '../contract/check.ts'
import * as contract from '../contract/company.ts'
import { certificateOf } from './public.ts'
import { buysVouchers, certificateFor, fieldsFor } from './testing/certificates.ts'

/* Authorities elsewhere: one that the platform trusts, whose lists it fetches, and one that issues for it (RA). */

let t: TestSystem
let one: HttpClient
let platform: HttpClient
let server: Server
let base: string
/** What the authority answers, by method and path; 503 for all else. */
let answers: Record<
  string,
  (
    request: IncomingMessage,
    body: string,
  ) => { status: number; body: Uint8Array | string; headers?: Record<string, string> }
>
let asked: string[]

const named = (name: string): NameParts => [
  [NAMES.country, 'CN'],
  [NAMES.commonName, name],
]
const rootKey = generateKeyPair('intl')
const NAME = named('外部 CA')
let root: Uint8Array

beforeAll(async () => {
  ;({ t } = await fromState('people'))
  one = await t.login('supplier1', { workbench: 'supplier' })
  platform = await t.login('admin', { workbench: 'admin' })
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const place = `${request.method} ${request.url}`
      asked.push(place)
      const answer = answers[place]?.(request, Buffer.concat(chunks).toString()) ?? { status: 503, body: '' }
      response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const now = t.kernel.clock.now()
  root = buildCertificate({
    serial: '5a01',
    subject: NAME,
    issuer: NAME,
    publicKey: rootKey,
    issuerKey: rootKey,
    from: new Date(now.getTime() - DAY),
    until: new Date(now.getTime() + 3650 * DAY),
    pathLength: 0,
  })
  await platform.call(admin.addAnchor, {
    body: {
      name: '外部 CA',
      file: Buffer.from(toPem(root)).toString('base64'),
      from: new Date(now.getTime() - DAY).toISOString(),
      until: new Date(now.getTime() + 3650 * DAY).toISOString(),
      crlUrl: '',
      reason: '互认协议',
    },
  })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await new Promise((done) => server?.close(done))
})
beforeEach(() => {
  answers = {}
  asked = []
})

const now = () => t.kernel.clock.now()
const code = async () => (await read((ctx) => ctx.expectOne('company', { id: COMPANIES.supplier1.id }))).creditCode
const read = <T>(work: Parameters<typeof inContext<null, T>>[2]) =>
  inContext(t.kernel, { tenantId: 1, actor: null, readOnly: true }, work)

function certified(serial: string, path: string, change: Partial<Parameters<typeof buildCertificate>[0]> = {}) {
  return buildCertificate({
    serial,
    subject: named('张三'),
    issuer: NAME,
    publicKey: generateKeyPair('intl'),
    issuerKey: rootKey,
    from: new Date(now().getTime() - DAY),
    until: new Date(now().getTime() + 365 * DAY),
    crlUrl: base + path,
    ...change,
  })
}
function list(revoked: string[], { from = now(), days = 1 } = {}) {
  return buildRevocations({
    issuer: NAME,
    issuerKey: rootKey,
    number: 1,
    from,
    until: new Date(from.getTime() + days * DAY),
    revoked: revoked.map((serial) => ({
      serial,
      at: new Date(from.getTime() - 1e3),
      reason: 'superseded',
    })),
  })
}
const check = (der: Uint8Array) => one.call(checkCertificate, { body: { file: Buffer.from(der).toString('base64') } })

test('a list is fetched once, and kept until the next one is due; without one nothing is good', async () => {
  const leaf = certified('5b01', '/one.crl')
  answers['GET /one.crl'] = () => ({ status: 200, body: list([]) })
  expect(await check(leaf)).toMatchObject({ verdict: 'good', isDemo: false })
  expect(await check(leaf)).toMatchObject({ verdict: 'good' })
  expect(asked).toEqual(['GET /one.crl'])
  answers['GET /one.crl'] = () => ({
    status: 200,
    body: toPem(list(['5b01']), 'X509 CRL'),
  })
  await t.settle()
  await t.advanceTo(new Date(now().getTime() + DAY + 60_000))
  one = await t.login('supplier1', { workbench: 'supplier' })
  platform = await t.login('admin', { workbench: 'admin' })
  expect(await check(leaf)).toMatchObject({ verdict: 'revoked' })
})

test('who does not answer, redirects, sends too much, or another’s list: nobody knows', async () => {
  const other = generateKeyPair('intl')
  const foreign = buildRevocations({
    issuer: NAME,
    issuerKey: other,
    number: 1,
    from: now(),
    until: new Date(now().getTime() + DAY),
    revoked: [],
  })
  const faults: (typeof answers)[string][] = [
    () => ({ status: 503, body: '' }),
    () => ({ status: 302, body: '', headers: { location: `${base}/good.crl` } }),
    () => ({ status: 200, body: new Uint8Array((1 << 20) + 1) }),
    () => ({ status: 200, body: foreign }),
    () => ({ status: 200, body: list([], { from: new Date(now().getTime() - 3 * DAY), days: 2 }) }),
    () => ({ status: 200, body: '<html>' }),
  ]
  answers['GET /good.crl'] = () => ({ status: 200, body: list([]) })
  for (const [i, answer] of faults.entries()) {
    answers[`GET /fault-${i}.crl`] = answer
    expect(await check(certified(`5c0${i}`, `/fault-${i}.crl`))).toMatchObject({ verdict: 'unknown' })
  }
  // Addresses that nobody trusted has signed are not asked.
  asked = []
  const stranger = certified('5d01', '/stranger.crl', { issuerKey: other })
  expect(await check(stranger)).toMatchObject({ verdict: 'untrusted' })
  expect(asked).toEqual([])
  const local = certified('5d02', '', { crlUrl: 'file:///etc/passwd' })
  expect(await check(local)).toMatchObject({ verdict: 'unknown' })
})

test('an authority that issues over HTTP: asked again under one number, and told of revocations', async () => {
  vi.stubEnv('CA_URL', `${base}/ra`)
  vi.stubEnv('CA_TOKEN', 'secret-token')
  let tries = 0
  let tells = 0
  const creditCode = await code()
  answers['POST /ra/certificates'] = (request, body) => {
    expect(request.headers.authorization).toBe('Bearer secret-token')
    const order = JSON.parse(body) as {
      orderId: string
      request: string
      holder: { companyName: string; creditCode: string }
      notBefore: string
      notAfter: string
    }
    // A holder's numbers are nobody else's.
    expect(body).not.toContain('11010519491231')
    tries += 1
    if (tries === 1) return { status: 503, body: '' }
    const publicKey = readRequest(Buffer.from(order.request, 'base64'))
    const der = certified('5e01', '/ra.crl', {
      publicKey,
      subject: [...named(order.holder.companyName), [NAMES.organisationId, `NTRCN-${order.holder.creditCode}`]],
      from: new Date(order.notBefore),
      until: new Date(order.notAfter),
    })
    return { status: 200, body: JSON.stringify({ certificate: Buffer.from(der).toString('base64'), chain: [] }) }
  }
  answers['GET /ra.crl'] = () => ({ status: 200, body: list([]) })
  answers['POST /ra/certificates/5e01/revocation'] = () => ({ status: (tells += 1) === 1 ? 500 : 200, body: '{}' })
  const { certificateId, der } = await certificateFor({ t, admin: platform }, { client: one, kind: 'enterprise' })
  expect(tries).toBe(2)
  const [held] = await read((ctx) => certificateOf(ctx, { companyId: COMPANIES.supplier1.id, at: now() }))
  expect(held).toMatchObject({ certificateId, isDemo: false, serial: '5e01' })
  expect(await check(der)).toMatchObject({ verdict: 'good', isDemo: false })
  const body = { code: 'cessation' as const, reason: '不再使用' }
  await one.call(contract.revokeCertificate, { params: { certificateId }, body })
  // Here at once, whenever the other takes notice.
  expect(await check(der)).toMatchObject({ verdict: 'revoked' })
  await vi.waitFor(() => expect(tells).toBe(2), PATIENT)

  // A refusal, and a certificate of another company, leave the application where people can decide.
  await buysVouchers(t, COMPANIES.supplier1.id, 1)
  const { applicationId } = await one.call(contract.saveApplication, {
    body: await fieldsFor(one, { kind: 'enterprise', key: generateKeyPair('intl') }),
  })
  const params = { applicationId }
  await one.call(contract.submitApplication, { params, body: { useVoucher: true } })
  const problem = (text: string) =>
    vi.waitFor(
      async () => expect((await platform.call(admin.reviewDetail, { params })).problem).toContain(text),
      PATIENT,
    )
  answers['POST /ra/certificates'] = () => ({ status: 422, body: JSON.stringify({ message: '营业执照已注销' }) })
  await platform.call(admin.approveApplication, { params })
  await problem('营业执照已注销')
  answers['POST /ra/certificates'] = (_, text) => {
    const publicKey = readRequest(Buffer.from((JSON.parse(text) as { request: string }).request, 'base64'))
    const der = certified('5e02', '/ra.crl', { publicKey })
    return { status: 200, body: JSON.stringify({ certificate: Buffer.from(der).toString('base64'), chain: [] }) }
  }
  await platform.call(admin.approveApplication, { params })
  await problem('不属于申请企业')
  // It needs time: asked again when some has passed, whatever happened meanwhile.
  let waits = 0
  answers['POST /ra/certificates'] = () => ({
    status: (waits += 1) === 1 ? 202 : 422,
    body: '{"message":"逾期未补正"}',
  })
  await platform.call(admin.approveApplication, { params })
  await vi.waitFor(async () => {
    expect(waits).toBe(1)
    const timers = await t.owner.query(
      `select 1 from timer where kind = 'ca-application.ask-again' and fired_at is null`,
    )
    expect(timers.rowCount).toBe(1)
  }, PATIENT)
  expect(await platform.call(admin.reviewDetail, { params })).toMatchObject({ state: 'issuing', problem: '' })
  await t.settle()
  await t.advanceTo(new Date(now().getTime() + 11 * 60_000))
  await problem('逾期未补正')
  expect(creditCode).not.toBe('')
  vi.unstubAllEnvs()
})

test('our own list is public, signed, and made anew when it is a day old', async () => {
  const params = { tenantId: 1, suite: 'intl' as const }
  const { certificateId } = await certificateFor({ t, admin: platform }, { client: one, kind: 'agent' })
  const { readRevocations } = await import('../core/crl.ts')
  const { readStrange } = await import('../core/fields.ts')
  const fetchList = async () => {
    const answer = await fetch(`${t.base}/api/ca/crl/1/intl`)
    expect(answer.headers.get('content-type')).toContain('application/pkix-crl')
    const [held] = await read((ctx) => certificateOf(ctx, { companyId: COMPANIES.supplier1.id, at: now() }))
    const issuer = held?.chain[0] ?? (await read((ctx) => ctx.expectOne('ca_authority', { suite: 'intl' }))).issuer
    return readRevocations(fromPem(new Uint8Array(await answer.arrayBuffer())), readStrange(issuer))
  }
  const first = await fetchList()
  await one.call(contract.revokeCertificate, {
    params: { certificateId },
    body: { code: 'keyCompromise', reason: '电脑遗失' },
  })
  const second = await fetchList()
  expect(second.parsed.tbsCertList.revokedCertificates?.length ?? 0).toBeGreaterThan(
    first.parsed.tbsCertList.revokedCertificates?.length ?? 0,
  )
  await t.settle()
  await t.advanceTo(new Date(now().getTime() + 3 * DAY))
  expect((await fetchList()).until.getTime()).toBeGreaterThan(second.until.getTime())
  expect((await fetch(`${t.base}/api/ca/crl/77/intl`)).status).toBe(404)
  expect(await t.client().refused(revocationList, { params: { ...params, tenantId: 77 } })).toMatchObject({
    status: 404,
  })
})

test('the trusted list takes authorities alone, each once, and strangers not at all', async () => {
  platform = await t.login('admin', { workbench: 'admin' })
  one = await t.login('supplier1', { workbench: 'supplier' })
  const from = now().toISOString()
  const until = new Date(now().getTime() + DAY).toISOString()
  const body = { name: '外部', file: Buffer.from(root).toString('base64'), from, until, crlUrl: '', reason: '再次登记' }
  expect(await platform.refused(admin.addAnchor, { body })).toMatchObject({ status: 409 })
  const leaf = Buffer.from(certified('5f01', '/x.crl')).toString('base64')
  expect(await platform.refused(admin.addAnchor, { body: { ...body, file: leaf } })).toMatchObject({
    message: expect.stringContaining('不是签发机构'),
  })
  expect(await platform.refused(admin.addAnchor, { body: { ...body, file: 'AAAA' } })).toMatchObject({ status: 400 })
  expect((await one.refused(admin.addAnchor, { body })).status).toBe(403)
  const { anchors } = await platform.call(admin.anchorList, {})
  const mine = anchors.find(({ name }) => name === '外部 CA')!
  const params = { anchorId: mine.anchorId }
  const ended = new Date(now().getTime() - 1000).toISOString()
  await platform.call(admin.changeAnchor, { params, body: { until: ended, crlUrl: '', reason: '互认终止' } })
  answers['GET /y.crl'] = () => ({ status: 200, body: list([]) })
  expect(await check(certified('5f02', '/y.crl'))).toMatchObject({ verdict: 'untrusted' })
})
