import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

// Prints what the browser fetches, in kB of gzipped script: the first screen in total, the page kit fetched after it,
// and what each further screen adds. Exits with 1 beyond the limits. Needs `npm run build`.

const ROOT = join(import.meta.dirname, '../../../dist/web')
const FIRST_LIMIT = 420
const KIT_LIMIT = 100
const FURTHER_LIMIT = 15
const ENTRY = 'index.html'
const KIT = 'src/web/kit/preload.ts'
/** What is on the page when the first screen stands: the home page with what floats around it. */
const FIRST = [
  'src/web/shell/home-screen.tsx',
  'src/features/messages/web/recent-messages.tsx',
  'src/features/messages/web/unread-dot.tsx',
  'src/features/workflow/web/todo-part.tsx',
]

interface Piece {
  file: string
  src?: string
  isDynamicEntry?: boolean
  imports?: string[]
}

const manifest = JSON.parse(readFileSync(join(ROOT, '.vite/manifest.json'), 'utf8')) as Record<string, Piece>
const sizes = new Map<string, number>()

const first = union([ENTRY, ...FIRST])
const withKit = union([ENTRY, ...FIRST, KIT])
const kit = total(withKit) - total(first)
console.log(`first screen ${kb(total(first))} kB (limit ${FIRST_LIMIT})   page kit ${kb(kit)} kB (limit ${KIT_LIMIT})`)

const further = Object.entries(manifest)
  .filter(
    ([key, piece]) => piece.isDynamicEntry && /-screen\.tsx$|\/web\//.test(key) && !FIRST.includes(key) && key !== KIT,
  )
  .map(([key]) => ({ key, added: total(new Set([...union([key])].filter((file) => !withKit.has(file)))) }))
  .toSorted((a, b) => b.added - a.added)
for (const { key, added } of further) console.log(`${kb(added).padStart(7)} kB  ${key}`)

const tooLarge = further.filter(({ added }) => added > FURTHER_LIMIT * 1000)
if (total(first) > FIRST_LIMIT * 1000) fail('first screen')
if (kit > KIT_LIMIT * 1000) fail('page kit')
// Libraries of a single purpose (editor, charts, PDF) load only when that part of a screen is shown.
const screens = tooLarge.filter(({ key }) => !/editor|viewer|chart|graph/.test(key))
if (screens.length > 0) fail(screens.map(({ key }) => key).join(', '))

function union(keys: string[]): Set<string> {
  const files = new Set<string>()
  const visit = (key: string) => {
    const piece = manifest[key]
    if (!piece) throw new Error(`not in the build: ${key}`)
    if (files.has(piece.file)) return
    files.add(piece.file)
    for (const imported of piece.imports ?? []) visit(imported)
  }
  for (const key of keys) visit(key)
  return files
}

function total(files: ReadonlySet<string>): number {
  let bytes = 0
  for (const file of files) if (file.endsWith('.js')) bytes += sizeOf(file)
  return bytes
}

function sizeOf(file: string): number {
  const size = sizes.get(file) ?? gzipSync(readFileSync(join(ROOT, file))).length
  sizes.set(file, size)
  return size
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}

function fail(what: string): void {
  console.error(`too large: ${what}`)
  process.exitCode = 1
}
