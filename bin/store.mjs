import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Refusal } from './progress.mjs'
import { NODE, ROOT } from './processes.mjs'

/**
 * Opens one store of named states for all tests and journeys of this run, which find it in KAIBIAO_STORE. `isWhole`: every
 * state will be asked for, so all are made at once, until `made`. `close` removes it.
 */
export async function openStore({ isWhole }) {
  const args = [join(ROOT, 'src/server/testing/keep-store.ts'), ...(isWhole ? ['ahead'] : [])]
  const child = spawn(NODE, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const gone = once(child, 'exit')
  const word = await Promise.race([once(child, 'message'), gone.then(() => null)])
  if (!word) throw new Refusal('the database of the tests did not start')
  process.env.KAIBIAO_STORE = JSON.stringify(word[0])
  return {
    made: isWhole ? Promise.race([once(child, 'message'), gone]) : Promise.resolve(),
    async close() {
      child.disconnect()
      await gone
    },
  }
}
