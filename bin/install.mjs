import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { note, Refusal } from './progress.mjs'
import { NODE, ROOT, run } from './processes.mjs'

/** Installs the dependencies with `npm ci`, unless node_modules already holds what the lockfile says. */
export async function install() {
  if (isInstalled(ROOT)) return
  note('npm ci: the first time this takes a few minutes')
  const npm = process.env.npm_execpath
  const [program, before] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  // Said explicitly, since the machine's npm may be set otherwise: build tools are needed, and so are the scripts with
  // which Node 24 and PostgreSQL put their programs in place.
  const flags = ['--include=dev', '--include=optional', '--ignore-scripts=false', '--no-audit', '--no-fund']
  const code = await run(program, [...before, 'ci', ...flags, '--loglevel=error'], { NODE_ENV: 'development' })
  if (code !== 0) throw new Refusal(`npm ci failed with code ${code}; see above`)
  if (!existsSync(NODE)) throw new Refusal('npm ci passed but did not install Node 24: its install script did not run')
}

/**
 * Whether node_modules is what the lockfile asks for. npm leaves a lockfile of what it really installed, as the last
 * thing it does, so an installation that was broken off does not count. Optional packages of other systems are absent.
 */
export function isInstalled(root) {
  const installed = packages(join(root, 'node_modules/.package-lock.json'))
  const wanted = packages(join(root, 'package-lock.json'))
  if (!installed || !wanted || !existsSync(join(root, 'node_modules/.bin/node'))) return false
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true
    const found = installed[path]
    return found ? found.version === version && found.integrity === integrity : optional === true
  })
}

function packages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}
