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
beforeAll(async () => {
  for (const part of ['web/assets', 'verify']) mkdirSync(join(folder, part), { recursive: true })
  writeFileSync(join(folder, 'web/index.html'), '<title>app</title>')
  writeFileSync(join(folder, 'web/assets/a-1.js'), 'export {}')
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

test('the verifier runs its own script and no other', async () => {
  const { body, headers } = await app.inject('/verify/')
  const [script] = inlineScripts(body)
  expect(script).toMatch(/^'sha256-[\w+/]{43}='$/)
  expect(headers['content-security-policy']).toContain(`default-src 'none'; script-src ${script};`)
  // Its verdict must not be shown within a page that says something else.
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})
