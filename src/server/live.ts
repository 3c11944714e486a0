import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import pg from 'pg'
import type { Actor } from './actor.ts'
import type { Kernel } from './context.ts'
import { ONE_PLAN } from './database/known-statements.ts'
import { JOBS_CHANNEL } from './events.ts'
import { WORK_CHANNEL } from './work/worker.ts'

/**
 * Who may listen to a topic. The first part of a topic (`order` in `order:<id>`) picks the rule; a topic without a rule
 * is refused.
 */
export interface LiveTopic {
  prefix: string
  allows: (kernel: Kernel, listener: { tenantId: number; actor: Actor | null }, id: string) => Promise<boolean>
  /** Called when a listener of this topic comes or goes: what presence is made of. */
  onPresence?: (kernel: Kernel, listener: { tenantId: number; actor: Actor | null }, id: string) => Promise<void>
}

/** `<prefix>:<companyId>` is for the company's people, `<prefix>:platform` for the platform's. A stream names no workbench. */
export function partyTopic(prefix: string): LiveTopic {
  return {
    prefix,
    allows: async (_kernel, { actor }, id) =>
      id === 'platform' ? actor?.isPlatformAdmin === true : actor?.companyId === id,
  }
}

interface Client {
  /** Who its streams are counted for. */
  listener: string
  tenantId: number
  actor: Actor | null
  topics: ReadonlySet<string>
  response: ServerResponse
}

interface Row {
  seq: number
  tenantId: number
  kind: string
  topics: string[]
  payload: unknown
  at: Date
}

const REPLAY_LIMIT = 500
/** Comment lines keep proxies from closing idle streams, and tell us early of dead clients. */
const HEARTBEAT_MS = 10_000
/** A client this far behind is cut off: it reconnects and resumes from its last event. */
const MAX_BUFFERED = 1_000_000

/** Fans dispatched events out to server-sent event streams of this process. */
export class LiveHub {
  readonly #kernel: Kernel
  readonly #url: string
  readonly #clients = new Set<Client>()
  readonly #byTopic = new Map<string, Set<Client>>()
  readonly #streams = new Map<string, number>()
  #listener: pg.Client | null = null
  #lastSeq = 0
  #reading = false
  #again = false
  #stopped = false
  #heartbeat: NodeJS.Timeout | null = null
  readonly #onSignal: (channel: string, payload: string) => void

  constructor(kernel: Kernel, url: string, onSignal: (channel: string, payload: string) => void = () => undefined) {
    this.#kernel = kernel
    this.#url = url
    this.#onSignal = onSignal
  }

  get size(): number {
    return this.#clients.size
  }

  async start(): Promise<void> {
    await this.#listen()
    this.#heartbeat = setInterval(() => {
      for (const client of this.#clients) this.#write(client, ': still here\n\n')
    }, HEARTBEAT_MS)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#heartbeat) clearInterval(this.#heartbeat)
    for (const client of this.#clients) client.response.end()
    await this.#listener?.end().catch(() => undefined)
  }

  /** Open streams of one listener. */
  streamsOf(listener: string): number {
    return this.#streams.get(listener) ?? 0
  }

