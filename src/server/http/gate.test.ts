import { beforeAll, expect, test } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { FEATURES } from '../features.ts'
import { implementForPerson } from '../implement.ts'
import { testSystem, type TestSystem } from '../testing/test-system.ts'

const touch = endpoint({ method: 'PUT', path: '/probe/touch', summary: 'Changes nothing' })

let system: TestSystem
beforeAll(async () => {
  const probe = { name: 'probe', routes: [implementForPerson(touch, {}, async () => undefined)] }
  system = await testSystem({ from: 'people', features: [...FEATURES, probe] })
})

test('a changing request needs the XSRF token of its own session', async () => {
  const buyer = await system.login('buyer')
  await buyer.call(touch, {})
  const token = buyer.cookies.get('kb_xsrf')!
  buyer.cookies.delete('kb_xsrf')
  expect(await buyer.refused(touch, {})).toMatchObject({ status: 403, code: 10007 })
  const other = await system.login('supplier1')
  expect(await buyer.refused(touch, {}, { headers: { 'x-xsrf-token': other.cookies.get('kb_xsrf')! } })).toMatchObject({
    code: 10007,
  })
  await buyer.call(touch, {}, { headers: { 'x-xsrf-token': token } })
})

test('another site’s Origin is refused, ours is not, with or without a session', async () => {
  const buyer = await system.login('buyer')
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', `${system.base}.evil.example`])
    expect(await buyer.refused(touch, {}, { headers: { origin } })).toMatchObject({ status: 403, code: 10007 })
  await buyer.call(touch, {}, { headers: { origin: system.base } })
  const stranger = system.client()
  const body = { mode: 'password', account: 'buyer', password: 'Kaibiao2026' }
  const forged = stranger.fetch('POST', '/api/login', body, { headers: { origin: 'https://evil.example' } })
  await expect(forged).rejects.toMatchObject({ status: 403 })
})

test('a half-lost pair of cookies is mended by asking for the status', async () => {
  const buyer = await system.login('buyer')
  buyer.cookies.delete('kb_xsrf')
  await buyer.raw('GET', '/api/passport/status')
  await buyer.call(touch, {})
  const stale = system.client()
  stale.cookies.set('kb_session', 'x'.repeat(43))
  await stale.raw('GET', '/api/passport/status')
  expect(stale.cookies.size).toBe(0)
})

test('pages are sent with a policy that keeps foreign scripts out', async () => {
  const response = await fetch(`${system.base}/api/health`)
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';")
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('cache-control')).toBe('no-store')
})
