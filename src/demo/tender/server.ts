import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A server of its own for a played tender: embedded database in a temporary folder, people without tenders. Gone after
 * `stop`. `base` of a running server is used as it is.
 */
export async function serverFor(
  base: string | undefined,
): Promise<{ base: string; pid: number | undefined; stop: () => Promise<void> }> {
  if (base) return { base: base.replace(/\/$/, ''), pid: undefined, stop: () => Promise.resolve() }
  const folder = mkdtempSync(join(tmpdir(), 'kaibiao-tender-'))
  chmodSync(folder, 0o711)
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/main.ts')], {
    env: {
      ...process.env,
      KAIBIAO_DATA: join(folder, 'data'),
      PORT: String(port),
      HOST: '127.0.0.1',
      KAIBIAO_DEMO: 'people',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await reachable(url, () => child.exitCode !== null)
  return {
    base: url,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function reachable(url: string, isGone: () => boolean): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (isGone()) throw new Error('the server did not start')
    const answer = await fetch(`${url}/api/ready`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the server did not answer within a minute')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
