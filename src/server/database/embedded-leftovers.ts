import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Stops every PostgreSQL process that still works on the cluster: first politely, by a fast shutdown; then by an
 * immediate one, which the next start recovers from; then by force. True when there was something to stop.
 */
export async function stopServers(folder: string): Promise<boolean> {
  const found = serversOn(folder)
  const main = readPid(folder)
  const steps: [NodeJS.Signals, number[], number][] = [
    ['SIGINT', main !== undefined && found.includes(main) ? [main] : [], 60_000],
    ['SIGQUIT', found, 5_000],
    ['SIGKILL', found, 5_000],
  ]
  for (const [signal, pids, patience] of steps) {
    if (pids.length > 0) await end(folder, { signal, pids, patience })
  }
  if (serversOn(folder).length > 0) {
    throw new Error(
      `遗留的 PostgreSQL 进程无法停止 / a leftover PostgreSQL cannot be stopped: ${serversOn(folder).join(', ')}`,
    )
  }
  // Nobody works here any more, so the file is stale; PostgreSQL would refuse it if its pid were reused meanwhile.
  rmSync(join(folder, 'postmaster.pid'), { force: true })
  return found.length > 0
}

async function end(folder: string, step: { signal: NodeJS.Signals; pids: number[]; patience: number }): Promise<void> {
  const living = new Set(serversOn(folder))
  for (const pid of step.pids) if (living.has(pid)) signalTo(pid, step.signal)
  const until = Date.now() + step.patience
  while (Date.now() < until && serversOn(folder).length > 0) await sleep(20)
}

/** Sends a signal; a process that is gone by now is what we want. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Living PostgreSQL processes of the cluster, found by what they are and not by a pid from a file: pids are reused, and
 * children outlive a killed parent. A zombie has no links in /proc, so it does not count.
 */
function serversOn(folder: string): number[] {
  if (existsSync('/proc/self/exe')) {
    return readdirSync('/proc')
      .filter(
        (name) =>
          /^\d+$/.test(name) && link(name, 'cwd') === folder && basename(link(name, 'exe')).startsWith('postgres'),
      )
      .map(Number)
  }
  return execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`postgres -D ${folder} `))
    .map((line) => Number.parseInt(line, 10))
}

function link(pid: string, name: string): string {
  try {
    return readlinkSync(`/proc/${pid}/${name}`)
  } catch {
    return ''
  }
}

function readPid(folder: string): number | undefined {
  const file = join(folder, 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}
