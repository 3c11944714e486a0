import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { type JobResult, PgBoss } from 'pg-boss'
import type { Context, Kernel } from './context.ts'
import { inContext } from './context.ts'
import { EVENT_QUEUE, SLOW_QUEUE } from './database/prepare-jobs.ts'
import { Nap } from './nap.ts'

/** An event as a subscriber receives it. */
export interface DeliveredEvent {
  id: number
  kind: string
  at: Date
  payload: Record<string, unknown>
}

/** Runs once per event, in its own transaction of the event's tenant, without an actor. Throwing means: try again. */
export interface Subscriber {
  /** Unique and stable: it is part of what marks an event as handled. */
  name: string
  kind: string
  /** May take more than a second (files, documents, a mail server): runs beside the others, which it would hold up. */
  isSlow?: boolean
  handle: (ctx: Context<null>, event: DeliveredEvent) => Promise<void>
}

const LEADER_LOCK = 'kaibiao dispatcher'
/** Whoever waits for an answer is told of a lost connection; without a listener the process would end of it as well. */
const heard = () => undefined
const BATCH = 500
const TIMERS = 100
/** Slow jobs of one process under way at a time: each holds a database connection. */
const SLOW_AT_ONCE = 3

/**
 * Moves events from the outbox to subscribers (as jobs) and to live pages. Any number of processes run one; an
 * advisory lock lets exactly one lead, so that events get one order. Losing the leader costs at most two seconds.
 */
export class Dispatcher {
  readonly #kernel: Kernel
  readonly #pool: pg.Pool
  readonly #url: string
  readonly #byKind: ReadonlyMap<string, Subscriber[]>
  #boss: PgBoss | null = null
  #leader: pg.PoolClient | null = null
  #stopped = false
  readonly #nap = new Nap()
  #loop: Promise<void> | null = null

  constructor(kernel: Kernel, options: { pool: pg.Pool; url: string; subscribers: readonly Subscriber[] }) {
    this.#kernel = kernel
    this.#pool = options.pool
    this.#url = options.url
    this.#byKind = Map.groupBy(options.subscribers, (s) => s.kind)
  }

