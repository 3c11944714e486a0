import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installErrorAnswers } from './errors.ts'
import { inlineScripts } from './security.ts'
import { registerWeb } from './web.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaibiao-web-'))
const app = Fastify()
const addresses: string[] = []
app.addHook('onRoute', ({ method, url }) => void addresses.push(`${String(method)} ${url}`))
beforeAll(async () => {
  for (const part of ['web/assets', 'verify']) mkdirSync(join(folder, part), { recursive: true })
  writeFileSync(join(folder, 'web/index.html'), '<title>app</title>')
  writeFileSync(join(folder, 'web/assets/a-1.js'), 'export {}')
  writeFileSync(join(folder, 'web/look.js'), 'look()')
  writeFileSync(join(folder, 'web/.secret'), 'hidden')
  writeFileSync(join(folder, 'beside.txt'), 'not of the build')
  writeFileSync(join(folder, 'verify/index.html'), '<script type="module">check()</script>')
  installErrorAnswers(app)
  await registerWeb(app, join(folder, 'web'))
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

test('every address of the application is its page; a piece that is gone is not', async () => {
  expect((await app.inject('/purchaser/bidding/list')).body).toBe('<title>app</title>')
  const piece = await app.inject('/assets/a-1.js')
  expect(piece).toMatchObject({ statusCode: 200, body: 'export {}' })
  expect(piece.headers['cache-control']).toContain('immutable')
  for (const gone of ['/assets/a-0.js', '/api/none'])
    expect((await app.inject(gone)).json()).toMatchObject({ code: 404, message: '内容不存在' })
})

test('files are served as files: asked for in part, by their head, again, and nothing beside them', async () => {
  const piece = await app.inject('/assets/a-1.js')
  expect(piece.headers['content-type']).toContain('javascript')
  expect(await app.inject({ method: 'HEAD', url: '/assets/a-1.js' })).toMatchObject({
    statusCode: 200,
    body: '',
    headers: { 'content-length': '9', etag: piece.headers.etag },
  })
  const part = await app.inject({ url: '/assets/a-1.js', headers: { range: 'bytes=0-5' } })
  expect(part).toMatchObject({ statusCode: 206, body: 'export' })
  const again = await app.inject({ url: '/assets/a-1.js', headers: { 'if-none-match': String(piece.headers.etag) } })
  expect(again).toMatchObject({ statusCode: 304, body: '' })
  expect((await app.inject('/look.js')).headers['cache-control']).toBe('no-cache')
  for (const none of ['/.secret', '/%2e%2e/beside.txt', '/..%2fbeside.txt', '/assets/../../beside.txt', '/look.js/'])
    expect((await app.inject(none)).body).toBe('<title>app</title>')
})

test('a start registers the same few addresses however many files were built', () => {
  expect(addresses.filter((address) => address.startsWith('GET '))).toEqual(['GET /verify', 'GET /verify/', 'GET /*'])
})

test('the verifier runs its own script and no other', async () => {
  const { body, headers } = await app.inject('/verify/')
  const [script] = inlineScripts(body)
  expect(script).toMatch(/^'sha256-[\w+/]{43}='$/)
  expect(headers['content-security-policy']).toContain(`default-src 'none'; script-src ${script};`)
  // Its verdict must not be shown within a page that says something else.
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})
