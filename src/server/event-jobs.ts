import { sql } from 'kysely'
import type { Kernel } from './context.ts'
import { inContext } from './context.ts'
import { ONE_PLAN } from './database/known-statements.ts'
import type { DeliveredEvent, Subscriber } from './events.ts'
import { Nap } from './nap.ts'

/** Between two looks when nobody calls: for what is due again after a failure. */
const POLL_MS = 1000
/** Looked for at a time. */
const BATCH = 20
/** Slow ones of one process under way at a time: each holds a database connection. */
const SLOW_AT_ONCE = 3
const ATTEMPTS = 9

interface Job extends Omit<DeliveredEvent, 'id'> {
  tenantId: number
  eventId: number
  handler: string
  attempts: number
}

/**
 * Lets subscribers handle what the dispatcher has handed out: quick ones one after the other, in the order in which things
 * happened, slow ones beside them. Any number of processes run one: the transaction that handles a job removes it and
 * holds it meanwhile, so a process that dies leaves it to the next, and nothing takes effect twice.
 */
export class EventJobs {
  readonly #kernel: Kernel
  readonly #handlers: ReadonlyMap<string, Subscriber>
  readonly #naps = [new Nap(), new Nap()] as const
  readonly #slow = new Map<string, Promise<void>>()
  #stopped = false
  #loops: Promise<unknown> = Promise.resolve()

  constructor(kernel: Kernel, subscribers: readonly Subscriber[]) {
    this.#kernel = kernel
    this.#handlers = new Map(subscribers.map((subscriber) => [subscriber.name, subscriber]))
  }

  start(): void {
    const [quick, slow] = this.#naps
    this.#loops = Promise.all([this.#run(quick, () => this.#handleQuick()), this.#run(slow, () => this.#beginSlow())])
  }

  /** Something was handed out: look now rather than at the next tick. */
  wake(): void {
    for (const nap of this.#naps) nap.wake()
  }

  /** Ends after what is being handled now. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.wake()
    await this.#loops
    await Promise.all(this.#slow.values())
  }

  /** Looks again at once while there was as much as a look takes. */
  async #run(nap: Nap, look: () => Promise<boolean>): Promise<void> {
    while (!this.#stopped) {
      const isFull = await look().catch((error: unknown) => {
        if (!this.#stopped) this.#kernel.log.error({ err: error }, 'event jobs')
        return false
      })
      if (!isFull) await nap.pause(POLL_MS)
    }
  }

  async #handleQuick(): Promise<boolean> {
    const jobs = await this.#due(false, BATCH)
    for (const job of jobs) {
      if (this.#stopped) return false
      await this.#attempt(job)
    }
    return jobs.length === BATCH
  }

  async #beginSlow(): Promise<boolean> {
    if (this.#slow.size >= SLOW_AT_ONCE) return false
    const jobs = await this.#due(true, BATCH)
    for (const job of jobs) {
      const key = `${job.tenantId}/${job.eventId}/${job.handler}`
      if (this.#slow.size >= SLOW_AT_ONCE || this.#slow.has(key)) continue
      const done = this.#attempt(job).finally(() => {
        this.#slow.delete(key)
        this.#naps[1].wake()
      })
      this.#slow.set(key, done)
    }
    return false
  }

  /** In the order in which they happened: all of one batch were handed out at the same moment. */
  async #due(isSlow: boolean, limit: number): Promise<Job[]> {
    const { rows } = await sql<Job>`${sql.raw(ONE_PLAN)}
      select j.tenant_id as "tenantId", j.event_id as "eventId", j.handler, j.attempts, o.kind, o.at, o.payload
      from event_job j join outbox o on o.tenant_id = j.tenant_id and o.id = j.event_id
      where j.is_slow = ${isSlow} and j.due_at <= clock_timestamp()
      order by j.event_id, j.handler limit ${limit}`.execute(this.#kernel.db)
    return rows
  }

  /** Each job has its own outcome: one that keeps failing must not take its neighbours down with it. */
  async #attempt({ tenantId, eventId, handler, attempts, ...event }: Job): Promise<void> {
    try {
      await inContext(this.#kernel, { tenantId, actor: null }, async (ctx) => {
        // Another process may have it in hand, or done.
        const { numAffectedRows } = await sql`delete from event_job where ctid = (select ctid from event_job
          where tenant_id = ${tenantId} and event_id = ${eventId} and handler = ${handler} for update skip locked)`.execute(
          ctx.tx,
        )
        if (numAffectedRows === 1n) await this.#handlers.get(handler)?.handle(ctx, { id: eventId, ...event })
      })
    } catch (error) {
      const isLast = attempts + 1 >= ATTEMPTS
      const outlook = isLast ? 'given up' : 'will be tried again'
      this.#kernel.log.error({ err: error, tenantId, eventId, handler }, `event handler failed, ${outlook}`)
      await sql`update event_job set attempts = attempts + 1, last_error = ${String(error).slice(0, 500)},
          due_at = ${isLast ? sql`'infinity'` : sql`clock_timestamp() + ${2 ** attempts} * interval '1 second'`}
        where tenant_id = ${tenantId} and event_id = ${eventId} and handler = ${handler} and attempts = ${attempts}`
        .execute(this.#kernel.db)
        .catch((fault: unknown) => this.#kernel.log.error({ err: fault }, 'event jobs'))
    }
  }
}
