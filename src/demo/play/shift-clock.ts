import { serverTime } from '#features/tenancy/contract.ts'
import type { KillableServer } from '#server/testing/killable.ts'

/** Sets how many ms the clock is ahead, of the process that runs, if one does, and of those to come. */
export async function shiftClock(server: KillableServer, ms: number): Promise<void> {
  await server.owner.query('update clock_shift set ms = $1', [Math.ceil(ms)])
  await server.owner.query(`select pg_notify('kb_clock', '')`)
  // Until the process has heard of it, whoever logs in begins a session of the old time, which ends at once.
  const isMoved = async () => {
    const answer = await server.client().call(serverTime, {}).catch(noProcess)
    return answer === null || answer.epochMs > Date.now() + ms - 1000
  }
  while (!(await isMoved())) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Refused by the port, and not by a server. */
function noProcess(error: unknown): null {
  if (error instanceof TypeError) return null
  throw error
}
