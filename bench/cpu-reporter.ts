import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Clock ticks a second in /proc: fixed by Linux for what it shows to programs. */
const TICKS = 100

type Kind = 'node' | 'postgres' | 'browser'
type Cpu = Record<Kind, number>

/** CPU seconds of a file and those of the clock; with one worker, what passed until it ended is its own. */
export interface FileCpu extends Cpu {
  file: string
  /** More than its processor time: it waited, or others used the machine. */
  clock: number
}

/**
 * Reporter of Vitest and of Playwright, for runs with one worker: CPU seconds of each file, of everything that the run
 * started, also of what has ended. Written to KAIBIAO_CPU_REPORT as `FileCpu[]`; what comes before the first file and
 * behind the last stands under `(start)` and `(end)`.
 */
export default class CpuReporter {
  private readonly files = new Map<string, Cpu & { clock: number }>()
  private last: Cpu = { node: 0, postgres: 0, browser: 0 }
  private lastAt = performance.now()

  onTestRunStart(): void {
    this.charge('(start)')
  }

  onTestModuleEnd({ moduleId }: { moduleId: string }): void {
    this.charge(relative(process.cwd(), moduleId))
  }

  onTestRunEnd(): void {
    this.end()
  }

  onTestBegin(): void {
    if (this.files.size === 0) this.charge('(start)')
  }

  onTestEnd({ location }: { location: { file: string } }): void {
    this.charge(relative(process.cwd(), location.file))
  }

  onEnd(): void {
    this.end()
  }

  private charge(file: string): void {
    const now = cpuOfRun()
    const at = performance.now()
    const sum = this.files.get(file) ?? { node: 0, postgres: 0, browser: 0, clock: 0 }
    sum.clock += (at - this.lastAt) / 1000
    this.lastAt = at
    // What outlives whoever started it is lost to the sum when that ends, so never less than nothing.
    for (const kind of Object.keys(now) as Kind[]) sum[kind] += Math.max(0, now[kind] - this.last[kind])
    this.files.set(file, sum)
    this.last = now
  }

  private end(): void {
    this.charge('(end)')
    const rows: FileCpu[] = [...this.files].map(([file, cpu]) => ({ file, ...cpu }))
    writeFileSync(process.env.KAIBIAO_CPU_REPORT!, JSON.stringify(rows))
  }
}

/** This process and all below it; what has ended counts with whoever waited for it. */
function cpuOfRun(): Cpu {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statOf(pid) ?? [])
  const below = new Set([process.pid])
  // Children may have lower numbers than their parents once numbers have run out.
  for (let size = 0; size !== below.size;) {
    size = below.size
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid)
  }
  const sum: Cpu = { node: 0, postgres: 0, browser: 0 }
  for (const { pid, name, ticks } of all) if (below.has(pid)) sum[kindOf(name)] += ticks / TICKS
  return sum
}

function statOf(pid: string): { pid: number; parent: number; name: string; ticks: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    // Behind the name: state, parent, and from the twelfth on the times of it and of children that it waited for.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0)
    return { pid: Number(pid), parent: Number(fields[1]), name, ticks }
  } catch {
    return undefined
  }
}

function kindOf(name: string): Kind {
  if (name.startsWith('postgres')) return 'postgres'
  return /chrom|headless/i.test(name) ? 'browser' : 'node'
}
