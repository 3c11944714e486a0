import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { TEST_SECRET } from './store.ts'

/**
 * A server process on a database and a data folder that stand. `base`: its address once it listens; rejects when it ends
 * before. With a `logLevel`, what it writes comes through the child's streams in place of being shown.
 */
export function forkServer(
  { dataDir, url }: { dataDir: string; url: string },
  logLevel?: string,
): { child: ChildProcess; base: Promise<string> } {
  const child = fork(join(import.meta.dirname, '../../demo/server-process.ts'), {
    env: {
      ...process.env,
      KAIBIAO_DATA: dataDir,
      KAIBIAO_SECRET: TEST_SECRET,
      OWNER_URL: url,
      LOG_LEVEL: logLevel ?? 'fatal',
    },
    execArgv: [],
    stdio: logLevel ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const base = new Promise<string>((resolve, reject) => {
    child.once('message', (port: number) => resolve(`http://127.0.0.1:${port}`))
    child.once('exit', () => reject(new Error('the server did not start')))
  })
  return { child, base }
}
