import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { testSystem } from '../testing/test-system.ts'
import { loggedAddress } from './log-address.ts'
import { installSecurityHeaders, trustedHops } from './security.ts'

/** Whom the server believes to talk with, behind so many proxies. */
async function seen(proxies: number): Promise<string> {
  const app = Fastify({ trustProxy: trustedHops(proxies) })
  app.get('/', (request) => request.ip)
  // A client made up the first address; two proxies added the others.
  const answer = await app.inject({ url: '/', headers: { 'x-forwarded-for': '192.0.2.66, 203.0.113.7, 10.0.0.1' } })
  await app.close()
  return answer.body
}

test('as many proxies are believed as there are: an address that the client wrote itself never counts', async () => {
  expect([await seen(0), await seen(1), await seen(2)]).toEqual(['127.0.0.1', '10.0.0.1', '203.0.113.7'])
})

test('whatever is answered says who may frame it, and that its type is what it says', async () => {
  const t = await testSystem({ from: 'people' })
  const one = await t.login('supplier1')
  const cookie = [...one.cookies].map(([k, v]) => `${k}=${v}`).join('; ')
  const user = (await t.owner.query<{ user_id: string }>('select user_id from login_session')).rows[0]!.user_id
  const answers: [address: string, init?: RequestInit][] = [
    ['/'],
    ['/purchaser/bidding/list'],
    ['/assets/gone.js'],
    ['/%zz'],
    ['/api/health'],
    ['/api/none'],
    ['/api/docs/'],
    ['/api/openapi.json'],
    ['/api/users/oneself/sessions'],
    ['/api/log/checkpoint'],
    [`/api/live?topics=user:${user}`],
    ['/api/files/tus', { method: 'OPTIONS' }],
    ['/api/files/tus/none', { method: 'HEAD' }],
  ]
  for (const [address, init] of answers) {
    const stop = new AbortController()
    const { headers } = await fetch(t.base + address, { headers: { cookie }, signal: stop.signal, ...init })
    stop.abort()
    const policy = headers.get('content-security-policy')
    expect({ address, policy }).toMatchObject({ policy: expect.stringMatching(/frame-ancestors '(self|none)'/) })
    expect({ address, sniff: headers.get('x-content-type-options') }).toEqual({ address, sniff: 'nosniff' })
  }
})

test('an address with an access code is neither written down nor told to what the page loads', async () => {
  expect(loggedAddress('/a?x=1&x-jczh-ac=secret&tenantId=3')).toBe('/a?x=1&x-jczh-ac=[cut]&tenantId=3')
  const app = Fastify()
  installSecurityHeaders(app, { mode: 'production' } as never)
  app.get('/', () => 'page')
  const policyAt = async (url: string) => (await app.inject(url)).headers['referrer-policy']
  expect([await policyAt('/?x-jczh-ac=secret'), await policyAt('/?a=1')]).toEqual(['no-referrer', 'same-origin'])
  await app.close()
})
