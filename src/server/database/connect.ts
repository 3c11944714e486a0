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
  const pool = new pg.Pool({ connectionString: url, max: options.max ?? 20, application_name: 'kaibiao' })
  pool.on('error', (error) => options.onError?.(error))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}
