import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './load.ts'
import type { Line } from './line.ts'

const ROUNDS = 3
const IDLE_MS = 6000

/**
 * `npm start` without npm, on a data folder of its own with an embedded database: time until the first page is answered,
 * and the server's memory some seconds later. The first start makes the database, and is not counted.
 */
export async function start(): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kaibiao-start-'))
  chmodSync(folder, 0o711)
  const times: number[] = []
  const sizes: number[] = []
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const { ms, megabytes } = await startOnce(folder)
      if (round === 0) continue
      times.push(ms)
      sizes.push(megabytes)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return [
    {
      what: 'second start until the first 200',
      figures: `${(median(times) / 1000).toFixed(2)} s`,
      target: '≤ 1 s',
      holds: median(times) <= 1000,
    },
    {
      what: 'server memory while idle',
      figures: `${median(sizes).toFixed(0)} MB resident`,
      target: '≤ 180 MB',
      holds: median(sizes) <= 180,
    },
  ]
}

async function startOnce(folder: string): Promise<{ ms: number; megabytes: number }> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), KAIBIAO_DATA: join(folder, 'data'), KAIBIAO_DEMO: 'people' }
  const began = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../bin/start.mjs')], { env, stdio: 'ignore' })
  const gone = once(child, 'exit')
  try {
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error('the server did not start')
      await sleep(5)
    }
    const ms = performance.now() - began
    await sleep(IDLE_MS)
    return { ms, megabytes: residentOf(serverOf(child)) }
  } finally {
    child.kill('SIGTERM')
    await gone
  }
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    (response) => response.ok,
    () => false,
  )
}

/** The start hands over to a process of its own. */
function serverOf({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])
}

function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
