import type { Worker } from '#server/work/worker.ts'
import { localNotice, NOTIFY } from './local-issuer.ts'
import { take } from './notices.ts'

/** Send the notices of the local issuer; again until they are answered as received. */
export const localNotifiers: readonly Worker[] = (['issue', 'reverse'] as const).map((act) => ({
  kind: NOTIFY[act],
  atOnce: 4,
  attempts: 20,
  async run(kernel, { tenantId, subject }) {
    const { body, headers } = await localNotice(kernel, tenantId, { act, no: subject })
    const told = { tenantId, body: Buffer.from(body), headers, ip: 'local-issuer' }
    const { status } = await take(kernel, 'local', told)
    if (status !== 200) throw new Error(`the notice was answered ${status}`)
  },
  giveUp: () => Promise.resolve(),
}))
