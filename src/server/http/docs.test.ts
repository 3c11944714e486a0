import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerDocs } from './docs.ts'

test('the documentation page and its script are served, made when first asked for', async () => {
  const app = Fastify()
  registerDocs(app, [])
  const first = await app.inject('/api/docs')
  const page = first.statusCode === 200 ? first : await app.inject('/api/docs/')
  expect(page).toMatchObject({ statusCode: 200, headers: { 'content-type': expect.stringContaining('text/html') } })
  expect(page.body).toContain('/api/openapi.json')
  // Nothing on it leads to services of its maker.
  for (const off of ['"telemetry": false', '"disabled": true', '"showDeveloperTools": "never"'])
    expect(page.body.replaceAll(/\s+/g, ' ')).toContain(off)
  // Its own script may run, by its hash; none that somebody puts in.
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval'(?: 'sha256-[\w+/]{43}=')+;/)
  const script = await app.inject('/api/docs/js/scalar.js')
  expect(script).toMatchObject({ statusCode: 200, headers: { 'content-type': expect.stringContaining('javascript') } })
  expect(script.rawPayload.length).toBeGreaterThan(1_000_000)
  expect((await app.inject('/api/docs/none/such')).statusCode).toBe(404)
  await app.close()
})
