import type { Kysely } from 'kysely'
import pg from 'pg'
import { makeDatabase, type Session } from './session.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
/** A connection inside a transaction with tenant and actor set. */
export type Tx = Kysely<Tables>

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)
// bigint columns here are sizes and sequence numbers, all far below 2^53; numeric stays a string.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, instantOf)

export interface Connection {
  readonly pool: pg.Pool
  readonly db: Database
  /** Takes a connection for one piece of work, which must give it back. */
  reserve(): Promise<Session>
  close(): Promise<void>
}

/** Opens a pool. `onError` hears of idle clients that lost the server; without it the process would die of them. */
export function connect(url: string, options: { max?: number; onError?: (error: Error) => void } = {}): Connection {
  const max = options.max ?? 20
  // A connection is dear to open (its password is stretched) and knows its statements; now and then it starts afresh.
  const lifetime = { idleTimeoutMillis: 60_000, maxLifetimeSeconds: 3600 }
  const pool = new pg.Pool({ connectionString: url, max, application_name: 'kaibiao', ...lifetime })
  pool.on('error', (error) => options.onError?.(error))
  const { db, reserve } = makeDatabase(pool)
  return { pool, db, reserve, close: () => pool.end() }
}

/** A list reads a hundred instants: of the one form that they have here the engine's own parser makes a fifth of the work. */
function instantOf(text: string): unknown {
  const isUsual = text.charAt(4) === '-' && text.charAt(10) === ' ' && text.endsWith('+00')
  return isUsual ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAny(text)
}
