import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * One PostgreSQL for all systems of a run, each in a database of its own: making a cluster costs more than the rest of a
 * start. The run's server, which is there before any test, says where it is.
 */

/** Address of the run's PostgreSQL; undefined before it is there, and when a system from elsewhere is tested. */
export function runsDatabase(): string | undefined {
  return existsSync(PLACE) ? readFileSync(PLACE, 'utf8') : undefined
}

/** Says where the run's PostgreSQL is; the function that is returned takes that back. */
export function announceDatabase(url: string): () => void {
  writeFileSync(PLACE, url, { mode: 0o600 })
  return () => rmSync(PLACE, { force: true })
}

const PLACE = join(tmpdir(), `kaibiao-e2e-${process.env.KAIBIAO_E2E_PORT ?? process.pid}.url`)
