import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { trustedHops } from './security.ts'

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
