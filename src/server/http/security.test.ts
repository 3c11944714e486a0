import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { installSecurityHeaders, trustedHops, withoutAccessCode } from './security.ts'

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

test('an address with an access code is neither written down nor told to what the page loads', async () => {
  expect(withoutAccessCode('/a?x=1&x-jczh-ac=secret&tenantId=3')).toBe('/a?x=1&x-jczh-ac=…&tenantId=3')
  expect(withoutAccessCode('/a?back=x-jczh-ac=1')).toBe('/a?back=x-jczh-ac=1')
  const app = Fastify()
  installSecurityHeaders(app, { mode: 'production' } as never)
  app.get('/', () => 'page')
  const policyAt = async (url: string) => (await app.inject(url)).headers['referrer-policy']
  expect([await policyAt('/?x-jczh-ac=secret'), await policyAt('/?a=1')]).toEqual(['no-referrer', 'same-origin'])
  await app.close()
})
