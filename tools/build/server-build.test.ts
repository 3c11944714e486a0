import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { build } from 'vite'
import { oldPieces } from './old-pieces.ts'
import { ownPlaces } from './own-places.ts'

const root = mkdtempSync(join(tmpdir(), 'kaibiao-build-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a module in a bundle knows its own place; pieces of earlier builds stay for a day', async () => {
  const [sources, folder] = [join(root, 'src'), join(root, 'dist/server')]
  for (const path of [join(sources, 'deep'), folder]) mkdirSync(path, { recursive: true })
  writeFileSync(join(sources, 'main.ts'), `export { dir, url } from './deep/place.ts'`)
  writeFileSync(
    join(sources, 'deep/place.ts'),
    `export const dir = import.meta.dirname\nexport const url = import.meta.url`,
  )
  for (const name of ['yesterday.mjs', 'old.mjs']) writeFileSync(join(folder, name), '')
  const old = new Date(Date.now() - 25 * 3600 * 1000)
  utimesSync(join(folder, 'old.mjs'), old, old)
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(sources, 'main.ts'),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
    plugins: [ownPlaces(sources, folder), oldPieces(folder)],
  })
  expect(readdirSync(folder).toSorted()).toEqual(['main.mjs', 'yesterday.mjs'])
  const built = (await import(pathToFileURL(join(folder, 'main.mjs')).href)) as { dir: string; url: string }
  expect(built).toMatchObject({
    dir: join(sources, 'deep'),
    url: pathToFileURL(join(sources, 'deep/place.ts')).href,
  })
})
