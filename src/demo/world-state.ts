import { sql } from 'kysely'
import type { System } from '#server/system.ts'
import { type Account, loadPeople, PASSWORD, PEOPLE } from './people.ts'

/*
 * What every start needs to know of the demonstration world. What plays it is large, and loaded for the one start that
 * does.
 */

/**
 * Loads the demonstration world, or only its people, unless it is there. A load that was interrupted is refused by the
 * caller before (`worldState`).
 */
export async function loadDemo(
  system: System,
  { base, peopleOnly = false }: { base: string; peopleOnly?: boolean },
): Promise<void> {
  if ((await worldState(system)) === 'done') return
  if (!peopleOnly) return (await import('./world.ts')).playWorld(system, base)
  await loadPeople(system)
  await sql`update clock_shift set world = null`.execute(system.kernel.db)
}

/** Says that loading is about to begin, so that nobody takes a half-filled system for a ready one. */
export async function announceLoading(system: Pick<System, 'kernel'>): Promise<void> {
  await sql`update clock_shift set world = 'loading' where world is null`.execute(system.kernel.db)
}

/** Takes that back where it came to nothing, e.g. because the port was taken. */
export async function withdrawLoading(system: Pick<System, 'kernel'>): Promise<void> {
  await sql`update clock_shift set world = null where world = 'loading'`.execute(system.kernel.db)
}

export async function worldState(system: Pick<System, 'kernel'>): Promise<string | null> {
  const { rows } = await sql<{ world: string | null }>`select world from clock_shift`.execute(system.kernel.db)
  return rows[0]?.world ?? null
}

/** Addresses and logins for the terminal. */
export function printDemo(base: string): void {
  const shown: Account[] = ['buyer', 'agent', 'supplier1', 'supplier2', 'supplier3', 'expert1', 'admin']
  console.log(`\n  ${base}/            workbench\n  ${base}/portal      portal\n  ${base}/api/docs    calls\n`)
  console.log(`  password of everybody: ${PASSWORD}`)
  for (const account of shown) console.log(`  ${account.padEnd(10)} ${PEOPLE[account].name}`)
  console.log('')
}
