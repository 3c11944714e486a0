import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type KyselyPlugin,
  type QueryExecutor,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
} from 'kysely'
import type pg from 'pg'
import { columnOf } from './column-names.ts'
import { type Answer, Exchange, onWire, type Statement, type WireStatement } from './exchange.ts'
import { KnownStatements } from './known-statements.ts'
import type { Tables } from './tables.ts'
import { type Touch, touchOf } from './touched.ts'

/** A connection taken for one piece of work. */
export interface Session {
  /** Queries on this connection, until it is given back. */
  readonly tx: Kysely<Tables>
  /** What the statements so far read and write. */
  readonly touched: ReadonlySet<Touch>
  /**
   * Several statements in one round trip; the first that fails ends it. Inside a transaction, what is asked in one turn of
   * the event loop goes together: `Promise.all` of queries is one round trip.
   */
  run(statements: readonly Statement[]): Promise<Answer[]>
  /** Statements that go with the next ones, in their round trip: the begin of a transaction. */
  defer(statements: readonly Statement[]): void
  /** From now on every round trip is a transaction of its own, which this statement opens. */
  splitBy(opening: Statement): void
  /** From now on what is asked again is kept by the connection, also what searches or pages. */
  keepAll(): void
  /** Gives the connection back; one that is not in order is closed. */
  release(isBroken?: boolean): void
}

/** The database over a pool: whole, and a connection at a time. */
export function makeDatabase(pool: pg.Pool): { db: Kysely<Tables>; reserve: () => Promise<Session> } {
  const lines = new WeakMap<pg.PoolClient, Line>()
  const take = async () => {
    const client = await pool.connect()
    let line = lines.get(client)
    if (!line) lines.set(client, (line = new Line(client)))
    return line
  }
  const driver: Driver = {
    init: () => Promise.resolve(),
    acquireConnection: take,
    beginTransaction: (line, { accessMode }) => command(line, accessMode === 'read only' ? 'begin read only' : 'begin'),
    commitTransaction: (line) => command(line, 'commit'),
    rollbackTransaction: (line) => command(line, 'rollback'),
    releaseConnection: async (line) => (line as Line).release(),
    destroy: () => pool.end(),
  }
  const adapter = new PostgresAdapter()
  const compiler = new Compiler()
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => adapter,
    createQueryCompiler: () => compiler,
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
  return {
    db: new Kysely<Tables>({ dialect }),
    async reserve() {
      const line = await take()
      const executor = new LineExecutor(line, { adapter, compiler })
      return {
        tx: new Kysely<Tables>({ config: { dialect }, driver, dialect, executor }),
        touched: executor.touched,
        run(statements) {
          for (const { text } of statements) executor.touched.add(touchOf(text))
          return line.run(statements)
        },
        defer: (statements) => line.defer(statements),
        splitBy: (opening) => line.splitBy(opening),
        keepAll: () => line.keepAll(),
        release(isBroken) {
          executor.end()
          line.release(isBroken)
        },
      }
    },
  }
}

/** Writes `orderId` as `order_id`; rows come back the other way (`Exchange`). No query tree and no row is rewritten for it. */
class Compiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(columnOf(identifier))
  }
}

/** Statements of one caller, which waits for their answers. */
interface Job {
  statements: readonly WireStatement[]
  resolve: (answers: Answer[]) => void
  reject: (error: unknown) => void
}

