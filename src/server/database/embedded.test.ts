import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { FolderInUseError } from './lock.ts'

const isRoot = process.getuid?.() === 0
const root = mkdtempSync(join(tmpdir(), 'kaibiao-embedded-'))
// mkdtemp closes its folder; started by root, PostgreSQL runs under another account, which must be able to pass.
chmodSync(root, 0o711)
afterAll(() => rmSync(root, { recursive: true, force: true }))

const dataDir = join(root, 'data')

it('keeps data over a restart, durable settings, loopback only, a secret password', async () => {
  const first = await startEmbedded({ dataDir })
  await ask(first.url, 'create table kept (n int)')
  await ask(first.url, 'insert into kept values (1)')
  const settings = await ask(
    first.url,
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'jit', 'data_checksums')`,
  )
  expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    jit: 'off',
    data_checksums: 'on',
  })
  expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600)
  const wrong = new URL(first.url)
  wrong.password = 'wrong'
  await expect(ask(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  for (const address of outerAddresses()) expect(await reaches(address, Number(wrong.port))).toBe(false)
  expect(await reaches('127.0.0.1', Number(wrong.port))).toBe(true)
  await first.stop()
  await first.stop()
  expect(await reaches('127.0.0.1', Number(wrong.port))).toBe(false)

  let isSpawned = false
  const second = await startEmbedded({ dataDir, onSpawn: () => (isSpawned = true) })
  expect(isSpawned).toBe(true)
  expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 1 }])
  await second.stop()
})

it('is reached through a socket, and over loopback where the path of one would be too long', async () => {
  const over = 'select inet_server_addr() is null as socket'
  const near = await startEmbedded({ dataDir })
  expect(await ask(near.url, over)).toEqual([{ socket: true }])
  await near.stop()
  const far = await startEmbedded({ dataDir: join(root, 'far'.repeat(40)) })
  expect(await ask(far.url, over)).toEqual([{ socket: false }])
  await far.stop()
})

it('refuses a second start on the same folder, naming the process', async () => {
  const running = await startEmbedded({ dataDir })
  const second = startEmbedded({ dataDir })
  await expect(second).rejects.toThrow(FolderInUseError)
  await expect(second).rejects.toThrow(`pid ${process.pid}`)
  expect(await ask(running.url, 'select n from kept')).toEqual([{ n: 1 }])
  await running.stop()
})

it('recovers when the process is killed: the server left over is stopped, commits are kept', async () => {
  const { child, url } = await other(dataDir)
  await ask(url, 'insert into kept values (2)')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await ask(url, 'select 1 as alive')).toEqual([{ alive: 1 }])

  const said: string[] = []
  const next = await startEmbedded({ dataDir, onProgress: (text) => said.push(text) })
  expect(said).toContain('stopped a database server left over')
  await expect(ask(url, 'select 1')).rejects.toMatchObject({ syscall: 'connect' })
  expect(await ask(next.url, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }])
  await next.stop()
})

it('recovers when the database server is killed too, and does not trust the pid in its file', async () => {
  const { child, url } = await other(dataDir)
  await ask(url, 'insert into kept values (3)')
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const [server, ...rest] = readFileSync(file, 'utf8').split('\n')
  child.kill('SIGKILL')
  process.kill(Number(server), 'SIGKILL')
  await once(child, 'exit')
  // As if the pid had been given to another process meanwhile: ours, which must survive.
  writeFileSync(file, [process.pid, ...rest].join('\n'))

  const next = await startEmbedded({ dataDir })
  expect(await ask(next.url, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  await next.stop()
})

it('lives through a Ctrl-C that reaches the whole process group, until it is stopped', async () => {
  const { child, url } = await other(dataDir)
  process.kill(-child.pid!, 'SIGINT')
  await once(child.stdout!, 'data')
  expect(await ask(url, 'select count(*)::int as n from kept')).toEqual([{ n: 3 }])
  child.stdin!.end()
  expect(await once(child, 'exit')).toEqual([0, null])
  await expect(ask(url, 'select 1')).rejects.toMatchObject({ syscall: 'connect' })
})

it('leaves no server behind when the process ends while the server starts', async () => {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const script = `
    import { existsSync } from 'node:fs'
    import { startEmbedded } from ${JSON.stringify(new URL('embedded.ts', import.meta.url).href)}
    setInterval(() => existsSync(${JSON.stringify(file)}) && process.exit(0), 1)
    startEmbedded({ dataDir: ${JSON.stringify(dataDir)} }).then(() => process.stdout.write('started'))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said: string[] = []
  child.stdout.on('data', (text: Buffer) => said.push(text.toString()))
  await once(child, 'close')
  expect(said).toEqual([])
  // It ends by itself; its file goes last.
  for (let i = 0; i < 200 && existsSync(file); i++) await new Promise((resolve) => setTimeout(resolve, 25))
  expect(existsSync(file)).toBe(false)
})

it('sets a new password when the file is gone, and clears a half-made cluster', async () => {
  rmSync(join(dataDir, 'postgres.password'))
  const again = await startEmbedded({ dataDir })
  expect(await ask(again.url, 'select count(*)::int as n from kept')).toEqual([{ n: 3 }])
  await again.stop()

  const half = join(root, 'half')
  mkdirSync(join(half, 'postgres.new', 'base'), { recursive: true })
  const fresh = await startEmbedded({ dataDir: half })
  expect(await ask(fresh.url, 'select 1 as ok')).toEqual([{ ok: 1 }])
  await fresh.stop()
  expect(existsSync(join(half, 'postgres.new'))).toBe(false)
})

it.runIf(isRoot)('moves to a system folder when the data folder is closed to others, and says so', async () => {
  const closed = join(root, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const said: string[] = []
  const folder = join(closed, 'data')
  const started = await startEmbedded({ dataDir: folder, onProgress: (text) => said.push(text) })
  const place = dirname(readlinkSync(join(folder, 'postgres')))
  try {
    expect(lstatSync(join(folder, 'postgres')).isSymbolicLink()).toBe(true)
    expect(said.join()).toContain(place)
    expect(await ask(started.url, 'select 1 as ok')).toEqual([{ ok: 1 }])
    await started.stop()
    const again = await startEmbedded({ dataDir: folder })
    await again.stop()
  } finally {
    await started.stop()
    rmSync(place, { recursive: true, force: true })
  }
  await expect(startEmbedded({ dataDir: folder })).rejects.toThrow('数据库目录已丢失')
})

async function ask(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Another process, in a group of its own, that starts the database, says so on SIGINT, and stops it when stdin ends. */
async function other(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(new URL('embedded.ts', import.meta.url).href)}
    process.on('SIGINT', () => process.stdout.write('interrupted'))
    const database = await startEmbedded({ dataDir: ${JSON.stringify(folder)} })
    process.stdout.write(database.url)
    process.stdin.on('end', () => database.stop()).resume()`
  const args = ['--input-type=module', '-e', script]
  const child = spawn(process.execPath, args, { detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
  const [url] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, url: url.toString() }
}

function outerAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((one) => !one.internal && one.family === 'IPv4')
    .map((one) => one.address)
}

async function reaches(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
