import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A server that runs in a process of its own. */
export interface ServerProcess {
  /** `http://127.0.0.1:<port>` */
  readonly base: string
  readonly pid: number
  /** All that it said when it was ready. */
  readonly word: object
  /** Ends it in good order and waits until it is gone. */
  stop(): Promise<void>
}

/**
 * Starts a server on a free port that nobody else can take meanwhile, and waits until it is ready; what it reports goes
 * nowhere, its errors to ours. Another `entry` says by itself where it listens: `process.send({ base })`. Throws when the server
 * ends before it is ready, or is not within two minutes.
 */
export async function startServer(
  env: NodeJS.ProcessEnv,
  { entry = join(import.meta.dirname, 'main.ts'), execArgv = [] }: { entry?: string; execArgv?: string[] } = {},
): Promise<ServerProcess> {
  const child = fork(entry, {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...env },
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = once(child, 'exit')
  const late = AbortSignal.timeout(READY_WITHIN_MS)
  try {
    const word = await Promise.race([once(child, 'message', { signal: late }), gone.then(() => null)])
    if (!word) throw new Error('the server did not start')
    child.disconnect()
    return {
      base: (word[0] as { base: string }).base,
      pid: child.pid!,
      word: word[0] as object,
      async stop() {
        child.kill('SIGTERM')
        await gone
      },
    }
  } catch (error) {
    // In good order: what it started itself would be left behind.
    child.kill('SIGTERM')
    throw late.aborted ? new Error('the server did not get ready in time', { cause: error }) : error
  }
}

/** A machine may be busy, and the world as large as a demonstration's. */
const READY_WITHIN_MS = 280_000
