import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#server/child.ts'

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
  const server = await startServer({ KAIBIAO_DATA: join(folder, 'data'), KAIBIAO_DEMO: 'people' })
  return {
    base: server.base,
    pid: server.pid,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
