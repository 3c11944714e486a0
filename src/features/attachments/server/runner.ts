import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Kernel } from '#server/context.ts'
import type { WorkKind } from './work.ts'

export interface Work {
  tenantId: number
  subject: string
  /** Aborted when the process stops, or when the work was given to somebody else. */
  signal: AbortSignal
}

/** How one kind of work is done. `run` may be cut off anywhere and is then begun again, so it must not mind. */
export interface Worker {
  kind: WorkKind
  run(kernel: Kernel, work: Work): Promise<void>
  /** Told once when there will be no further attempt. `reason` is for people. */
  giveUp(kernel: Kernel, work: Work, reason: string): Promise<void>
}

export interface RunnerOptions {
  /** Ms between two looks when nobody calls. */
  pollMs?: number
  /** Ms after which work of a process that died is taken over. */
  leaseMs?: number
}

export interface Runner {
  wake(): void
  /** Lets go of what runs, so that another process goes on at once. */
  stop(): Promise<void>
}

const MOST_ATTEMPTS = 3
const DIED = '多次处理未能完成，请稍后重试'

/**
 * Does stored work in this process: one piece of each kind at a time, never on the thread of a request's transaction.
 * Any number of processes run one; a lease that is kept alive lets each piece be done by one of them. A failure with a
 * reason for people (AppError) is final, any other is tried again.
 */
export function startRunner(kernel: Kernel, workers: readonly Worker[], options: RunnerOptions = {}): Runner {
  const lanes = workers.map((worker) => new Lane(kernel, worker, options))
  return {
    wake: () => lanes.forEach((lane) => lane.wake()),
    stop: async () => void (await Promise.all(lanes.map((lane) => lane.stop()))),
  }
}

interface Claimed {
  tenantId: number
  subject: string
  lease: string
  attempts: number
}

class Lane {
  readonly #kernel: Kernel
  readonly #worker: Worker
  readonly #pollMs: number
  readonly #leaseMs: number
  readonly #stopping = new AbortController()
  readonly #loop: Promise<void>
  #waiting: (() => void) | null = null
  #woken = false

  constructor(kernel: Kernel, worker: Worker, { pollMs = 2000, leaseMs = 30_000 }: RunnerOptions) {
    this.#kernel = kernel
    this.#worker = worker
    this.#pollMs = pollMs
    this.#leaseMs = leaseMs
    this.#loop = this.#run()
  }

  wake(): void {
    this.#woken = true
    this.#waiting?.()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.wake()
    await this.#loop
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        const claimed = await this.#claim()
        if (claimed) await this.#do(claimed)
        else await this.#pause()
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        this.#kernel.log.error({ err: error, kind: this.#worker.kind }, 'background work')
        await this.#pause()
      }
    }
  }

  async #claim(): Promise<Claimed | undefined> {
    const { rows } = await sql<Claimed>`
      update attachment_work w
      set lease = ${randomUUID()}, attempts = attempts + 1, due_at = ${this.#until()}
      from (
        select tenant_id, kind, subject from attachment_work
        where kind = ${this.#worker.kind} and due_at <= clock_timestamp()
        order by due_at limit 1 for update skip locked
      ) next
      where w.tenant_id = next.tenant_id and w.kind = next.kind and w.subject = next.subject
      returning w.tenant_id as "tenantId", w.subject, w.lease, w.attempts`.execute(this.#kernel.db)
    return rows[0]
  }

  async #do(claimed: Claimed): Promise<void> {
    const lost = new AbortController()
    const signal = AbortSignal.any([this.#stopping.signal, lost.signal])
    const work: Work = { tenantId: claimed.tenantId, subject: claimed.subject, signal }
    const pulse = setInterval(() => {
      this.#set(claimed, sql`due_at = ${this.#until()}`).then(
        (still) => still || lost.abort(),
        () => undefined,
      )
    }, this.#leaseMs / 3)
    try {
      // A piece of work that takes its process down with it comes back here with its attempts counted.
      if (claimed.attempts > MOST_ATTEMPTS) throw new AppError('unavailable', DIED)
      await this.#worker.run(this.#kernel, work)
      await this.#end(claimed)
    } catch (error) {
      if (this.#stopping.signal.aborted)
        await this.#set(claimed, sql`due_at = clock_timestamp(), attempts = attempts - 1`)
      else if (!lost.signal.aborted) await this.#failed(claimed, work, error)
    } finally {
      clearInterval(pulse)
    }
  }

  async #failed(claimed: Claimed, work: Work, error: unknown): Promise<void> {
    const reason = error instanceof AppError ? error.message : null
    if (reason === null) this.#kernel.log.error({ err: error, ...claimed, kind: this.#worker.kind }, 'background work')
    if (reason === null && claimed.attempts < MOST_ATTEMPTS) {
      await this.#set(claimed, sql`due_at = clock_timestamp() + ${claimed.attempts} * interval '2 seconds'`)
      return
    }
    await this.#worker.giveUp(this.#kernel, work, reason ?? DIED)
    await this.#end(claimed)
  }

  #until() {
    return sql`clock_timestamp() + ${this.#leaseMs} * interval '1 millisecond'`
  }

  /** False when the work is no longer this lane's. */
  async #set({ tenantId, subject, lease }: Claimed, values: RawBuilder<unknown>): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update attachment_work set ${values}
      where tenant_id = ${tenantId} and kind = ${this.#worker.kind} and subject = ${subject} and lease = ${lease}`.execute(
      this.#kernel.db,
    )
    return numAffectedRows === 1n
  }

  async #end({ tenantId, subject, lease }: Claimed): Promise<void> {
    await sql`
      delete from attachment_work
      where tenant_id = ${tenantId} and kind = ${this.#worker.kind} and subject = ${subject} and lease = ${lease}`.execute(
      this.#kernel.db,
    )
  }

  #pause(): Promise<void> {
    if (this.#woken || this.#stopping.signal.aborted) {
      this.#woken = false
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#waiting = null
        this.#woken = false
        resolve()
      }
      const timer = setTimeout(done, this.#pollMs)
      this.#waiting = done
    })
  }
}
