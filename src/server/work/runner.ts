import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Kernel } from '../context.ts'
import { Nap } from '../nap.ts'
import type { Work, Worker } from './worker.ts'

const LEASE_MS = 15_000
const ATTEMPTS = 3
/** Between two looks when nobody calls: for what fell due by itself. */
const POLL_MS = 2000
const GIVEN_UP = '多次处理未能完成，请稍后重试'

interface Taken {
  tenantId: number
  kind: string
  subject: string
  lease: string
  attempts: number
}

/**
 * Does stored work in this process. Any number of processes run one; a lease, kept alive while the work is done, lets each
 * piece be done by one of them, and runs out when its process dies.
 */
export class WorkRunner {
  readonly #kernel: Kernel
  readonly #workers: ReadonlyMap<string, Worker>
  readonly #stopping = new AbortController()
  readonly #running = new Set<{ kind: string; done: Promise<void> }>()
  readonly #nap = new Nap()
  readonly #loop: Promise<void>

  constructor(kernel: Kernel, workers: readonly Worker[]) {
    this.#kernel = kernel
    this.#workers = new Map(workers.map((worker) => [worker.kind, worker]))
    this.#loop = this.#workers.size > 0 ? this.#run() : Promise.resolve()
  }

  /** Work was stored: look now rather than at the next tick. */
  wake(): void {
    this.#nap.wake()
  }

  /** Lets go of what runs, so that another process goes on at once, with the attempt not counted. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.wake()
    await this.#loop
    await Promise.all([...this.#running].map(({ done }) => done))
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const taken = await this.#take().catch((error: unknown) => this.#log(error, {}))
      if (taken) this.#begin(taken)
      else await this.#nap.pause(POLL_MS)
    }
  }

  #begin(taken: Taken): void {
    const one = { kind: taken.kind, done: Promise.resolve() }
    this.#running.add(one)
    one.done = this.#do(taken)
      .catch((error: unknown) => this.#log(error, taken))
      .finally(() => {
        this.#running.delete(one)
        this.wake()
      })
  }

  async #take(): Promise<Taken | undefined> {
    const busy = Map.groupBy(this.#running, ({ kind }) => kind)
    const free = [...this.#workers.values()].filter(({ kind, atOnce = 1 }) => (busy.get(kind)?.length ?? 0) < atOnce)
    if (free.length === 0) return undefined
    const { rows } = await sql<Taken>`
      update leased_work w
      set lease = ${randomUUID()}, attempts = attempts + 1, due_at = clock_timestamp() + ms * interval '1 millisecond'
      from (
        select tenant_id, kind, subject, ms
        from leased_work
        join unnest(${free.map(({ kind }) => kind)}::text[], ${free.map(leaseOf)}::int[]) as free(kind, ms) using (kind)
        where due_at <= clock_timestamp()
        order by due_at limit 1 for update of leased_work skip locked
      ) next
      where w.tenant_id = next.tenant_id and w.kind = next.kind and w.subject = next.subject
      returning w.tenant_id as "tenantId", w.kind, w.subject, w.lease, w.attempts`.execute(this.#kernel.db)
    return rows[0]
  }

  async #do(taken: Taken): Promise<void> {
    const worker = this.#workers.get(taken.kind)!
    const most = worker.giveUp ? (worker.attempts ?? ATTEMPTS) : Infinity
    const lost = new AbortController()
    const { tenantId, subject } = taken
    const work: Work = { tenantId, subject, signal: AbortSignal.any([this.#stopping.signal, lost.signal]) }
    const stopKeeping = this.#keepAlive(taken, () => lost.abort())
    try {
      // A piece of work that takes its process down with it comes back here with its attempts counted.
      if (taken.attempts > most) throw new AppError('unavailable', GIVEN_UP)
      await worker.run(this.#kernel, work)
      await this.#end(taken)
    } catch (error) {
      if (lost.signal.aborted) return
      if (this.#stopping.signal.aborted) {
        await this.#set(taken, sql`due_at = clock_timestamp(), attempts = attempts - 1`)
        return
      }
      const reason = error instanceof AppError && worker.giveUp ? error.message : null
      if (reason === null) this.#log(error, taken)
      if (reason === null && taken.attempts < most) {
        const text = String(error).slice(0, 500)
        await this.#set(taken, sql`due_at = clock_timestamp() + ${backOff(taken.attempts)}, last_error = ${text}`)
        return
      }
      await worker.giveUp!(this.#kernel, work, reason ?? GIVEN_UP)
      await this.#end(taken)
    } finally {
      stopKeeping()
    }
  }

  /** Renews the lease until the function it gives is called; `onLost` when it is somebody else's, or may be. */
  #keepAlive(taken: Taken, onLost: () => void): () => void {
    const ms = leaseOf(this.#workers.get(taken.kind)!)
    let renewed = performance.now()
    const timer = setInterval(() => {
      const asked = performance.now()
      this.#set(taken, sql`due_at = clock_timestamp() + ${ms} * interval '1 millisecond'`).then(
        (still) => (still ? (renewed = asked) : onLost()),
        () => performance.now() - renewed < ms || onLost(),
      )
    }, ms / 3)
    return () => clearInterval(timer)
  }

  /** False when the work is no longer ours. */
  async #set(taken: Taken, values: RawBuilder<unknown>): Promise<boolean> {
    const { numAffectedRows } = await sql`update leased_work set ${values} ${ours(taken)}`.execute(this.#kernel.db)
    return numAffectedRows === 1n
  }

  async #end(taken: Taken): Promise<void> {
    await sql`delete from leased_work ${ours(taken)}`.execute(this.#kernel.db)
  }

  #log(error: unknown, { lease: _lease, ...about }: Partial<Taken>): undefined {
    if (!this.#stopping.signal.aborted) this.#kernel.log.error({ err: error, ...about }, 'background work')
  }
}

function leaseOf({ leaseMs = LEASE_MS }: Worker): number {
  return leaseMs
}

/** 2, 4, 8 … seconds, a minute at most. */
function backOff(attempts: number) {
  return sql`${Math.min(60, 2 ** attempts)} * interval '1 second'`
}

function ours({ tenantId, kind, subject, lease }: Taken) {
  return sql`where tenant_id = ${tenantId} and kind = ${kind} and subject = ${subject} and lease = ${lease}`
}
