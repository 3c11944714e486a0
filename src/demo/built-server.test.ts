import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVER } from '../../bin/server.mjs'
import { ON_DEMAND } from '../../tools/build/on-demand.ts'
import { startServer } from '#server/child.ts'
import { nameSources } from '#server/source-places.ts'
import { TEST_SECRET } from '#server/testing/store.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { builtServer } from './built.ts'

let system: TestSystem
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-start-'))
beforeAll(async () => {
  system = await testSystem()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a server and gives the addresses of all modules that it loaded until it was ready: metrics come later. */
async function modulesOf(entry: string, name: string): Promise<string[]> {
  const list = join(folder, name)
  const recorder = `import { registerHooks } from 'node:module'
    import { writeFileSync } from 'node:fs'
    const urls = []
    const hooks = registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
    const { send } = process
    process.send = (...word) => (hooks.deregister(), send.apply(process, word))
    process.on('exit', () => writeFileSync(${JSON.stringify(list)}, urls.join('\\n')))`
  const server = await startServer(
    {
      DATABASE_URL: system.ownerUrl,
      KAIBIAO_DATA: join(folder, 'data'),
      KAIBIAO_SECRET: TEST_SECRET,
      KAIBIAO_DEMO: 'people',
      KAIBIAO_ALLOW_OTHER_FILES: '1',
    },
    { entry, execArgv: ['--import', `data:text/javascript,${encodeURIComponent(recorder)}`] },
  )
  expect((await fetch(`${server.base}/api/ready`)).status).toBe(200)
  await server.stop()
  return readFileSync(list, 'utf8').split('\n')
}

const ROOT = join(import.meta.dirname, '../..')

test('a start loads no library that only some requests need', async () => {
  const modules = await modulesOf(join(ROOT, 'src/server/main.ts'), 'modules')
  const packages = new Set(modules.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []))
  expect([...packages]).toContain('fastify')
  expect(ON_DEMAND.filter((name) => packages.has(name))).toEqual([])
  expect(modules.filter((url) => url.endsWith('/src/demo/world.ts'))).toEqual([])
})

test('the built server starts from a few files, none of them for what only some starts or requests need', async () => {
  const modules = await modulesOf(await builtServer(), 'built')
  const files = modules.filter((url) => url.startsWith('file:'))
  expect(files.filter((url) => !url.includes('/dist/server/'))).toEqual([])
  expect(files.length).toBeLessThan(60)
  expect(files.filter((url) => /\/world-(?!state)/.test(url))).toEqual([])
})

test('an error of the built server names places of the sources', async () => {
  const built = await builtServer()
  const lineOf = (file: string, text: string) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1
  const place = `${pathToFileURL(built).href}:${lineOf(SERVER.script, 'async function refuseDemoPeople')}:20`
  const error = new Error('fault', { cause: new Error('cause') })
  for (const one of [error, error.cause as Error]) one.stack = `Error: fault\n    at refuseDemoPeople (${place})`
  nameSources(error)
  const source = `src/server/main.ts:${lineOf('src/server/main.ts', 'async function refuseDemoPeople')}:`
  expect(error.stack).toContain(source)
  expect((error.cause as Error).stack).toContain(source)
})
