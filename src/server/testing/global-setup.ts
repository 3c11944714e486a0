import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { deriveKey } from '../config.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { sealPlain } from '../secrecy/rotate.ts'
import { runOn } from './run-on.ts'

export const TEST_SECRET = 'test-secret-test-secret-test-secret-test'

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string
    template: string
  }
}

/**
 * One PostgreSQL for the run: DATABASE_URL when given (a superuser or a role that may create databases and roles),
 * else the embedded one in a temporary folder. Holds one migrated template from which every test file copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
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
  writeFileSync(join(folder, 'template'), template)
  project.provide('serverUrl', serverUrl)
  project.provide('template', template)
  return async () => {
    await runOn(serverUrl, `drop database if exists ${template} with (force)`)
    await embedded?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