  async start(): Promise<void> {
    const boss = new PgBoss({
      connectionString: this.#url,
      application_name: 'kaibiao-jobs',
      migrate: false,
      schedule: false,
      max: 4,
      useListenNotify: true,
    })
    boss.on('error', (error) => this.#stopped || this.#kernel.log.error({ err: error }, 'job engine'))
    await boss.start()
    // Each job has its own outcome: one that keeps failing must not take its neighbours down with it. Polling goes on
    // beside notifications, because nobody is notified of a retry that falls due.
    const polling = { perJobResults: true, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 } as const
    const attempt = async (jobs: { id: string; data: Job }[]) => {
      const results: JobResult[] = []
      // The engine orders jobs by the time they were stored, which all of one batch share: what happened first is told first.
      const inOrder = jobs.toSorted((a, b) => a.data.eventId - b.data.eventId)
      for (const job of inOrder) results.push(await this.#attempt(job))
      return results
    }
    await boss.work<Job>(EVENT_QUEUE, { ...polling, batchSize: 20, burstWhenBatchFull: true }, attempt)
    await boss.work<Job>(SLOW_QUEUE, { ...polling, batchSize: 1, localConcurrency: SLOW_AT_ONCE }, attempt)
    this.#boss = boss
    this.#loop = this.#run()
  }

  /** Something was stored: look now rather than at the next tick. */
  wake(): void {
    this.#nap.wake()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.wake()
    await this.#loop
    await this.#boss?.stop({ graceful: true, timeout: 5000 })
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        if (!this.#leader && !(await this.#lead())) {
          // A follower tells the leader's process through the database that it stored something.
          if (await this.#nap.pause(1000)) await this.#pool.query("select pg_notify('kb_wake', '')")
          continue
        }
        const fired = await this.#fireTimers()
        const moved = await this.#moveBatch()
        const chained = await this.#chain()
        // Only a full round has left something behind; what a timer fired is an event, and wakes us.
        if (fired < TIMERS && moved < BATCH && chained < BATCH) await this.#nap.pause(250)
      } catch (error) {
        if (this.#stopped) break
        this.#kernel.log.error({ err: error }, 'dispatcher')
        this.#leader?.release(true)
        this.#leader = null
        await this.#nap.pause(500)
      }
    }
    this.#leader?.release(true)
    this.#leader = null
  }

  async #lead(): Promise<boolean> {
    const client = await this.#pool.connect()
    client.on('error', heard)
    try {
      const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock(hashtext($1)) as got', [
        LEADER_LOCK,
      ])
      if (!rows[0]?.got) {
        client.off('error', heard)
        client.release()
        return false
      }
      client.on('notification', () => this.wake())
      await client.query('listen kb_wake')
    } catch (error) {
      client.release(true)
      throw error
    }
    this.#leader = client
    return true
  }

  /** Numbers waiting events, hands them to subscribers and tells every process; all or nothing. */
  async #moveBatch(): Promise<number> {
    const client = this.#leader!
    await client.query('begin')
    const { rows } = await client.query<OutboxRow>(
      `update outbox o set seq = n.seq
       from (select id, nextval('outbox_seq') as seq from (select id from outbox where seq is null order by id limit ${BATCH}) w order by id) n
       where o.id = n.id returning o.id, o.tenant_id, o.kind, o.seq`,
    )
    if (rows.length > 0) {
      rows.sort((a, b) => a.seq - b.seq)
      const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values as unknown[]) }
      for (const queue of [EVENT_QUEUE, SLOW_QUEUE]) {
        const jobs = rows.flatMap((row) =>
          (this.#byKind.get(row.kind) ?? [])
            .filter((s) => (s.isSlow === true) === (queue === SLOW_QUEUE))
            .map((s) => ({ data: { tenantId: row.tenant_id, eventId: row.id, handler: s.name } })),
        )
        if (jobs.length > 0) await this.#boss!.insert(queue, jobs, { db })
      }
      await client.query(`select pg_notify('kb_live', $1)`, [String(rows.at(-1)!.seq)])
    }
    await client.query('commit')
    return rows.length
  }

  /** Gives recorded facts their place in the audit chain: here, because one process at a time does it. */
  async #chain(): Promise<number> {
    const { rows } = await this.#leader!.query<{ n: number }>(`select kb_chain(${BATCH}) as n`)
    return rows[0]!.n
  }

  async #fireTimers(): Promise<number> {
    const now = this.#kernel.clock.now()
    const { rows } = await this.#leader!.query<{ tenant_id: number; key: string }>(
      `select tenant_id, key from timer where fired_at is null and due_at <= $1 order by due_at limit ${TIMERS}`,
      [now],
    )
    for (const { tenant_id: tenantId, key } of rows) {
      await inContext(this.#kernel, { tenantId, actor: null }, async (ctx) => {
        const timer = await ctx.tx
          .updateTable('timer')
          .set({ fired_at: now })
          .where('tenant_id', '=', tenantId)
          .where('key', '=', key)
          .where('fired_at', 'is', null)
          .where('due_at', '<=', now)
          .returning(['kind', 'payload'])
          .executeTakeFirst()
        if (timer) ctx.emit({ kind: timer.kind, payload: timer.payload })
      })
    }
    return rows.length
  }

  async #attempt(job: { id: string; data: Job }): Promise<JobResult> {
    try {
      await this.#deliver(job.data)
      return { id: job.id, status: 'completed' }
    } catch (error) {
      this.#kernel.log.error({ err: error, ...job.data }, 'event handler failed, will be tried again')
      return { id: job.id, status: 'failed', output: { message: String(error) } }
    }
  }

  async #deliver(job: Job): Promise<void> {
    await inContext(this.#kernel, { tenantId: job.tenantId, actor: null }, async (ctx) => {
      const claimed = await ctx.tx
        .insertInto('outbox_handled')
        .values({ tenant_id: job.tenantId, event_id: job.eventId, handler: job.handler })
        .onConflict((c) => c.doNothing())
        .returning('event_id')
        .executeTakeFirst()
      if (!claimed) return
      const row = await ctx.tx
        .selectFrom('outbox')
        .select(['id', 'kind', 'at', 'payload'])
        .where('id', '=', job.eventId)
        .where('tenant_id', '=', job.tenantId)
        .executeTakeFirst()
      const subscriber = row && this.#byKind.get(row.kind)?.find((s) => s.name === job.handler)
      if (subscriber) await subscriber.handle(ctx, row)
    })
  }
}

interface Job {
  tenantId: number
  eventId: number
  handler: string
}

interface OutboxRow {
  id: number
  tenant_id: number
  kind: string
  seq: number
}

/** Waits until every event stored so far has been handed out and handled. For tests and scripts. */
export async function settle(kernel: Pick<Kernel, 'db' | 'wake'>, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    kernel.wake()
    const { rows } = await kernel.db.executeQuery<{ waiting: number }>(
      // The function chains what waits, whoever leads; row-level security hides the waiting facts themselves.
      CompiledQuery.raw(`select kb_chain(1000) + (select count(*) from outbox where seq is null)
        + (select count(*) from pgboss.job where name in ('${EVENT_QUEUE}', '${SLOW_QUEUE}') and state < 'completed') as waiting`),
    )
    if (rows[0]!.waiting === 0) return
    if (Date.now() > deadline) throw new Error(`${rows[0]!.waiting} events still waiting`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
