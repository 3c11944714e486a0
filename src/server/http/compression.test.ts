import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { installCompression } from './compression.ts'

const LARGE = Array.from({ length: 20_000 }, (_, i) => `第${i}行`)
const app = Fastify()
installCompression(app)
app.get('/large', () => LARGE)
app.get('/small', () => ['小'])
app.get('/text', (_request, reply) => reply.type('text/plain').send(LARGE.join('')))

async function get(url: string, accepted?: string) {
  const { headers, rawPayload } = await app.inject({
    url,
    ...(accepted !== undefined && { headers: { 'accept-encoding': accepted } }),
  })
  return { encoding: headers['content-encoding'], length: Number(headers['content-length']), headers, rawPayload }
}

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['GZIP;q=0.5, br;q=0', 'gzip', gunzipSync],
] as const)('a large answer is compressed as %s allows', async (accepted, encoding, open) => {
  const answer = await get('/large', accepted)
  expect(answer.encoding).toBe(encoding)
  expect(answer.headers.vary).toBe('accept-encoding')
  expect(answer.length).toBe(answer.rawPayload.length)
  expect(answer.length).toBeLessThan(100_000)
  expect(JSON.parse(open(answer.rawPayload).toString())).toEqual(LARGE)
})

test.each([
  ['/large', undefined],
  ['/large', 'deflate'],
  ['/large', 'gzip;q=0'],
  ['/small', 'gzip'],
  ['/text', 'gzip'],
])('%s stays as it is for %s', async (url, accepted) => {
  expect((await get(url, accepted)).encoding).toBeUndefined()
})
