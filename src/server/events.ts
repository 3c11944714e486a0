import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Context, Kernel } from './context.ts'
import { inContext } from './context.ts'
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
/** At most so often timers are looked for and facts chained: a transaction for those of each event would cost more than all. */
const ROUND_MS = 100
const TIMERS = 100

/**
 * Hands events of the outbox to subscribers (as jobs, see `EventJobs`) and to live pages. Any number of processes run one; an
 * advisory lock lets exactly one lead, so that events get one order. Losing the leader costs at most two seconds.
 */
export class Dispatcher {
  readonly #kernel: Kernel
  readonly #pool: pg.Pool
  readonly #byKind: ReadonlyMap<string, Subscriber[]>
  #leader: pg.PoolClient | null = null
  #stopped = false
  #lastRound = 0
  readonly #nap = new Nap()
  #loop: Promise<void> | null = null

  constructor(kernel: Kernel, options: { pool: pg.Pool; subscribers: readonly Subscriber[] }) {
    this.#kernel = kernel
    this.#pool = options.pool
    this.#byKind = Map.groupBy(options.subscribers, (s) => s.kind)
  }

  start(): void {
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
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        if (!this.#leader && !(await this.#lead())) {
          // A follower tells the leader's process through the database that it stored something.
          if (await this.#nap.pause(1000)) await this.#pool.query("select pg_notify('kb_wake', '')")
          continue
        }
        const moved = await this.#moveBatch()
        const sinceRound = performance.now() - this.#lastRound
        if (sinceRound < ROUND_MS) {
          if (moved < BATCH) await this.#nap.pause(ROUND_MS - sinceRound)
          continue
        }
        this.#lastRound = performance.now()
        const fired = await this.#fireTimers()
        const chained = await this.#chain()
        // A full round has left something behind; what a timer fired is an event, and wakes us.
        if (fired === TIMERS || chained === BATCH) this.#lastRound = 0
        else if (moved < BATCH) await this.#nap.pause(250)
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

  /**
   * Numbers waiting events, hands them to subscribers and tells every process; all or nothing. Nobody waits for the disk:
   * the events are safe since their own commit, and what a crash takes back is done again, with higher numbers.
   */
  async #moveBatch(): Promise<number> {
    const client = this.#leader!
    const [, , { rows }] = (await client.query(
      `begin; set local synchronous_commit to off; update outbox o set seq = n.seq
       from (select id, nextval('outbox_seq') as seq from (select id from outbox where seq is null order by id limit ${BATCH}) w order by id) n
       where o.id = n.id returning o.id, o.tenant_id, o.kind, o.seq`,
    )) as unknown as [unknown, unknown, pg.QueryResult<OutboxRow>]
    if (rows.length > 0) {
      rows.sort((a, b) => a.seq - b.seq)
      const jobs = rows.flatMap((row) => (this.#byKind.get(row.kind) ?? []).map((subscriber) => ({ row, subscriber })))
      if (jobs.length > 0)
        await client.query(
          `insert into event_job (tenant_id, event_id, handler, is_slow)
           select * from unnest($1::int[], $2::bigint[], $3::text[], $4::boolean[])`,
          [
            jobs.map(({ row }) => row.tenant_id),
            jobs.map(({ row }) => row.id),
            jobs.map(({ subscriber }) => subscriber.name),
            jobs.map(({ subscriber }) => subscriber.isSlow === true),
          ],
        )
    }
    await client.query(rows.length > 0 ? `notify kb_live, '${rows.at(-1)!.seq}'; commit` : 'commit')
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
          .set({ firedAt: now })
          .where('tenantId', '=', tenantId)
          .where('key', '=', key)
          .where('firedAt', 'is', null)
          .where('dueAt', '<=', now)
          .returning(['kind', 'payload'])
          .executeTakeFirst()
        if (timer) ctx.emit({ kind: timer.kind, payload: timer.payload })
      })
    }
    return rows.length
  }
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
        + (select count(*) from event_job where due_at < 'infinity') as waiting`),
    )
    if (rows[0]!.waiting === 0) return
    if (Date.now() > deadline) throw new Error(`${rows[0]!.waiting} events still waiting`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
