import type { Kernel } from '../context.ts'
import { connect } from '../database/connect.ts'
import { WorkRunner } from '../work/runner.ts'

/*
 * A process that does work of the kind `probe` on APP_URL for a test that kills it: each piece is said when begun and
 * when done, and takes TAKES ms.
 */

const { db } = connect(process.env.APP_URL!)
const log = { info() {}, warn() {}, error: (_fields: object, text: string) => process.stderr.write(`${text}\n`) }
const runner = new WorkRunner({ db, log } as unknown as Kernel, [
  {
    kind: 'probe',
    leaseMs: 600,
    async run(_kernel, { subject, signal }) {
      process.send!({ begun: subject })
      await new Promise((resolve) => setTimeout(resolve, Number(process.env.TAKES)))
      signal.throwIfAborted()
      process.send!({ done: subject })
    },
  },
])
process.on('message', () => runner.wake())
process.send!({})
