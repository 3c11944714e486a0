import type pg from 'pg'

/** The only clock. In production it is the system's; in demonstration and test mode it can be moved forward. */
export interface Clock {
  now(): Date
}

export interface MovableClock extends Clock {
  /** Current shift in ms against the system clock. */
  readonly shift: number
  /** Takes over the shift stored in the database: called at start and when another process moved it. */
  refresh(): Promise<void>
  /** Moves the clock forward for every process on this database. Going back would break the order of records. */
  advance(ms: number): Promise<void>
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock whose shift lives in the database, so that all processes agree. */
export function movableClock(pool: pg.Pool): MovableClock {
  let shift = 0
  return {
    get shift() {
      return shift
    },
    now: () => new Date(Date.now() + shift),
    async refresh() {
      const { rows } = await pool.query<{ ms: number }>('select ms from clock_shift')
      shift = rows[0]?.ms ?? 0
    },
    async advance(ms) {
      if (!(ms >= 0)) throw new RangeError('the clock only goes forward')
      const { rows } = await pool.query<{ ms: number }>('update clock_shift set ms = ms + $1 returning ms', [
        Math.round(ms),
      ])
      shift = rows[0]!.ms
      await pool.query("select pg_notify('kb_clock', '')")
    },
  }
}
