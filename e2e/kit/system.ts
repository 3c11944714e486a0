import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { HttpClient } from '#server/testing/http-client.ts'
import { advanceClock } from '#demo/contract.ts'
import { serverTime } from '#features/tenancy/contract.ts'
import { closeVisitors } from './visitor.ts'

/** A server of one's own, and its clock. */
export interface OwnSystem {
  base: string
  now(): Promise<Date>
  /** Moves the clock to an instant that is still to come; everything due meanwhile happens. */
  moveTo(at: string | Date): Promise<void>
  /** Behind everything else of a file: sends its visitors home, too. */
  stop(): Promise<void>
}

/** Starts the product with people and companies but without tenders; database and files are gone after `stop`. */
export async function startSystem(): Promise<OwnSystem> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', KAIBIAO_DEMO: 'people' },
  })
  const gone = once(child, 'exit')
  const base = `http://127.0.0.1:${port}`
  await reachable(base, () => child.exitCode !== null)
  const client = new HttpClient(base)
  const now = async () => new Date((await client.call(serverTime, {})).epochMs)
  return {
    base,
    now,
    async moveTo(at) {
      const ms = new Date(at).getTime() - (await now()).getTime()
      if (ms > 0) await client.call(advanceClock, { body: { ms } })
    },
    async stop() {
      await closeVisitors()
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Ready to serve, people loaded. */
async function reachable(base: string, isGone: () => boolean): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (isGone()) throw new Error('the server did not start')
    const answer = await fetch(`${base}/api/ready`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the server was not ready within a minute')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
