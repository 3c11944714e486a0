import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './progress.mjs'
import { capture, NODE, ROOT, SCRIPTS } from './processes.mjs'

const STAMP = join(ROOT, 'dist/fingerprint')

const PAGES = ['vite.config.ts', 'verify/vite.config.ts']

/** Builds the browser's side and the offline verifier, unless nothing it is made from has changed since. `force` builds in any case. */
export async function build({ force = false } = {}) {
  const fingerprint = fingerprintOf(ROOT)
  if (!force && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint) return
  rmSync(STAMP, { force: true })
  for (const config of PAGES) {
    const args = [SCRIPTS.vite, 'build', '--config', config, '--logLevel=warn']
    const { code, output } = await capture(NODE, args, { NODE_ENV: 'production' })
    if (code !== 0) throw new Refusal(`vite build --config ${config} failed:\n${output}`)
  }
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  writeFileSync(STAMP, fingerprint)
}

/** A hash over path, size and time of every file that the browser's side may be made from: some 10 ms, contents unread. */
export function fingerprintOf(root) {
  const hash = createHash('sha256')
  const add = (path) => {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path.slice(root.length)} ${size} ${mtimeMs}\n`)
  }
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!SERVER_ONLY.has(path.slice(root.length + 1)) && entry.name !== 'server') walk(path)
      } else if (!/\.test\.tsx?$|\.md$/.test(entry.name)) add(path)
    }
  }
  for (const folder of ['src', 'public', 'verify']) if (existsSync(join(root, folder))) walk(join(root, folder))
  for (const file of ['package-lock.json', 'vite.config.ts', 'index.html', 'tsconfig.json']) {
    if (existsSync(join(root, file))) add(join(root, file))
  }
  return hash.digest('hex')
}

/** Of the demonstration its control and its contract are the browser's too. */
const SERVER_ONLY = new Set(
  ['server', 'demo/keyless', 'demo/others', 'demo/play', 'demo/tender'].map((folder) => `src/${folder}`),
)
