import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from './child.ts'
import { TEST_SECRET } from './testing/global-setup.ts'
import { testSystem, type TestSystem } from './testing/test-system.ts'

/** Each takes tens of milliseconds of every start, or megabytes for as long as the server runs. */
const ON_DEMAND = [
  '@aws-sdk/client-s3',
  '@cantoo/pdf-lib',
  '@fastify/swagger',
  '@myriaddreamin/typst-ts-node-compiler',
  '@napi-rs/canvas',
  '@scalar/fastify-api-reference',
  '@simplewebauthn/server',
  '@tus/s3-store',
  'docx',
  'file-type',
  'nodemailer',
  'pdfjs-dist',
  'prom-client',
  'qrcode',
  'sharp',
  'svg-captcha',
  'write-excel-file',
]

let system: TestSystem
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-start-'))
beforeAll(async () => {
  system = await testSystem()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a start loads no library that only some requests need', async () => {
  const list = join(folder, 'modules')
  const recorder = `import { registerHooks } from 'node:module'
    import { writeFileSync } from 'node:fs'
    const urls = []
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
    process.on('exit', () => writeFileSync(${JSON.stringify(list)}, urls.join('\\n')))`
  const server = await startServer(
    {
      DATABASE_URL: system.ownerUrl,
      KAIBIAO_DATA: join(folder, 'data'),
      KAIBIAO_SECRET: TEST_SECRET,
      KAIBIAO_DEMO: 'people',
      KAIBIAO_ALLOW_OTHER_FILES: '1',
    },
    { execArgv: ['--import', `data:text/javascript,${encodeURIComponent(recorder)}`] },
  )
  expect((await fetch(`${server.base}/api/ready`)).status).toBe(200)
  await server.stop()
  const modules = readFileSync(list, 'utf8').split('\n')
  const packages = new Set(modules.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []))
  expect([...packages]).toContain('fastify')
  expect(ON_DEMAND.filter((name) => packages.has(name))).toEqual([])
  expect(modules.filter((url) => url.endsWith('/src/demo/world.ts'))).toEqual([])
})
