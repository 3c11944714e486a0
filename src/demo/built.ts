import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildPart, type Part } from '../../bin/build.mjs'
import { SERVER } from '../../bin/server.mjs'
import { FolderInUseError, lockFolder } from '#server/database/lock.ts'

/*
 * Scripts of server processes for tests. From its sources a process reads and compiles 2,000 modules, which takes most of
 * a test that restarts one several times. What is built is compared with the sources at every start, never stale.
 */

const ROOT = join(import.meta.dirname, '../..')

/** The server as it is started outside tests. */
export async function builtServer(): Promise<string> {
  await builtPart('server')
  return join(ROOT, SERVER.script)
}

/** A process that only tests start, by the name of its source (`vite.processes.config.ts`). */
export async function builtProcess(name: string): Promise<string> {
  await builtPart('processes')
  return join(ROOT, `dist/processes/${name}.mjs`)
}

/** Builds a part where its sources have changed. Files of tests run side by side: one of them builds, the others wait. */
async function builtPart(part: Part): Promise<void> {
  const lock = await lockBuild()
  try {
    await buildPart(part)
  } finally {
    lock.release()
  }
}

async function lockBuild() {
  for (;;)
    try {
      return lockFolder(join(ROOT, 'dist/lock'), 'build')
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error
      await sleep(20)
    }
}
