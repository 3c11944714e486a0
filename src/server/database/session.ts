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
import { type Answer, Exchange, type Statement } from './exchange.ts'
import { KnownStatements } from './known-statements.ts'
import type { Tables } from './tables.ts'

/** A connection taken for one piece of work. */
export interface Session {
  /** Queries on this connection, until it is given back. */
  readonly tx: Kysely<Tables>
  /** Several statements in one round trip; the first that fails ends it. */
  run(statements: readonly Statement[]): Promise<Answer[]>
  /** Statements whose answers nobody needs, sent in one round trip with those that come next. */
  defer(statements: readonly Statement[]): void
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
  const compiler = new PostgresQueryCompiler()
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
        run: (statements) => line.run(statements),
        defer: (statements) => line.defer(statements),
        release(isBroken) {
          executor.end()
          line.release(isBroken)
        },
      }
    },
  }
}

/** A pooled connection and what it has parsed. Whatever it is asked is asked one after the other. */
class Line implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #known = new KnownStatements()
  #last: Promise<unknown> | null = null
  #deferred: readonly Statement[] = []

  constructor(client: pg.PoolClient) {
    this.#client = client
    // Whoever waits for an answer is told; without a listener the process would end of it as well.
    client.on('error', () => undefined)
  }

  run(statements: readonly Statement[]): Promise<Answer[]> {
    const send = () => this.#send(statements)
    const answers = this.#last === null ? send() : this.#last.then(send, send)
    this.#last = answers
    const settled = () => {
      if (this.#last === answers) this.#last = null
    }
    answers.then(settled, settled)
    return answers
  }

  defer(statements: readonly Statement[]): void {
    this.#deferred = [...this.#deferred, ...statements]
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
    this.#deferred = []
    this.#client.release(isBroken || this.#client.getTransactionStatus() !== 'I')
  }

  #send(statements: readonly Statement[]): Promise<Answer[]> {
    const before = this.#deferred
    this.#deferred = []
    return new Promise((resolve, reject) => {
      const done = { resolve: (answers: Answer[]) => resolve(answers.slice(before.length)), reject }
      this.#client.query(new Exchange(this.#known, [...before, ...statements], done))
    })
  }
}

const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

async function command(line: DatabaseConnection, text: string): Promise<void> {
  await (line as Line).run([{ text }])
}

/** Kysely's executor for one reserved connection: no plugins, nothing to provide, nothing to wait for. */
class LineExecutor implements QueryExecutor {
  readonly plugins: KyselyPlugin[] = []
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
