import pg from 'pg'
import { HttpClient } from '#server/testing/http-client.ts'
import { advanceClock } from '#demo/contract.ts'
import type { StateFacts, StateName } from '#demo/states/states.ts'
import { serverTime } from '#features/tenancy/contract.ts'
import { openSystem } from './host.ts'
import { closeVisitors } from './visitor.ts'

/** A server of one's own, and its clock. */
export interface OwnSystem<Name extends StateName = StateName> {
  base: string
  /** What is to be known of the state that it began in. */
  facts: StateFacts[Name]
  /** Changes the database as its owner, where the way to what a journey begins with is not its matter. */
  change(sql: string, values: unknown[]): Promise<void>
  now(): Promise<Date>
  /** Moves the clock to an instant that is still to come; everything due meanwhile happens. */
  moveTo(at: string | Date): Promise<void>
  /** Behind everything else of a file: sends its visitors home, too. */
  stop(): Promise<void>
}

/** Starts the product in a named state; database and files are gone after `stop`. */
export async function startSystem(): Promise<OwnSystem<'people'>>
export async function startSystem<Name extends StateName>(from: Name): Promise<OwnSystem<Name>>
export async function startSystem(from: StateName = 'people'): Promise<OwnSystem> {
  const { base, database, facts, close } = await openSystem(from)
  const client = new HttpClient(base)
  const now = async () => new Date((await client.call(serverTime, {})).epochMs)
  return {
    base,
    facts: facts as StateFacts[StateName],
    async change(sql, values) {
      const owner = new pg.Client({ connectionString: database })
      await owner.connect()
      await owner.query(sql, values).finally(() => owner.end())
    },
    now,
    async moveTo(at) {
      const ms = new Date(at).getTime() - (await now()).getTime()
      if (ms > 0) await client.call(advanceClock, { body: { ms } })
    },
    async stop() {
      await closeVisitors()
      await close()
    },
  }
}
