import { spawn, type ChildProcess } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { accountFor } from './embedded-account.ts'
import { findBinaries } from './embedded-binaries.ts'
import { ENVIRONMENT, prepareCluster, type Cluster } from './embedded-cluster.ts'
import { signalTo, stopServers } from './embedded-leftovers.ts'
import { placeCluster } from './embedded-place.ts'
import { watchServer } from './embedded-watch.ts'
import { lockFolder } from './lock.ts'

export interface EmbeddedDatabase {
  /** Superuser's address: a socket in its folder where that can be, else loopback; a random port, a random password. */
  url: string
  /** Shuts the server down in an orderly way and gives the folder free; may be called twice. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL on `<dataDir>/postgres`, making the cluster on the first start. A server left over by
 * a killed process is stopped first; a crash is recovered from, also later: a server that ends is started again at the
 * same address, until it ends too often (`onGone`). The log is `<dataDir>/postgres.log`. Throws
 * FolderInUseError when another process has this database, and an Error with the end of the log when it fails to start.
 */
export async function startEmbedded(options: {
  dataDir: string
  /** true: many systems use it at once, and what is lost when the machine goes down may be lost. */
  isForTests?: boolean
  onProgress?: (text: string) => void
  /** The server's process begins to start, which takes a while: time for other work. */
  onSpawn?: () => void
  /** The server ended and cannot be kept up; the text says why. */
  onGone?: (text: string) => void
}): Promise<EmbeddedDatabase> {
  const onProgress = options.onProgress ?? (() => {})
  const lock = lockFolder(options.dataDir, 'postgres')
  try {
    const data = realpathSync(options.dataDir)
    const account = accountFor(join(data, 'postgres'))
    const binaries = findBinaries(account, onProgress)
    const cluster = { folder: placeCluster(data, account, onProgress), binaries, account }
    if (existsSync(cluster.folder) && (await stopServers(cluster.folder)))
      onProgress('stopped a database server left over')
    const password = prepareCluster(data, cluster, onProgress)
    const settings = options.isForTests ? { ...SETTINGS, ...TEST_SETTINGS } : SETTINGS
    const log = join(data, 'postgres.log')
    const { onGone, onSpawn } = options
    const server = await startServer(cluster, { log, password, settings, onProgress, onGone, onSpawn })
    return {
      url: server.url,
      async stop() {
        await server.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** This machine only, and small: a box with two cores and little memory is the usual home of this default. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] %q%d ',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
}

const TEST_SETTINGS = {
  // Tables of tests are small: any plan is as good as the next, and making one costs more than running it.
  plan_cache_mode: 'force_generic_plan',
  max_connections: '300',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // It may lie in memory.
  max_wal_size: '256MB',
}

const ATTEMPTS = 4
/** Later attempts do without a socket: some file systems cannot hold one. */
const SOCKET_ATTEMPTS = 2
/** What the shortest system allows for the path of a socket, in bytes. */
const SOCKET_PATH_LIMIT = 103
const LOG_LIMIT = 16 * 1024 * 1024

interface StartOptions {
  log: string
  password: string
  settings: Record<string, string>
  onProgress: (text: string) => void
  onSpawn: (() => void) | undefined
  onGone: ((text: string) => void) | undefined
}

/** Another process may take the free port before the server does, so a failed start is tried again on another one. */
async function startServer(cluster: Cluster, options: StartOptions): Promise<EmbeddedDatabase> {
  if ((statSync(options.log, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT)
    renameSync(options.log, `${options.log}.1`)
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const socket = attempt <= SOCKET_ATTEMPTS ? socketFolder(cluster, port) : null
    const child = spawnServer(cluster, { port, socket, log: options.log, settings: options.settings })
    options.onSpawn?.()
    const url = new URL(`postgres://postgres:${options.password}@127.0.0.1:${port}/postgres`)
    if (socket !== null) url.searchParams.set('host', socket)
    const isUp = (server: ChildProcess) => answers(server, { url: url.href, onProgress: options.onProgress })
    if (await isUp(child)) {
      const restart = async () => {
        // Sessions of a server that was killed may still be ending.
        await stopServers(cluster.folder)
        const next = spawnServer(cluster, { port, socket, log: options.log, settings: options.settings })
        return (await isUp(next)) ? next : undefined
      }
      const onGone = () =>
        options.onGone?.(
          `数据库反复停止，无法恢复，日志 ${options.log} 的末尾：/ the database keeps ending; its log ends:\n${tail(options.log)}`,
        )
      const watched = watchServer(child, { restart, stopChild, onProgress: options.onProgress, onGone })
      return { url: url.href, stop: () => watched.stop() }
    }
    if (attempt === ATTEMPTS) throw new Error(`PostgreSQL did not start; ${options.log} ends:\n${tail(options.log)}`)
    await sleep(200 * attempt)
  }
}

/**
 * A round trip through a socket costs half of one through loopback, on both sides. It lies in the cluster, which only its
 * account may enter; what an earlier server left behind goes. Null where there are none, or the path is too long.
 */
function socketFolder({ folder }: Cluster, port: number): string | null {
  const path = join(folder, `.s.PGSQL.${port}`)
  if (process.platform === 'win32' || Buffer.byteLength(path) > SOCKET_PATH_LIMIT) return null
  for (const name of readdirSync(folder)) if (name.startsWith('.s.PGSQL.')) rmSync(join(folder, name))
  return folder
}

/** In a session of its own: a Ctrl-C in the terminal reaches us only, and we stop the server when our work is done. */
function spawnServer(
  { folder, binaries, account }: Cluster,
  { port, socket, log, settings }: Pick<StartOptions, 'log' | 'settings'> & { port: number; socket: string | null },
): ChildProcess {
  const place = {
    port: String(port),
    unix_socket_directories: socket === null ? '' : `"${socket.replaceAll('"', '""')}"`,
  }
  const given = Object.entries({ ...settings, ...place }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const output = openSync(log, 'a', 0o600)
  const child = spawn(binaries.postgres, ['-D', folder, ...given], {
    ...account,
    cwd: '/',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  child.unref()
  child.on('error', () => {})
  // From the first moment: a process that ends without calling stop(), also while the server starts, still asks it to
  // shut down; only kill -9 leaves it running.
  const onExit = () => signal(child, 'SIGINT')
  process.once('exit', onExit)
  child.once('exit', () => process.off('exit', onExit))
  return child
}

/** Waits until the server takes our password; false when its process ended. Recovery after a crash may take its time. */
async function answers(
  child: ChildProcess,
  options: { url: string; onProgress: (text: string) => void },
): Promise<boolean> {
  const started = Date.now()
  let told = false
  while (alive(child)) {
    const problem = await connectOnce(options.url)
    if (problem === undefined) return true
    if (problem.code === WRONG_PASSWORD) {
      await stopChild(child)
      throw new Error(
        '内置数据库拒绝了 postgres.password 中的密码；删除该文件即可重设。/ The embedded database refused the password ' +
          'in postgres.password; remove that file to have it set anew.',
      )
    }
    if (!told && Date.now() - started > 3_000) {
      told = true
      options.onProgress('the database recovers from a crash')
    }
    await sleep(15)
  }
  return false
}

const WRONG_PASSWORD = '28P01'

async function connectOnce(connectionString: string): Promise<{ code?: string } | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    return error as { code?: string }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Fast shutdown: sessions are ended, a checkpoint is written. An immediate one if that hangs; both are durable. */
async function stopChild(child: ChildProcess): Promise<void> {
  child.ref()
  for (const [name, patience] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    if (!alive(child)) return
    signal(child, name)
    await Promise.race([new Promise((done) => child.once('exit', done)), sleep(patience, undefined, { ref: false })])
  }
}

function alive(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid !== undefined && alive(child)) signalTo(child.pid, name)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

function tail(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n')
}
