import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type pg from 'pg'
import { inject } from 'vitest'
import type { StateName } from '#demo/states/states.ts'
import { forkServer } from './fork-server.ts'
import { HttpClient } from './http-client.ts'
import { copyState, removeGround } from './states.ts'
import { ownerPool } from './owner-pool.ts'

/** A server in a process of its own, in a state of the platform, that can be killed and started again. */
export interface KillableServer {
  /** Owner's connection: looks past row-level security, and holds up what is being written. */
  readonly owner: pg.Pool
  readonly dataDir: string
  /** Facts of the state that it began in. */
  readonly facts: unknown
  /** All that its processes wrote; empty unless asked for. */
  readonly log: string
  /** Address of the process that runs now. */
  readonly base: string
  /** Starts the next process on the same database and files. */
  start(): Promise<void>
  /** SIGKILL: nothing is finished, nothing is closed. */
  kill(): Promise<void>
  /** A client of the process that runs now. */
  client(): HttpClient
  login(account: string, workbench?: string): Promise<HttpClient>
  /**
   * Does something that must write `table` and kills the process while it waits to, in the middle of its transaction.
   * What was asked for must fail.
   */
  killWhileWriting(table: string, run: () => Promise<unknown>): Promise<void>
  /** Waits until the process wants to write a table that the test has locked. */
  wantsToWrite(table: string): Promise<void>
  /** Ends it for good; database and files are gone. */
  stop(): Promise<void>
}

const PASSWORD = 'Kaibiao2026'

/**
 * Already started. Call it in `beforeAll`, and `stop` in `afterAll`. With a `logLevel`, what it writes is kept in place of
 * being shown.
 */
export async function killableServer({
  from = 'people',
  logLevel,
}: { from?: StateName; logLevel?: string } = {}): Promise<KillableServer> {
  const states = inject('states')
  const { ground, note } = await copyState(states, from)
  const owner = ownerPool(ground.url, 3)
  let running: ChildProcess | null = null
  let base = ''
  let log = ''
  const server: KillableServer = {
    owner,
    dataDir: ground.dataDir,
    facts: note.facts,
    get log() {
      return log
    },
    get base() {
      return base
    },
    async start() {
      // Forgotten, it would go on after its database is gone.
      if (running) throw new Error('the process before still runs')
      const started = await forkServer(ground, { logLevel })
      const { child } = started
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (log += text.toString()))
      running = child
      base = await started.base
    },
    async kill() {
      const child = running
      if (!child) return
      running = null
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    client: () => new HttpClient(base),
    async login(account, workbench = '') {
      const client = new HttpClient(base)
      await client.login(account, PASSWORD)
      client.workbench = workbench
      return client
    },
    async killWhileWriting(table, run) {
      const block = await owner.connect()
      try {
        await block.query(`begin; lock table ${table} in exclusive mode`)
        const outcome = run().then(
          () => new Error(`${table} was written in spite of the lock`),
          () => null,
        )
        await server.wantsToWrite(table)
        await server.kill()
        const wrong = await outcome
        if (wrong) throw wrong
      } finally {
        await block.query('rollback')
        block.release()
      }
    },
    async wantsToWrite(table) {
      for (let i = 0; i < 2400; i++) {
        const { rows } = await owner.query<{ n: number }>(
          'select count(*)::int as n from pg_locks where not granted and relation = $1::regclass',
          [table],
        )
        if (rows[0]!.n > 0) return
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      throw new Error(`nothing wanted to write ${table}`)
    },
    async stop() {
      await server.kill()
      await owner.end()
      await removeGround(states, ground)
    },
  }
  await server.start()
  return server
}
