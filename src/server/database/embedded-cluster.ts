import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Account } from './embedded-account.ts'
import type { Binaries } from './embedded-binaries.ts'

export interface Cluster {
  /** Where it lies, without links. */
  folder: string
  binaries: Binaries
  account: Account
}

/** Environment of every PostgreSQL program: nothing of ours, whose secrets its account could read. */
export const ENVIRONMENT = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Makes the cluster unless it is there, and returns the superuser's password, which lies in a 0600 file of the data
 * folder. A password file that went missing is made anew, and the password set in the cluster: the server must be down.
 */
export function prepareCluster(data: string, cluster: Cluster, onProgress: (text: string) => void): string {
  const file = join(data, 'postgres.password')
  const exists = fs.existsSync(cluster.folder)
  if (exists) assertVersion(cluster)
  if (exists && fs.existsSync(file)) return fs.readFileSync(file, 'utf8').trim()
  const password = randomBytes(24).toString('hex')
  if (exists) resetPassword(cluster, password)
  else {
    onProgress(`making a database in ${cluster.folder}`)
    createCluster(cluster, password)
  }
  writeDurably(file, `${password}\n`)
  return password
}

/** Built aside and renamed: a start that is killed leaves no half cluster. */
function createCluster({ folder, binaries, account }: Cluster, password: string): void {
  const part = `${folder}.new`
  fs.rmSync(part, { recursive: true, force: true })
  fs.mkdirSync(part, { mode: 0o700 })
  const secret = fs.mkdtempSync(join(tmpdir(), 'kaibiao-'))
  try {
    const passwordFile = join(secret, 'password')
    fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
    if (account) for (const path of [part, secret, passwordFile]) fs.chownSync(path, account.uid, account.gid)
    // The built-in locale sorts alike on every system; an update of the system's libraries cannot damage an index.
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const login = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
    run(binaries.initdb, { args: [`--pgdata=${part}`, ...login, ...locale], account })
  } finally {
    fs.rmSync(secret, { recursive: true, force: true })
  }
  fs.renameSync(part, folder)
  syncFolder(dirname(folder))
}

/** Needs no old password: PostgreSQL's single-user mode. */
function resetPassword({ folder, binaries, account }: Cluster, password: string): void {
  const input = `ALTER ROLE postgres PASSWORD '${password}'\n`
  run(binaries.postgres, { args: ['--single', '-D', folder, 'postgres'], account, input })
}

function assertVersion({ folder, binaries }: Cluster): void {
  const found = fs.readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (found === binaries.major) return
  throw new Error(
    `数据库由 PostgreSQL ${found} 创建，内置版本是 ${binaries.major}，请先用 pg_upgrade 或导出导入迁移：${folder}\n` +
      `The database was made by PostgreSQL ${found}, the embedded one is ${binaries.major}; move it by pg_upgrade or dump and restore: ${folder}`,
  )
}

function run(program: string, { args, account, input }: { args: string[]; account: Account; input?: string }): void {
  const done = spawnSync(program, args, { ...account, input, cwd: '/', env: ENVIRONMENT, encoding: 'utf8' })
  if (done.status === 0) return
  throw new Error(
    `${program} failed (${done.error?.message ?? done.signal ?? done.status})\n${done.stdout}${done.stderr}`,
  )
}

function writeDurably(file: string, text: string): void {
  const part = `${file}.new`
  fs.rmSync(part, { force: true })
  fs.writeFileSync(part, text, { mode: 0o600, flush: true })
  fs.renameSync(part, file)
  syncFolder(dirname(file))
}

function syncFolder(path: string): void {
  const handle = fs.openSync(path, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}
