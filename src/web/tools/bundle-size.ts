import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

// Prints what the browser fetches, in kB of gzipped script: the first screen in total, the page kit fetched after it,
// what each further screen adds, and what each part that a screen loads later adds to that screen. Exits with 1 beyond
// the limits. Needs `npm run build`.

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

/** What is large for a single purpose, with libraries loaded by themselves (`node_modules/…`): never in the script of a screen: they load when that part of it is used. */
const LIBRARIES: Record<string, string> = {
  'src/web/kit/pdf/pdf-view.tsx': 'PDF viewer',
  'src/web/kit/rich-text-editor.tsx': 'rich text editor',
  'src/web/kit/chart.tsx': 'charts',
  'src/features/sealed-bids/web/receipt/check-place.ts': 'signature and proof of the log',
  'src/features/opening-hall/web/unwrap.ts': 'decryption',
}

interface Piece {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

const manifest = JSON.parse(readFileSync(join(ROOT, '.vite/manifest.json'), 'utf8')) as Record<string, Piece>
const sizes = new Map<string, number>()

const first = union([ENTRY, ...FIRST])
const withKit = union([ENTRY, ...FIRST, KIT])
const kit = total(withKit) - total(first)
console.log(`first screen ${kb(total(first))} kB (limit ${FIRST_LIMIT})   page kit ${kb(kit)} kB (limit ${KIT_LIMIT})`)

// What the first script names is a screen (or a part of the shell); what only a screen names is a part of it.
const screens = named(keysOf([ENTRY])).filter((key) => !FIRST.includes(key) && key !== KIT)
const further: Further[] = screens.map((key) => ({ key, screen: '', added: added([key], withKit) }))
const seen = new Set([...screens, ...FIRST, KIT])
for (let from = [...seen]; from.length > 0;) {
  const next = new Set<string>()
  for (const screen of from) {
    for (const key of named(keysOf([screen])).filter((one) => !seen.has(one))) {
      next.add(key)
      further.push({ key, screen, added: added([key], union([ENTRY, ...FIRST, KIT, screen])) })
    }
  }
  for (const key of next) seen.add(key)
  from = [...next]
}

const rows = [...heaviest(further).values()].toSorted((a, b) => b.added - a.added)
for (const { key, screen, added: bytes } of rows) {
  const about = [screen && `part of ${screen}`, LIBRARIES[key]].filter(Boolean).join(', ')
  console.log(`${kb(bytes).padStart(7)} kB  ${key}${about ? `  (${about})` : ''}`)
}

if (total(first) > FIRST_LIMIT * 1000) fail('first screen')
if (kit > KIT_LIMIT * 1000) fail('page kit')
const tooLarge = rows.filter((row) => !isLibrary(row) && row.added > FURTHER_LIMIT * 1000)
if (tooLarge.length > 0) fail(tooLarge.map(({ key }) => key).join(', '))
const gone = Object.keys(LIBRARIES).filter((key) => !rows.some((row) => row.key === key && row.screen))
if (gone.length > 0) fail(`${gone.join(', ')}: not loaded by a screen when used`)

interface Further {
  key: string
  /** What loads it; empty for a screen itself. */
  screen: string
  added: number
}

/** By name, and only while a screen loads it later. */
function isLibrary({ key, screen }: Further): boolean {
  return screen !== '' && (key in LIBRARIES || key.startsWith('node_modules/'))
}

/** Of each piece the row with the most it adds: a part may belong to several screens. */
function heaviest(list: readonly Further[]): Map<string, Further> {
  const found = new Map<string, Further>()
  for (const row of list) if (row.added >= (found.get(row.key)?.added ?? 0)) found.set(row.key, row)
  return found
}

/** What these pieces load later, by `import()`. */
function named(keys: ReadonlySet<string>): string[] {
  return [...new Set([...keys].flatMap((key) => manifest[key]?.dynamicImports ?? []))]
}

function added(keys: string[], without: ReadonlySet<string>): number {
  return total(new Set([...union(keys)].filter((file) => !without.has(file))))
}

/** These pieces with all that they import. */
function keysOf(keys: string[]): Set<string> {
  const found = new Set<string>()
  const visit = (key: string) => {
    const piece = manifest[key]
    if (!piece) throw new Error(`not in the build: ${key}`)
    if (found.has(key)) return
    found.add(key)
    for (const imported of piece.imports ?? []) visit(imported)
  }
  for (const key of keys) visit(key)
  return found
}

function union(keys: string[]): Set<string> {
  return new Set([...keysOf(keys)].map((key) => manifest[key]!.file))
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
