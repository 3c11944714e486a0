import { type ChildProcess, fork } from 'node:child_process'
import { builtProcess } from '#demo/built.ts'
import { TEST_SECRET } from './store.ts'

interface ForkOptions {
  /** Which process; by default one with all features. */
  name?: string
  /** With it, what the process writes comes through the child's streams in place of being shown. */
  logLevel?: string
  env?: NodeJS.ProcessEnv
}

/**
 * A server process on a database and a data folder that stand. `base`: its address once it listens; rejects when it ends
 * before.
 */
export async function forkServer(
  { dataDir, url }: { dataDir: string; url: string },
  { name = 'server-process', logLevel, env }: ForkOptions = {},
): Promise<{ child: ChildProcess; base: Promise<string> }> {
  const child = fork(await builtProcess(name), {
    env: {
      ...process.env,
      KAIBIAO_DATA: dataDir,
      KAIBIAO_SECRET: TEST_SECRET,
      OWNER_URL: url,
      LOG_LEVEL: logLevel ?? 'fatal',
      ...env,
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
