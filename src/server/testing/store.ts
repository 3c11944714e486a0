import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deriveKey } from '../config.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { sealPlain } from '../secrecy/rotate.ts'
import { runOn } from './run-on.ts'
import { removeStates, type StateStore } from './states.ts'

export const TEST_SECRET = 'test-secret-test-secret-test-secret-test'

/** The store of the whole run, which `npm test` opens for its tests and journeys; undefined where they run by themselves. */
export function storeOfRun(): StateStore | undefined {
  const { KAIBIAO_STORE } = process.env
  return KAIBIAO_STORE === undefined ? undefined : (JSON.parse(KAIBIAO_STORE) as StateStore)
}

/**
 * One PostgreSQL for a run: DATABASE_URL when given (a superuser or a role that may create databases and roles),
 * else the embedded one in a temporary folder. Holds one migrated template, and the states that tests ask for.
 */
export async function openStore(): Promise<{ store: StateStore; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'kaibiao-test-'))
  // mkdtemp closes the folder to others; the embedded server runs as somebody else when we are root.
  chmodSync(folder, 0o711)
  // Tests kill processes, never the machine: they need not wait for the disk.
  const embedded = process.env.DATABASE_URL ? null : await startEmbedded({ dataDir: folder, isForTests: true })
  const serverUrl = process.env.DATABASE_URL ?? embedded!.url
  const template = `kaibiao_template_${process.pid}`
  await runOn(serverUrl, `create database ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${template}`
  await migrate(url.href, deriveKey({ secret: TEST_SECRET }, 'database application role').toString('hex'))
  await sealPlain(url.href, TEST_SECRET)
  const states = { serverUrl, prefix: `kaibiao_state_${process.pid}`, folder: join(folder, 'states') }
  mkdirSync(states.folder)
  return {
    store: { ...states, secret: TEST_SECRET, template },
    async close() {
      await removeStates(states)
      await runOn(serverUrl, `drop database if exists ${template} with (force)`)
      await embedded?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
