import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StateStore } from '#server/testing/states.ts'

/*
 * One PostgreSQL for all systems of a run, each in a database of its own, copied from a named state: making a cluster, and
 * playing the same way again, cost more than the rest of a start. The run's server, which is there before any test, says
 * where they are.
 */

interface Run {
  states: StateStore
  /** Owner's address of the demonstration world. */
  world: string
}

/** The run's PostgreSQL; undefined before it is there, and when a system from elsewhere is tested. */
export function thisRun(): Run | undefined {
  return existsSync(PLACE) ? (JSON.parse(readFileSync(PLACE, 'utf8')) as Run) : undefined
}

/** Says where it is; the function that is returned takes that back. */
export function announceRun(run: Run): () => void {
  writeFileSync(PLACE, JSON.stringify(run), { mode: 0o600 })
  return () => rmSync(PLACE, { force: true })
}

const PLACE = join(tmpdir(), `kaibiao-e2e-${process.env.KAIBIAO_E2E_PORT ?? process.pid}.json`)