/** A pooled connection and what it has parsed. Whatever it is asked is answered in turn. */
class Line implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #known = new KnownStatements()
  #waiting: Job[] = []
  /** What a deferred statement was refused with. */
  #failure: unknown = null
  /** Opens every round trip, where each is a transaction. */
  #opening: readonly WireStatement[] = []
  #keepsAll = false
  #isAsking = false
  #isScheduled = false

  constructor(client: pg.PoolClient) {
    this.#client = client
    // Whoever waits for an answer is told; without a listener the process would end of it as well.
    client.on('error', () => undefined)
  }

  run(statements: readonly Statement[]): Promise<Answer[]> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure)
      this.#waiting.push({ statements: statements.map(onWire), resolve, reject })
      this.#schedule()
    })
  }

  /** When it fails nothing more is asked: it would not be in the transaction that was meant. */
  defer(statements: readonly Statement[]): void {
    const reject = (error: unknown) => void (this.#failure = error)
    this.#waiting.push({ statements: statements.map(onWire), resolve: ignoreResult, reject })
  }

  /** No begin is sent, and no commit: what the server is sent up to a Sync message is one transaction, which ends there. */
  splitBy(opening: Statement): void {
    this.#opening = [onWire(opening)]
  }

  keepAll(): void {
    this.#keepsAll = true
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const [answer] = await this.run([{ text: sql, values: parameters }])
      const { command, count, rows } = answer!
      return CHANGES.has(command) ? { numAffectedRows: BigInt(count), rows: rows as R[] } : { rows: rows as R[] }
    } catch (error) {
      // What the server reported says nothing of who asked.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  streamQuery(): never {
    throw new Error('rows are not streamed')
  }

  /** A connection left inside a transaction would carry its tenant to whoever comes next: it is closed. */
  release(isBroken = false): void {
    this.#opening = []
    this.#keepsAll = false
    this.#client.release(isBroken || this.#failure !== null || this.#client.getTransactionStatus() !== 'I')
  }

  /** Behind everything that goes on in this turn, so that all it asks is there. */
  #schedule(): void {
    if (this.#isAsking || this.#isScheduled) return
    this.#isScheduled = true
    process.nextTick(() => {
      this.#isScheduled = false
      void this.#ask()
    })
  }

  async #ask(): Promise<void> {
    this.#isAsking = true
    while (this.#waiting.length > 0) {
      const jobs = this.#take()
      const opening = this.#opening
      const statements = [...opening, ...jobs.flatMap((job) => job.statements)]
      const exchange = new Exchange(this.#known, statements, this.#keepsAll)
      this.#client.query(exchange)
      try {
        const refusal = await exchange.end
        this.#tell(jobs, exchange.answers.slice(opening.length), refusal)
      } catch (error) {
        for (const job of jobs) job.reject(error)
      }
      // Whoever was answered asks on in this turn.
      if (this.#waiting.length > 0) await new Promise(process.nextTick)
    }
    this.#isAsking = false
  }

  /** What the server refused, and all behind it: the transaction has failed for them as well. */
  #tell(jobs: readonly Job[], answers: Answer[], refusal: Error | null): void {
    let first = 0
    for (const job of jobs) {
      const next = first + job.statements.length
      if (refusal && next > answers.length) job.reject(refusal)
      else job.resolve(answers.slice(first, next))
      first = next
    }
  }

  /** Outside a transaction each job stands for itself: together they would be undone together. */
  #take(): Job[] {
    const isTogether =
      this.#opening.length > 0 ||
      this.#client.getTransactionStatus() === 'T' ||
      this.#waiting[0]!.statements[0]?.text.startsWith('begin')
    return this.#waiting.splice(0, isTogether ? this.#waiting.length : 1)
  }
}

function ignoreResult(): void {}

const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

async function command(line: DatabaseConnection, text: string): Promise<void> {
  await (line as Line).run([{ text }])
}

/** Kysely's executor for one reserved connection: no plugins, nothing to provide, nothing to wait for. */
class LineExecutor implements QueryExecutor {
  readonly plugins: KyselyPlugin[] = []
  readonly touched = new Set<Touch>()
  readonly #line: Line
  readonly #parts: { adapter: DialectAdapter; compiler: QueryCompiler }
  #isOver = false

  constructor(line: Line, parts: { adapter: DialectAdapter; compiler: QueryCompiler }) {
    this.#line = line
    this.#parts = parts
  }

  /** From now on whoever still holds it gets an error: the connection may serve somebody else. */
  end(): void {
    this.#isOver = true
  }

  get adapter(): DialectAdapter {
    return this.#parts.adapter
  }

  compileQuery<R>(node: RootOperationNode, queryId: QueryId): CompiledQuery<R> {
    return this.#parts.compiler.compileQuery(node, queryId)
  }

  transformQuery<T extends RootOperationNode>(node: T): T {
    return node
  }

  executeQuery<R>(query: CompiledQuery<R>): Promise<QueryResult<R>> {
    if (this.#isOver) return Promise.reject(new Error('this transaction is over'))
    this.touched.add(touchOf(query.sql))
    return this.#line.executeQuery<R>(query)
  }

  provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (this.#isOver) return Promise.reject(new Error('this transaction is over'))
    return consumer(this.#line)
  }

  stream(): never {
    throw new Error('rows are not streamed')
  }

  withConnectionProvider(): never {
    throw new Error('a reserved connection stays the one it is')
  }

  withPlugin(): never {
    throw new Error('no plugins inside a transaction')
  }

  withPlugins(): never {
    throw new Error('no plugins inside a transaction')
  }

  withPluginAtFront(): never {
    throw new Error('no plugins inside a transaction')
  }

  withoutPlugins(): this {
    return this
  }
}
