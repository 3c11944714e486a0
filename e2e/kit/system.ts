import { join } from 'node:path'
import { startServer } from '#server/child.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import { advanceClock } from '#demo/contract.ts'
import { serverTime } from '#features/tenancy/contract.ts'
import { closeVisitors } from './visitor.ts'

/** A server of one's own, and its clock. */
export interface OwnSystem {
  base: string
  now(): Promise<Date>
  /** Moves the clock to an instant that is still to come; everything due meanwhile happens. */
  moveTo(at: string | Date): Promise<void>
  /** Behind everything else of a file: sends its visitors home, too. */
  stop(): Promise<void>
}

/** Starts the product with people and companies but without tenders; database and files are gone after `stop`. */
export async function startSystem(): Promise<OwnSystem> {
  const server = await startServer({ KAIBIAO_DEMO: 'people' }, { entry: join(import.meta.dirname, '../server.ts') })
  const client = new HttpClient(server.base)
  const now = async () => new Date((await client.call(serverTime, {})).epochMs)
  return {
    base: server.base,
    now,
    async moveTo(at) {
      const ms = new Date(at).getTime() - (await now()).getTime()
      if (ms > 0) await client.call(advanceClock, { body: { ms } })
    },
    async stop() {
      await closeVisitors()
      await server.stop()
    },
  }
}
