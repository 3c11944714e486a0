import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
/** A connection inside a transaction with tenant and actor set. */
export type Tx = Kysely<Tables>

// bigint columns here are sizes and sequence numbers, all far below 2^53; numeric stays a string.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Connection {
  readonly pool: pg.Pool
  readonly db: Database
  close(): Promise<void>
}

/** Opens a pool. `onError` hears of idle clients that lost the server; without it the process would die of them. */
export function connect(url: string, options: { max?: number; onError?: (error: Error) => void } = {}): Connection {
  const max = options.max ?? 20
  const pool = new pg.Pool({ connectionString: url, max, application_name: 'kaibiao', Client: LastAnswer })
  pool.on('error', (error) => options.onError?.(error))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}

/** Several statements sent as one text are answered with the result of the last, where pg gives a list of all. */
class LastAnswer extends pg.Client {
  // oxlint-disable-next-line no-explicit-any -- pg declares nine forms; all pass through
  override query(...given: any[]): any {
    const answer: unknown = (super.query as (...args: unknown[]) => unknown)(...given)
    if (!(answer instanceof Promise)) return answer
    return answer.then((result: unknown) => (Array.isArray(result) ? result.at(-1) : result))
  }
}