  /** Adds a stream and replays what it missed since `lastEventId`; too long ago: it is told to refetch everything. */
  async add(client: Client, lastEventId: number | null): Promise<void> {
    // Gone while its topics were checked: no event would tell of it any more, and its place would stay taken.
    if (client.response.destroyed) return
    client.response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const from = lastEventId ?? this.#lastSeq
    this.#write(client, `retry: 1500\nevent: hello\nid: ${from}\ndata: {}\n\n`)
    this.#clients.add(client)
    this.#streams.set(client.listener, this.streamsOf(client.listener) + 1)
    for (const topic of client.topics) {
      let set = this.#byTopic.get(topic)
      if (!set) this.#byTopic.set(topic, (set = new Set()))
      set.add(client)
    }
    client.response.on('close', () => this.#remove(client))
    if (lastEventId !== null && lastEventId < this.#lastSeq) await this.#replay(client, lastEventId)
  }

  /** Ends the streams of a session or person, e.g. one that was disabled. */
  drop(which: (actor: Actor | null) => boolean): void {
    for (const client of this.#clients) {
      if (!which(client.actor)) continue
      this.#write(client, 'event: bye\ndata: {}\n\n')
      client.response.end()
    }
  }

  #remove(client: Client): void {
    if (!this.#clients.delete(client)) return
    const left = this.streamsOf(client.listener) - 1
    if (left > 0) this.#streams.set(client.listener, left)
    else this.#streams.delete(client.listener)
    for (const topic of client.topics) {
      const set = this.#byTopic.get(topic)
      set?.delete(client)
      if (set?.size === 0) this.#byTopic.delete(topic)
    }
  }

  async #replay(client: Client, since: number): Promise<void> {
    const rows = await this.#select(since, this.#lastSeq, REPLAY_LIMIT + 1)
    if (rows.length > REPLAY_LIMIT) {
      this.#write(client, `event: resync\nid: ${this.#lastSeq}\ndata: {}\n\n`)
      return
    }
    for (const row of rows) {
      if (row.tenantId !== client.tenantId) continue
      const heard = row.topics.filter((t) => client.topics.has(t))
      if (heard.length > 0) this.#write(client, frame(row, heard))
    }
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'kaibiao-live' })
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'kb_live') void this.#pump()
      this.#onSignal(channel, payload)
    })
    client.on('error', () => undefined)
    // A connection that fails at once ends as well: whoever wanted it tries again, once.
    let stood = false
    client.on('end', () => {
      if (stood && !this.#stopped) setTimeout(() => void this.#relisten(), 500)
    })
    try {
      await client.connect()
      await client.query(`listen kb_live; listen kb_clock; listen kb_actor; listen kb_keys;
        listen ${JOBS_CHANNEL}; listen ${WORK_CHANNEL}`)
      const { rows } = await client.query<{ seq: number }>('select coalesce(max(seq), 0)::bigint as seq from outbox')
      stood = true
      // After a lost connection the old position stays, so that what was missed is still sent.
      if (this.#lastSeq === 0) this.#lastSeq = rows[0]!.seq
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    this.#listener = client
    void this.#pump()
  }

  async #relisten(): Promise<void> {
    try {
      await this.#listen()
    } catch (error) {
      this.#kernel.log.warn({ err: error }, 'live updates: database out of reach')
      if (!this.#stopped) setTimeout(() => void this.#relisten(), 1000)
    }
  }

  async #pump(): Promise<void> {
    if (this.#reading) {
      this.#again = true
      return
    }
    this.#reading = true
    try {
      do {
        this.#again = false
        const rows = await this.#select(this.#lastSeq, Number.MAX_SAFE_INTEGER, 1000)
        for (const row of rows) this.#fanOut(row)
        const last = rows.at(-1)
        if (last) this.#lastSeq = last.seq
        if (rows.length === 1000) this.#again = true
      } while (this.#again)
    } catch (error) {
      if (!this.#stopped) this.#kernel.log.warn({ err: error }, 'live updates')
    } finally {
      this.#reading = false
    }
  }

  #fanOut(row: Row): void {
    if (row.topics.length === 0) return
    const texts = new Map<string, string>()
    const reached = new Set<Client>()
    for (const topic of row.topics) {
      for (const client of this.#byTopic.get(topic) ?? []) {
        if (client.tenantId !== row.tenantId || reached.has(client)) continue
        reached.add(client)
        const heard = row.topics.filter((t) => client.topics.has(t))
        const key = heard.join()
        if (!texts.has(key)) texts.set(key, frame(row, heard))
        this.#write(client, texts.get(key)!)
      }
    }
  }

  #write(client: Client, text: string): void {
    if (client.response.writableLength > MAX_BUFFERED) client.response.destroy()
    else client.response.write(text)
  }

  async #select(after: number, upTo: number, limit: number): Promise<Row[]> {
    const { rows } = await sql<Row>`${sql.raw(ONE_PLAN)}
      select seq, tenant_id, kind, topics, payload, at from outbox where seq > ${after} and seq <= ${upTo}
      order by seq limit ${limit}`.execute(this.#kernel.db)
    return rows
  }
}

/** Names only the topics that this listener asked for: who else hears of it is nobody's business. */
function frame(row: Row, topics: readonly string[]): string {
  const data = JSON.stringify({ kind: row.kind, at: row.at, topics, payload: row.payload })
  return `id: ${row.seq}\ndata: ${data}\n\n`
}
