import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Refusal } from './progress.mjs'
import { capture, NODE, ROOT, SCRIPTS } from './processes.mjs'

/** What is built, each again when what it is made from has changed. */
const PARTS = {
  web: { folders: ['src', 'public', 'verify'], configs: ['vite.config.ts', 'verify/vite.config.ts'] },
  server: { folders: ['src'], configs: ['vite.server.config.ts'] },
  processes: { folders: ['src'], configs: ['vite.processes.config.ts'] },
}

/** Builds the browser's side with the offline verifier, and the server; what nothing has changed for stays. */
export async function build() {
  for (const part of ['web', 'server']) await buildPart(part)
}

/** Builds one part (`web`, `server`, `processes`), unless nothing that it is made from has changed since. */
export async function buildPart(part) {
  const stamp = join(ROOT, `dist/${part}.fingerprint`)
  const fingerprint = fingerprintOf(ROOT, part)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
  rmSync(stamp, { force: true })
  for (const config of PARTS[part].configs) {
    const args = [SCRIPTS.vite, 'build', '--config', config, '--logLevel=warn']
    const { code, output } = await capture(NODE, args, { NODE_ENV: 'production' })
    if (code !== 0) throw new Refusal(`vite build --config ${config} failed:\n${output}`)
  }
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  writeFileSync(stamp, fingerprint)
}

/** A hash over path, size and time of every file that a part may be made from: some 10 ms, contents unread. */
export function fingerprintOf(root, part) {
  const { folders, configs } = PARTS[part]
  const hash = createHash('sha256')
  const add = (path) => {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path.slice(root.length)} ${size} ${mtimeMs}\n`)
  }
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!isOthers(path.slice(root.length + 1), part)) walk(path)
      } else if (!/\.test\.tsx?$|\.md$/.test(entry.name)) add(path)
    }
  }
  for (const folder of [...folders, 'tools/build']) if (existsSync(join(root, folder))) walk(join(root, folder))
  for (const file of ['package-lock.json', ...configs, 'index.html', 'tsconfig.json']) {
    if (existsSync(join(root, file))) add(join(root, file))
  }
  return hash.digest('hex')
}

/** Whether a folder holds what only the other part is made from. */
function isOthers(folder, part) {
  if (part !== 'web') return basename(folder) === 'web'
  return basename(folder) === 'server' || (folder.startsWith('src/demo/') && basename(folder) !== 'web')
}
