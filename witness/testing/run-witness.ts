import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A witness that runs, as its own process. */
export interface RunningWitness {
  base: string
  /** Its verifier key. */
  key: string
  folder: string
  child: ChildProcess
  /** Ends it, by SIGKILL where told, and waits for that. */
  end(signal?: NodeJS.Signals): Promise<void>
}

/** A new folder for a witness, and what removes it. */
export async function witnessFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kaibiao-witness-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/**
 * Starts `npm run witness` on a free port, or the given one. `shift`: a file that says by how many ms its clock is moved. Throws
 * what it says when it does not come up.
 */
export async function runWitness(
  folder: string,
  {
    name = 'example.org/witness',
    logs = [],
    port = 0,
    shift,
  }: { name?: string; logs?: readonly string[]; port?: number; shift?: string } = {},
): Promise<RunningWitness> {
  const options = ['--data', folder, '--name', name, '--port', String(port), ...logs.flatMap((log) => ['--log', log])]
  const [program, args] =
    shift === undefined ? ['../main.ts', options] : ['shifted-main.ts', [folder, name, String(port), shift, ...logs]]
  const child = fork(join(import.meta.dirname, program), args, { execArgv: [], silent: true })
  let said = ''
  child.stderr?.on('data', (data) => (said += String(data)))
  const ready = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => null)])
  if (!ready) throw new Error(said)
  const { base, key } = ready[0] as { base: string; key: string }
  return {
    base,
    key,
    folder,
    child,
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}
