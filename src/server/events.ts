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

/** Tells the processes that events have been handed out to subscribers. */
export const JOBS_CHANNEL = 'kb_jobs'
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
  /** Subscribers, column by column. */
  readonly #handlers: { kinds: string[]; names: string[]; areSlow: boolean[] }
  #leader: pg.PoolClient | null = null
  #stopped = false
  #lastRound = 0
  readonly #nap = new Nap()
  #loop: Promise<void> | null = null

  constructor(kernel: Kernel, options: { pool: pg.Pool; subscribers: readonly Subscriber[] }) {
    this.#kernel = kernel
    this.#pool = options.pool
    this.#handlers = {
      kinds: options.subscribers.map(({ kind }) => kind),
      names: options.subscribers.map(({ name }) => name),
      areSlow: options.subscribers.map(({ isSlow }) => isSlow === true),
    }
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
   * Numbers waiting events, hands them to subscribers and tells every process; all or nothing, in one round trip. Nobody
   * waits for the disk: the events are safe since their own commit, and what a crash takes back is done again, with higher
   * numbers.
   */
  async #moveBatch(): Promise<number> {
    const { rows } = await this.#leader!.query<{ moved: number }>({
      name: 'move events',
      text: MOVE,
      values: [this.#handlers.kinds, this.#handlers.names, this.#handlers.areSlow],
    })
    return rows[0]!.moved
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

/** The tables lie in a CTE each: a statement is a transaction, and its settings hold until its commit. */
const MOVE = `with fast as materialized (select set_config('synchronous_commit', 'off', true)),
  numbered as (update outbox o set seq = n.seq
    from (select id, nextval('outbox_seq') as seq
      from (select id from outbox where seq is null order by id limit ${BATCH}) w order by id) n
    where o.id = n.id returning o.id, o.tenant_id, o.kind, o.seq),
  jobs as (insert into event_job (tenant_id, event_id, handler, is_slow)
    select n.tenant_id, n.id, s.handler, s.is_slow
    from numbered n join unnest($1::text[], $2::text[], $3::boolean[]) s (kind, handler, is_slow) on s.kind = n.kind
    returning 1),
  called as (select pg_notify('${JOBS_CHANNEL}', '') from jobs having count(*) > 0)
  select count(*)::int as moved,
    case when count(*) > 0 then pg_notify('kb_live', max(seq)::text) end, (select count(*) from called)
  from numbered, fast`

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
